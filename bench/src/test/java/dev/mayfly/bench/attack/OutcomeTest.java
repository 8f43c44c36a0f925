package dev.mayfly.bench.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static final Usage CALM = new Usage(200L << 20, 40, 100, 1 << 20);

  private final Latencies honest = new Latencies();

  @Test
  void aServerThatHeldHasNoProblem() {
    honest.add("read", millis(3));
    honest.add("login", millis(999));
    Outcome outcome = outcome(CALM, CALM, true);
    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.row()).contains("| 999 (login) | yes |").endsWith("| yes | 0.0 |");
  }

  @Test
  void aSlowRequestIsAProblem() {
    honest.add("read", millis(3));
    honest.add("login", millis(1001));
    assertThat(outcome(CALM, CALM, true).problems()).containsExactly("login took 1001 ms");
  }

  @Test
  void aRequestThatFailedIsAProblemHoweverQuickItWas() {
    honest.add("read", millis(3));
    honest.fail("read", new IOException("closed"));
    Outcome outcome = outcome(CALM, CALM, true);
    assertThat(outcome.problems()).containsExactly("1 honest requests failed, first read: closed");
    assertThat(outcome.row()).contains("1 of 1 FAILED");
  }

  @Test
  void whatStaysBehindIsAProblem() {
    Usage after = new Usage(200L << 20, 80, 1000, 3L << 30);
    Outcome outcome = outcome(new Usage(3L << 30, 80, 1000, 3L << 30), after, true);
    assertThat(outcome.problems())
        .hasSize(4)
        .anyMatch(problem -> problem.startsWith("memory bytes"))
        .anyMatch(problem -> problem.startsWith("threads after 80"))
        .anyMatch(problem -> problem.startsWith("files after 1,000"))
        .anyMatch(problem -> problem.startsWith("disk bytes after"));
    assertThat(outcome.row()).endsWith("| NO | 0.0 |");
  }

  @Test
  void aDeadServerIsAProblem() {
    Outcome outcome = outcome(CALM, CALM, false);
    assertThat(outcome.problems()).containsExactly("the server died");
    assertThat(outcome.row()).endsWith("| died | 0.0 |");
  }

  @Test
  void theMachineCountsAllThatIsNotIdle() {
    assertThat(Machine.busySeconds("cpu  100 200 300 9999 8888 1 2 3 0 0\ncpu0 1 1 1\n"))
        .isEqualTo(6.06);
  }

  private Outcome outcome(Usage peak, Usage after, boolean alive) {
    return new Outcome(
        "flood", honest, CALM, peak, after, 10 << 20, 11 << 20, 0, 0, alive, List.of("1 x sent"));
  }

  private static long millis(int count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }
}
