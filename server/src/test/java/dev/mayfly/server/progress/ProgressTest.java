package dev.mayfly.server.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is shown of long work. */
class ProgressTest {
  private final StringWriter out = new StringWriter();
  private long nanos;

  @Test
  void theLineHasRateAndTimeLeft() {
    try (Progress progress = new Progress(new PrintWriter(out), true, () -> nanos)) {
      progress.begin("importing shop/carts", "items", 4000);
      nanos += TimeUnit.SECONDS.toNanos(10);
      progress.add(1000);
      assertThat(progress.line(true))
          .isEqualTo(
              "importing shop/carts [######------------------] 25%, 1,000 items, 100 items/s,"
                  + " 30 s left");
      assertThat(progress.line(false))
          .isEqualTo("importing shop/carts 25%, 1,000 items, 100 items/s, 30 s left");
      progress.begin("copying", "bytes", 10_000_000_000L);
      progress.doneBefore(1_000_000_000);
      nanos += TimeUnit.SECONDS.toNanos(1);
      progress.add(1_000_000);
      assertThat(progress.line(false))
          .isEqualTo("copying 10%, 1001.0 MB, 1.0 MB/s, 2 h 29 min left");
      progress.begin("reading all files", "bytes", 0);
      nanos += TimeUnit.SECONDS.toNanos(75);
      assertThat(progress.line(true)).isEqualTo("reading all files, 1 min 15 s");
    }
  }

  @Test
  void shortWorkLeavesNothingWhereThereIsNoTerminal() {
    try (Progress progress = Progress.on(new PrintWriter(out), Map.of())) {
      progress.begin("checking", "rows", 5);
      progress.at(5);
      progress.say("done");
    }
    assertThat(out.toString()).isEqualToIgnoringNewLines("done\n");
  }
}
