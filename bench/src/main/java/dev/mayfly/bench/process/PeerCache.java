package dev.mayfly.bench.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where peers are that were installed for benchmarks only. */
public final class PeerCache {
  private PeerCache() {}

  /** The directory of one of them, which may not exist. */
  public static Path directory(String name) {
    String reported = System.getenv("XDG_CACHE_HOME");
    return (reported == null || reported.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(reported))
        .resolve("mayfly")
        .resolve(name);
  }

  /** A program among those that the machine has. */
  public static Optional<Path> onPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
