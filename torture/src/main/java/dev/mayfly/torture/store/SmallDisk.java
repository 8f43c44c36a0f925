package dev.mayfly.torture.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file system with little space, part of which a file takes that can be deleted. */
record SmallDisk(Path directory, Path ballast) implements AutoCloseable {
  private static final int BALLAST_BYTES = 24 << 20;

  /** Mounts one, or nothing where that is not allowed. */
  static Optional<SmallDisk> mount(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    if (!run("mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", directory.toString())) {
      Files.delete(directory);
      return Optional.empty();
    }
    Path ballast = Files.write(directory.resolve("ballast"), new byte[BALLAST_BYTES]);
    return Optional.of(new SmallDisk(directory, ballast));
  }

  @Override
  public void close() throws InterruptedException {
    run("umount", "-l", directory.toString());
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    }
  }
}
