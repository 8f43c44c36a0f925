package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that is gone when it is closed. What a killed process left behind is removed by the
 * next one that makes such a directory.
 */
final class EphemeralDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EphemeralDirectory.class);
  private static final String PREFIX = "mayfly-ephemeral-";

  /** A directory younger than this may not have been locked yet by the process that made it. */
  private static final Duration SETTLED = Duration.ofMinutes(1);

  private final Path path;

  private EphemeralDirectory(Path path) {
    this.path = requireNonNull(path, "path");
  }

  static EphemeralDirectory create() {
    return create(Path.of(System.getProperty("java.io.tmpdir")));
  }

  static EphemeralDirectory create(Path parent) {
    removeAbandoned(parent);
    try {
      return new EphemeralDirectory(Files.createTempDirectory(parent, ownPrefix()));
    } catch (IOException e) {
      throw new EngineException(
          ErrorCode.STORAGE_FAILED,
          "An ephemeral store needs a directory in "
              + parent
              + ", which can't be made ("
              + e
              + "): free or allow it, or name another with"
              + " MAYFLY_JAVA_OPTS=-Djava.io.tmpdir=DIR",
          e);
    }
  }

  Path path() {
    return path;
  }

  private static String ownPrefix() {
    return PREFIX + ProcessHandle.current().pid() + "-";
  }

  private static void removeAbandoned(Path parent) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path directory : found) {
        // Own ones are in use, and asking for their lock again would release it.
        if (!directory.getFileName().toString().startsWith(ownPrefix())) {
          removeIfAbandoned(directory);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.debug("The directory {} can't be listed", parent, e);
    }
  }

  private static void removeIfAbandoned(Path directory) {
    try {
      if (isAbandoned(directory)) {
        delete(directory);
      }
    } catch (IOException e) {
      LOG.debug("The left-over directory {} can't be removed", directory, e);
    }
  }

  /** The storage holds a lock as long as its process lives. */
  private static boolean isAbandoned(Path directory) throws IOException {
    Path lock = directory.resolve("LOCK");
    Instant changed = Files.getLastModifiedTime(directory).toInstant();
    if (!Files.isWritable(lock) || changed.isAfter(Instant.now().minus(SETTLED))) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      return held != null;
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public void close() {
    try {
      delete(path);
    } catch (IOException e) {
      LOG.warn("The directory {} can't be removed, remove it by hand: {}", path, e.toString());
    }
  }
}
