package shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.embedded.MayflyClock;
import dev.mayfly.junit.MayflyServer;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
@MayflyServer
class LogInTest {
  @Autowired private LogIn logIn;
  @Autowired private Sessions sessions;

  @RepeatedTest(2)
  void aSessionEndsAfterThirtyDays(MayflyClock clock) {
    logIn.open("ann");
    clock.advance(Duration.ofDays(30).minusSeconds(1));
    assertThat(sessions.existsById("ann")).isTrue();
    clock.advance(Duration.ofSeconds(1));
    assertThat(sessions.existsById("ann")).isFalse();
  }
}
