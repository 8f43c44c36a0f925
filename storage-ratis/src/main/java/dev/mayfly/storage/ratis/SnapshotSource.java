package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.ReplicaRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints of this node's rows, for nodes that need all of them. One is kept while it is being
 * fetched, and for a while after it was last asked for, so that a fetch can be resumed.
 */
final class SnapshotSource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotSource.class);
  private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final int KEPT_MAX = 2;
  static final int CHUNK_BYTES_MAX = 2 << 20;

  private final Path directory;
  private final Map<String, Pinned> pinned = new HashMap<>();
  private final ExecutorService work =
      Executors.newFixedThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "mayfly-snapshot-source");
            thread.setDaemon(true);
            return thread;
          });
  private long made;

  private static final class Pinned {
    private final long index;
    private final Map<String, Long> files;
    private long usedNanos = System.nanoTime();

    Pinned(long index, Map<String, Long> files) {
      this.index = index;
      this.files = files;
    }
  }

  SnapshotSource(Path directory) throws IOException {
    this.directory = requireNonNull(directory, "directory");
    ReplicaDirectory.deleteAll(directory);
  }

  /** Answers with a checkpoint that has all entries up to an index, the one asked for if it can. */
  CompletableFuture<byte[]> open(PeerBytes.Reader in, ReplicaRows rows) {
    long minIndex = in.number();
    String wanted = in.text();
    return CompletableFuture.supplyAsync(() -> opened(minIndex, wanted, rows), work);
  }

  private synchronized byte[] opened(long minIndex, String wanted, ReplicaRows rows) {
    Pinned found = pinned.get(wanted);
    String name = wanted;
    if (found == null || found.index < minIndex) {
      name = String.valueOf(pinned.keySet().stream().findFirst().orElse(""));
      found = pinned.get(name);
    }
    try {
      if (found == null || found.index < minIndex) {
        name = System.currentTimeMillis() + "-" + made++;
        found = make(name, rows);
      }
    } catch (IOException e) {
      throw ReplicaDirectory.failed("Making a snapshot in " + directory, e);
    }
    found.usedNanos = System.nanoTime();
    PeerBytes.Writer out =
        new PeerBytes.Writer().putText(name).putLong(found.index).putInt(found.files.size());
    found.files.forEach((file, bytes) -> out.putText(file).putLong(bytes));
    return out.bytes();
  }

  private Pinned make(String name, ReplicaRows rows) throws IOException {
    if (pinned.size() >= KEPT_MAX) {
      throw new EngineException(
          ErrorCode.OVERLOADED, "As many snapshots as may be are being fetched; try again later");
    }
    Files.createDirectories(directory);
    long index = rows.applied().index();
    Path target = directory.resolve(name);
    rows.checkpoint(target);
    Map<String, Long> files = new HashMap<>();
    try (Stream<Path> all = Files.list(target)) {
      for (Path file : all.toList()) {
        files.put(file.getFileName().toString(), Files.size(file));
      }
    }
    Pinned made = new Pinned(index, files);
    pinned.put(name, made);
    LOG.info("Made a snapshot {} at index {} or after", name, index);
    return made;
  }

  CompletableFuture<byte[]> read(PeerBytes.Reader in) {
    String name = in.text();
    String file = in.text();
    long offset = in.number();
    int length = Math.min(in.count(), CHUNK_BYTES_MAX);
    return CompletableFuture.supplyAsync(() -> chunk(name, file, offset, length), work);
  }

  private byte[] chunk(String name, String file, long offset, int length) {
    synchronized (this) {
      Pinned found = pinned.get(name);
      if (found == null || !found.files.containsKey(file)) {
        throw new EngineException(
            ErrorCode.SNAPSHOT_UNAVAILABLE, "The snapshot " + name + " is not kept any more");
      }
      found.usedNanos = System.nanoTime();
    }
    try (FileChannel channel =
        FileChannel.open(directory.resolve(name).resolve(file), StandardOpenOption.READ)) {
      long left = Math.max(0, channel.size() - offset);
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(length, left));
      while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
        // Reads until the chunk is whole.
      }
      return new PeerBytes.Writer().putBytes(bytes.array()).bytes();
    } catch (IOException e) {
      throw ReplicaDirectory.failed("Reading the snapshot " + name, e);
    }
  }

  CompletableFuture<byte[]> close(PeerBytes.Reader in) {
    String name = in.text();
    return CompletableFuture.supplyAsync(
        () -> {
          release(List.of(name));
          return new byte[0];
        },
        work);
  }

  /** Removes checkpoints that no node has asked for in a while. */
  void expire() {
    List<String> old;
    synchronized (this) {
      long now = System.nanoTime();
      old =
          pinned.entrySet().stream()
              .filter(entry -> now - entry.getValue().usedNanos > KEPT_NANOS)
              .map(Map.Entry::getKey)
              .toList();
    }
    release(old);
  }

  private synchronized void release(List<String> names) {
    for (String name : names) {
      if (pinned.remove(name) != null) {
        try {
          ReplicaDirectory.deleteAll(directory.resolve(name));
        } catch (IOException e) {
          LOG.warn("The snapshot {} could not be removed: {}", name, e.toString());
        }
      }
    }
  }

  @Override
  public void close() {
    work.shutdownNow();
    synchronized (this) {
      release(List.copyOf(pinned.keySet()));
    }
  }
}
