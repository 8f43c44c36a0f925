package dev.mayfly.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.embedded.Mayfly;
import dev.mayfly.embedded.MayflyClock;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;

/** The annotation, with a server for each test. */
@MayflyServer(
    startAt = "2031-05-01T00:00:00Z",
    lifecycle = MayflyServer.Lifecycle.PER_METHOD,
    settings = "default-throughput=400")
class MayflyServerTest {
  private static final Set<String> ADDRESSES = new HashSet<>();

  @RepeatedTest(2)
  void everyTestHasItsOwn(Mayfly mayfly, MayflyClock server, Clock clock, InstantSource source) {
    ADDRESSES.add(mayfly.toString() + System.identityHashCode(mayfly));
    server.advance(Duration.ofDays(1));
    assertThat(clock.instant()).isEqualTo("2031-05-02T00:00:00Z").isEqualTo(source.instant());
    assertThat(mayfly.now()).isEqualTo(clock.instant());
  }

  @AfterAll
  static void thereWereTwo() {
    assertThat(ADDRESSES).hasSize(2);
  }
}
