package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system with little room, for tests of what happens when it is full. */
record SmallDisk(Path directory, Path ballast) implements AutoCloseable {
  private static final int BALLAST_BYTES = 16 << 20;
  private static final long RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(20);

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

  /**
   * Frees space, and tries a write until it succeeds. RocksDB looks for free space from time to
   * time, by the real clock. If two of its threads met the full disk at the same time it gives up,
   * and takes writes only when it is opened anew.
   *
   * @return false if it has given up
   */
  boolean freeAndAwait(Runnable write) throws IOException {
    Files.delete(ballast);
    long end = System.nanoTime() + RECOVERY_NANOS;
    boolean[] written = new boolean[1];
    Await.until(
        "a write, or the end of the time for it",
        () -> {
          try {
            write.run();
            written[0] = true;
          } catch (EngineException e) {
            assertThat(e.code()).isIn(ErrorCode.DISK_FULL, ErrorCode.STORAGE_FAILED);
          }
          return written[0] || System.nanoTime() > end;
        });
    return written[0];
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
