package dev.mayfly.server.transfer.format;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** A file that is read, compressed by gzip or not. */
public final class InputFile {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;

  private final CountingStream counted;
  private final InputStream content;

  private InputFile(CountingStream counted, InputStream content) {
    this.counted = counted;
    this.content = content;
  }

  public static InputFile open(Path file) throws IOException {
    CountingStream counted = new CountingStream(Files.newInputStream(file));
    try {
      PushbackInputStream start = new PushbackInputStream(counted, 2);
      byte[] first = start.readNBytes(2);
      start.unread(first);
      boolean gzip =
          first.length == 2 && (first[0] & 0xff) == GZIP_FIRST && (first[1] & 0xff) == GZIP_SECOND;
      InputStream content = gzip ? new GZIPInputStream(start, BUFFER_BYTES) : start;
      return new InputFile(counted, new BufferedInputStream(content, BUFFER_BYTES));
    } catch (IOException e) {
      counted.close();
      throw e;
    }
  }

  /** What is in it, decompressed. */
  public InputStream content() {
    return content;
  }

  /** How many bytes of the file are read. */
  public long bytesRead() {
    return counted.bytes;
  }

  private static final class CountingStream extends FilterInputStream {
    private long bytes;

    CountingStream(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int next = super.read();
      bytes += next < 0 ? 0 : 1;
      return next;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = super.read(target, offset, length);
      bytes += Math.max(0, read);
      return read;
    }
  }
}
