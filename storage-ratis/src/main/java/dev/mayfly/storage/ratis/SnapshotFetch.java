package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.storage.rocksdb.LogPosition;
import dev.mayfly.storage.rocksdb.ReplicaRows;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches a checkpoint of the leader's rows, file by file. What has arrived of it stays when the
 * connection or the process ends, and is not fetched again as long as the leader has that
 * checkpoint.
 */
final class SnapshotFetch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFetch.class);
  private static final int TRIES = 20;
  private static final long PAUSE_MILLIS = 500;

  private final ReplicaDirectory directory;
  private final RocksDbOptions options;
  private final ExecutorService work =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "mayfly-snapshot-fetch");
            thread.setDaemon(true);
            return thread;
          });
  private volatile ReplicaMetrics.SnapshotProgress progress;
  private volatile long installed;
  private volatile boolean closed;

  SnapshotFetch(ReplicaDirectory directory, RocksDbOptions options) {
    this.directory = requireNonNull(directory, "directory");
    this.options = requireNonNull(options, "options");
  }

  /** What is running, if something is. */
  Optional<ReplicaMetrics.SnapshotProgress> progress() {
    return Optional.ofNullable(progress);
  }

  /** How many snapshots were installed. */
  long installed() {
    return installed;
  }

  /**
   * Fetches a snapshot that has all entries up to an index.
   *
   * @return its place in the log, when it has arrived whole and is on the medium
   */
  CompletableFuture<LogPosition> start(String from, long minIndex, Supplier<PeerLink> linking) {
    return CompletableFuture.supplyAsync(() -> fetch(from, minIndex, linking), work);
  }

  private LogPosition fetch(String from, long minIndex, Supplier<PeerLink> linking) {
    LOG.info("Fetching a snapshot of node {}, at index {} or after", from, minIndex);
    progress = new ReplicaMetrics.SnapshotProgress(from, minIndex, 0, 0);
    try {
      for (int tries = 1; ; tries++) {
        try (PeerLink link = linking.get()) {
          return fetch(from, minIndex, link);
        } catch (IOException | EngineException e) {
          if (tries == TRIES || closed) {
            throw new IllegalStateException("The snapshot of " + from + " did not arrive", e);
          }
          LOG.info("The snapshot of node {} is interrupted: {}", from, e.toString());
          pause();
        }
      }
    } finally {
      progress = null;
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private LogPosition fetch(String from, long minIndex, PeerLink link) throws IOException {
    byte[] opening =
        PeerMessages.request(PeerMessages.SNAPSHOT_OPEN)
            .putLong(minIndex)
            .putText(partlyFetched())
            .bytes();
    PeerBytes.Reader in = new PeerBytes.Reader(ByteBuffer.wrap(link.ask(opening)));
    String name = in.text();
    long index = in.number();
    Map<String, Long> files = new LinkedHashMap<>();
    long total = 0;
    for (int left = in.count(); left > 0; left--) {
      String file = in.text();
      long bytes = in.number();
      files.put(file, bytes);
      total += bytes;
    }
    Path target = directory.incoming().resolve(name);
    keepOnly(name);
    Files.createDirectories(target);
    long done = 0;
    for (Map.Entry<String, Long> file : files.entrySet()) {
      done = fetchFile(link, name, target, file, done, from, index, total);
    }
    ReplicaDirectory.sync(target);
    LogPosition position = position(target);
    if (position.index() < minIndex) {
      throw new IOException("The snapshot is at index " + position.index());
    }
    ReplicaDirectory.deleteAll(directory.arrived());
    Files.move(target, directory.arrived(), StandardCopyOption.ATOMIC_MOVE);
    ReplicaDirectory.sync(directory.arrived().getParent());
    link.ask(PeerMessages.request(PeerMessages.SNAPSHOT_CLOSE).putText(name).bytes());
    LOG.info(
        "A snapshot of node {} has arrived: index {}, {} bytes", from, position.index(), total);
    return position;
  }

  private String partlyFetched() throws IOException {
    if (!Files.isDirectory(directory.incoming())) {
      return "";
    }
    try (Stream<Path> names = Files.list(directory.incoming())) {
      return names.map(path -> path.getFileName().toString()).findFirst().orElse("");
    }
  }

  private void keepOnly(String name) throws IOException {
    if (Files.isDirectory(directory.incoming())) {
      try (Stream<Path> names = Files.list(directory.incoming())) {
        for (Path other : names.toList()) {
          if (!other.getFileName().toString().equals(name)) {
            ReplicaDirectory.deleteAll(other);
          }
        }
      }
    }
  }

  private long fetchFile(
      PeerLink link,
      String name,
      Path target,
      Map.Entry<String, Long> file,
      long doneBefore,
      String from,
      long index,
      long total)
      throws IOException {
    long done = doneBefore;
    Path path = target.resolve(file.getKey()).normalize();
    if (!path.getParent().equals(target.normalize())) {
      throw new IOException("A file of the snapshot is named " + file.getKey());
    }
    try (FileChannel out =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long at = Math.min(out.size(), file.getValue());
      out.truncate(at);
      done += at;
      while (at < file.getValue()) {
        if (closed) {
          throw new IOException("The replica is closing");
        }
        byte[] request =
            PeerMessages.request(PeerMessages.SNAPSHOT_READ)
                .putText(name)
                .putText(file.getKey())
                .putLong(at)
                .putInt(SnapshotSource.CHUNK_BYTES_MAX)
                .bytes();
        byte[] chunk =
            new PeerBytes.Reader(ByteBuffer.wrap(link.ask(request)))
                .bytes(SnapshotSource.CHUNK_BYTES_MAX);
        if (chunk.length == 0) {
          throw new IOException("The file " + file.getKey() + " ends too early");
        }
        ByteBuffer bytes = ByteBuffer.wrap(chunk);
        while (bytes.hasRemaining()) {
          out.write(bytes, at + bytes.position());
        }
        at += chunk.length;
        done += chunk.length;
        progress = new ReplicaMetrics.SnapshotProgress(from, index, total, done);
      }
      out.force(true);
    }
    return done;
  }

  private LogPosition position(Path rows) {
    try (ReplicaRows opened =
        ReplicaRows.open(rows, options.withMemoryBytes(RocksDbOptions.MEMORY_BYTES_MIN))) {
      return opened.applied();
    }
  }

  /** Replaces the rows, which are closed, by those that have arrived. */
  ReplicaRows install() {
    try {
      finish(directory);
      installed++;
      return ReplicaRows.open(directory.rows(), options);
    } catch (IOException e) {
      throw ReplicaDirectory.failed("Installing a snapshot in " + directory.rows(), e);
    }
  }

  /** Completes a replacement of the rows, if one was begun. */
  static void finish(ReplicaDirectory directory) throws IOException {
    if (Files.isDirectory(directory.arrived())) {
      ReplicaDirectory.deleteAll(directory.rows());
      Files.move(directory.arrived(), directory.rows(), StandardCopyOption.ATOMIC_MOVE);
      ReplicaDirectory.sync(directory.rows().getParent());
    }
  }

  @Override
  public void close() {
    closed = true;
    work.shutdownNow();
  }
}
