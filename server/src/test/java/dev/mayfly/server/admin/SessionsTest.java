package dev.mayfly.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Sessions sessions = new Sessions(nanos::get);

  private static AdminRequest with(String cookie) {
    return new AdminRequest(
        "GET", "/", Map.of(), Map.of("cookie", cookie), new byte[0], 0, Grant.NONE);
  }

  private static String cookie(Sessions.Session session) {
    return "other=1; " + Sessions.COOKIE + "=" + session.id();
  }

  private static Grant grant(AtomicBoolean inForce) {
    return new Grant("someone", false, null, null, inForce::get);
  }

  @Test
  void aSessionLastsAsLongAsItIsUsed() {
    Sessions.Session session = sessions.open(grant(new AtomicBoolean(true)));
    for (int i = 0; i < 3; i++) {
      nanos.addAndGet(Sessions.IDLE_NANOS);
      assertThat(sessions.find(with(cookie(session)))).contains(session);
    }
    nanos.addAndGet(Sessions.IDLE_NANOS + 1);
    assertThat(sessions.find(with(cookie(session)))).isEmpty();
  }

  @Test
  void aSessionEndsWithItsCredentialsAndWhenItIsClosed() {
    AtomicBoolean inForce = new AtomicBoolean(true);
    Sessions.Session first = sessions.open(grant(inForce));
    Sessions.Session second = sessions.open(grant(new AtomicBoolean(true)));
    assertThat(first.token()).isNotEqualTo(first.id()).isNotEqualTo(second.token());
    inForce.set(false);
    assertThat(sessions.find(with(cookie(first)))).isEmpty();
    assertThat(sessions.find(with(cookie(second)))).contains(second);
    sessions.close(second);
    assertThat(sessions.find(with(cookie(second)))).isEmpty();
    assertThat(sessions.find(with("mayfly-session="))).isEmpty();
    assertThat(sessions.find(with("nonsense"))).isEmpty();
  }

  @Test
  void theOneThatIsIdleLongestMakesRoom() {
    List<Sessions.Session> all = new ArrayList<>();
    for (int i = 0; i <= Sessions.SESSIONS_MAX; i++) {
      nanos.incrementAndGet();
      all.add(sessions.open(grant(new AtomicBoolean(true))));
    }
    assertThat(sessions.find(with(cookie(all.get(0))))).isEmpty();
    assertThat(sessions.find(with(cookie(all.get(1))))).isPresent();
  }
}
