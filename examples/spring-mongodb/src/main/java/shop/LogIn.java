package shop;

import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Service;

/** Opens sessions of thirty days, by a clock that tests replace. */
@Service
public class LogIn {
  private static final Duration LIFETIME = Duration.ofDays(30);

  private final Sessions sessions;
  private final Clock clock;

  public LogIn(Sessions sessions, Clock clock) {
    this.sessions = sessions;
    this.clock = clock;
  }

  public Session open(String user) {
    return sessions.save(new Session(user, clock.instant().plus(LIFETIME)));
  }
}
