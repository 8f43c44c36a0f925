package dev.mayfly.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for the data of a run. It goes away with the run, also when that is interrupted. */
public final class Scratch implements AutoCloseable {
  /** A database that is still open may make a file while its directory is being deleted. */
  private static final int DELETE_TRIES = 20;

  private final Path root;
  private final Thread atExit;

  private Scratch(Path root) {
    this.root = root;
    this.atExit = new Thread(() -> delete(root), "delete-scratch");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Makes one where the Java machine keeps temporary files. */
  public static Scratch create() throws IOException {
    return new Scratch(Files.createTempDirectory("mayfly-bench-"));
  }

  public Path directory(String name) {
    return root.resolve(name);
  }

  /** Deletes one of the directories before the end, to have the room. */
  public void discard(Path directory) {
    if (!directory.startsWith(root)) {
      throw new IllegalArgumentException(directory + " is not in " + root);
    }
    delete(directory);
  }

  private static void delete(Path directory) {
    for (int i = 0; i < DELETE_TRIES && Files.exists(directory); i++) {
      List<Path> paths;
      try (Stream<Path> walk = Files.walk(directory)) {
        paths = walk.sorted(Comparator.reverseOrder()).toList();
      } catch (IOException | UncheckedIOException e) {
        continue; // A file was removed during the walk: retry.
      }
      for (Path path : paths) {
        try {
          Files.deleteIfExists(path);
        } catch (IOException e) {
          break; // Not empty any more: retry.
        }
      }
    }
    if (Files.exists(directory)) {
      System.err.println("The directory " + directory + " could not be deleted; please do.");
    }
  }

  @Override
  public void close() {
    delete(root);
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
