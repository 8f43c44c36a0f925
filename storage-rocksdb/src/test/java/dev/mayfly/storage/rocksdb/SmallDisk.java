package dev.mayfly.storage.rocksdb;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system with little room, for tests of what happens when it is full. */
record SmallDisk(Path directory, Path ballast) implements AutoCloseable {
  private static final int BALLAST_BYTES = 16 << 20;

  /**
   * Mounts one below a directory; where that is not possible, the test is skipped with a line.
   *
   * @return a disk on which a file, the ballast, can be deleted to make room again
   */
  static SmallDisk mount(Path parent, String test) throws IOException, InterruptedException {
    Path small = Files.createDirectories(parent.resolve("small"));
    boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", small.toString());
    if (!mounted) {
      System.out.println(test + ": no small file system can be mounted here; test skipped");
    }
    assumeTrue(mounted);
    return new SmallDisk(small, Files.write(small.resolve("ballast"), new byte[BALLAST_BYTES]));
  }

  /** A place for a store. */
  Path data() {
    return directory.resolve("data");
  }

  @Override
  public void close() throws InterruptedException {
    run("umount", "-l", directory.toString());
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    }
  }
}
