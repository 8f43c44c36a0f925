package dev.mayfly.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockOffsetTest {
  @TempDir private Path directory;

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void withoutItsPropertyThereIsNone() {
    assertThat(ClockOffset.ofProperty()).isNull();
  }

  @Test
  void itFollowsTheFile() throws Exception {
    Path file = directory.resolve("offset");
    ClockOffset offset = new ClockOffset(file, nanos::get);
    assertThat(offset.millis()).isZero();
    Files.writeString(file, "-1500\n");
    assertThat(offset.millis()).isZero();
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(50));
    assertThat(offset.millis()).isEqualTo(-1500);
    Files.writeString(file, "");
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(50));
    assertThat(offset.millis()).isEqualTo(-1500);
    Files.delete(file);
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(50));
    assertThat(offset.millis()).isZero();
  }
}
