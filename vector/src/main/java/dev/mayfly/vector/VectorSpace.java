package dev.mayfly.vector;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NoLockFactory;

/**
 * Where the graphs of a server are: in files that are derived from the items and thrown away by the
 * next start, or on the heap where there is no directory for them. Thread safe.
 */
public final class VectorSpace {
  private static final String PREFIX = "vectors-";

  private final Path directory;
  private final long bytesMax;
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong used = new AtomicLong();

  private VectorSpace(Path directory, long bytesMax) {
    this.directory = directory;
    this.bytesMax = bytesMax;
  }

  /** On the heap. */
  public static VectorSpace onHeap(long bytesMax) {
    return new VectorSpace(null, bytesMax);
  }

  /** In a directory, which is made if it is missing. What an earlier server left is removed. */
  public static VectorSpace in(Path directory, long bytesMax) throws IOException {
    requireNonNull(directory, "directory");
    Files.createDirectories(directory);
    try (Stream<Path> left = Files.list(directory)) {
      for (Path each : left.filter(VectorSpace::isOurs).toList()) {
        delete(each);
      }
    }
    return new VectorSpace(directory, bytesMax);
  }

  private static boolean isOurs(Path path) {
    return path.getFileName().toString().startsWith(PREFIX);
  }

  private static void delete(Path path) throws IOException {
    List<Path> all;
    try (Stream<Path> paths = Files.walk(path)) {
      all = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.deleteIfExists(each);
    }
  }

  /** A place for a graph, which is empty once that is closed. */
  Directory open() throws IOException {
    if (directory == null) {
      return new ByteBuffersDirectory();
    }
    Path own = directory.resolve(PREFIX + numbers.incrementAndGet());
    return new MMapDirectory(own, NoLockFactory.INSTANCE) {
      @Override
      public synchronized void close() throws IOException {
        super.close();
        VectorSpace.delete(own);
      }
    };
  }

  /** Takes so many bytes; false if there are not as many. */
  boolean take(long bytes) {
    if (used.addAndGet(bytes) <= bytesMax) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }

  /** About how many bytes the graphs have. */
  public long usedBytes() {
    return used.get();
  }
}
