package dev.mayfly.server.transfer;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.transfer.format.DocumentText;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * A file that is being written under another name until it is complete. Now and then it is synced
 * and how far it has come is written beside it, from where it can be continued. Compressed parts
 * follow one another, which is one gzip file.
 */
final class ExportFile implements Closeable {
  static final String PART_SUFFIX = ".part";
  static final String STATE_SUFFIX = ".part-state";

  private static final int BUFFER_BYTES = 1 << 16;
  private static final String SOURCE = "source";
  private static final String BYTES = "bytes";
  private static final String ITEMS = "items";
  private static final String CONTINUATION = "continuation";

  private final Path target;
  private final Path part;
  private final Path state;
  private final boolean gzip;
  private final String source;
  private final FileChannel channel;
  private OutputStream current;
  private long items;
  private byte[] continuation;

  private ExportFile(Path target, boolean gzip, String source, FileChannel channel) {
    this.target = target;
    this.part = sibling(target, PART_SUFFIX);
    this.state = sibling(target, STATE_SUFFIX);
    this.gzip = gzip;
    this.source = source;
    this.channel = channel;
  }

  private static Path sibling(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  /**
   * @param source says what is written, and how: only that is continued
   * @param resumable whether the format can be continued
   */
  static ExportFile open(Path target, boolean gzip, String source, boolean resumable)
      throws IOException {
    requireNonNull(source, "source");
    FileChannel channel =
        FileChannel.open(
            sibling(target, PART_SUFFIX), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      ExportFile file = new ExportFile(target, gzip, source, channel);
      BsonDocument before = resumable ? file.readState() : null;
      if (before != null) {
        file.items = before.getInt64(ITEMS).getValue();
        file.continuation = before.getBinary(CONTINUATION).getData();
        channel.truncate(before.getInt64(BYTES).getValue());
      } else {
        channel.truncate(0);
      }
      channel.position(channel.size());
      return file;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private BsonDocument readState() throws IOException {
    if (!Files.exists(state)) {
      return null;
    }
    try {
      BsonDocument read = DocumentText.parse(Files.readString(state));
      boolean same =
          read.getString(SOURCE).getValue().equals(source)
              && read.getInt64(BYTES).getValue() <= channel.size()
              && read.getInt64(ITEMS).getValue() > 0;
      return same ? read : null;
    } catch (RuntimeException e) {
      // Of another version, or damaged: it is written anew.
      return null;
    }
  }

  /** How many items were written by an export that was interrupted. */
  long itemsBefore() {
    return items;
  }

  /** Where that one ended; null if there was none. */
  byte[] continuation() {
    return continuation;
  }

  OutputStream out() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        current().write(b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        current().write(bytes, offset, length);
      }
    };
  }

  private OutputStream current() throws IOException {
    if (current == null) {
      OutputStream raw = Channels.newOutputStream(channel);
      current =
          gzip
              ? new GZIPOutputStream(raw, BUFFER_BYTES)
              : new BufferedOutputStream(raw, BUFFER_BYTES);
    }
    return current;
  }

  private void sync() throws IOException {
    if (current instanceof GZIPOutputStream member) {
      member.finish();
      current = null;
    } else if (current != null) {
      current.flush();
    }
    channel.force(false);
  }

  /** From here it can be continued. */
  void checkpoint(long written, byte[] next) throws IOException {
    sync();
    BsonDocument now =
        new BsonDocument(SOURCE, new BsonString(source))
            .append(BYTES, new BsonInt64(channel.position()))
            .append(ITEMS, new BsonInt64(written))
            .append(CONTINUATION, new BsonBinary(next));
    Path changed = sibling(state, ".new");
    Files.write(changed, DocumentText.of(now).getBytes(StandardCharsets.UTF_8));
    Files.move(changed, state, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Gives the file its name. */
  void complete() throws IOException {
    current();
    sync();
    channel.close();
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    Files.deleteIfExists(state);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
