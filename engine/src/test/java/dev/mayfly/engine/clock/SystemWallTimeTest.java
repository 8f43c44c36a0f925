package dev.mayfly.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemWallTimeTest {
  private final AtomicLong nano = new AtomicLong(5_000_000_000L);
  @TempDir private Path directory;

  @Test
  void readsTheFirstNumberOfTheFile() throws IOException {
    Path file = Files.writeString(directory.resolve("uptime"), "1234.56 9999.99\n");
    SystemWallTime time = new SystemWallTime(file, nano::get);
    assertThat(time.uptimeMillis()).isEqualTo(1_234_560);
    Files.writeString(file, "1300.00 9999.99\n");
    assertThat(time.uptimeMillis()).isEqualTo(1_300_000);
  }

  @Test
  void resumesByNanoTimeWhileTheFileCannotBeRead() throws IOException {
    Path file = Files.writeString(directory.resolve("uptime"), "1234.56 9999.99\n");
    SystemWallTime time = new SystemWallTime(file, nano::get);
    for (String damaged : new String[] {"", "x y", "NaN 1", "-3 1", "1e300 1"}) {
      Files.writeString(file, damaged);
      nano.addAndGet(2_000_000_000L);
      assertThat(time.uptimeMillis()).isEqualTo(1_234_560 + (nano.get() / 1_000_000 - 5000));
    }
    Files.writeString(file, "1250.00 1");
    assertThat(time.uptimeMillis()).isEqualTo(1_250_000);
  }

  @Test
  void isNanoTimeWhereThereIsNoFile() {
    SystemWallTime time = new SystemWallTime(directory.resolve("none"), nano::get);
    long before = time.uptimeMillis();
    nano.addAndGet(7_000_000_000L);
    assertThat(time.uptimeMillis() - before).isEqualTo(7000);
  }

  @Test
  void thisMachineHasAllThree() {
    WallTime time = WallTime.system();
    long before = time.uptimeMillis();
    assertThat(time.uptimeMillis()).isGreaterThanOrEqualTo(before);
    assertThat(time.wallMillis()).isPositive();
    assertThat(time.nanoTime()).isLessThanOrEqualTo(time.nanoTime());
  }
}
