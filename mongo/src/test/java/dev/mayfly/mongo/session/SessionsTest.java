package dev.mayfly.mongo.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Sessions sessions = new Sessions(3, nanos::get);
  private final List<SessionId> ended = new ArrayList<>();

  private static SessionId id(int number) {
    return new SessionId(number, number, "");
  }

  private void passMinutes(int minutes) {
    nanos.addAndGet(TimeUnit.MINUTES.toNanos(minutes));
  }

  @Test
  void aSessionIsTheSameUntilItEnds() {
    sessions.onEnd(session -> ended.add(session.id()));
    Session session = sessions.use(id(1));
    StringBuilder kept = session.keep(StringBuilder.class, StringBuilder::new);

    assertThat(sessions.use(id(1))).isSameAs(session);
    assertThat(session.keep(StringBuilder.class, StringBuilder::new)).isSameAs(kept);
    assertThat(sessions.use(new SessionId(1, 1, "admin.ann"))).isNotSameAs(session);

    sessions.end(id(1));
    sessions.end(id(1));

    assertThat(ended).containsExactly(id(1));
    assertThat(session.isEnded()).isTrue();
    assertThat(sessions.use(id(1))).isNotSameAs(session);
  }

  @Test
  void aSessionThatIsNotUsedEndsByItself() {
    sessions.onEnd(session -> ended.add(session.id()));
    Session idle = sessions.use(id(1));
    passMinutes(20);
    Session used = sessions.use(id(2));
    passMinutes(20);
    sessions.use(id(2));

    assertThat(ended).containsExactly(id(1));
    assertThat(idle.isEnded()).isTrue();
    assertThat(used.isEnded()).isFalse();
    assertThat(sessions.size()).isEqualTo(1);
  }

  @Test
  void thereAreOnlySoMany() {
    sessions.use(id(1));
    sessions.use(id(2));
    sessions.use(id(3));

    assertThatThrownBy(() -> sessions.use(id(4)))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(261));
    sessions.use(id(3));
    passMinutes(31);
    sessions.use(id(4));

    assertThat(sessions.size()).isEqualTo(1);
  }

  @Test
  void oneUserCannotTakeThemAll() {
    Sessions shared = new Sessions(4, nanos::get);
    shared.use(new SessionId(1, 1, "admin.mallory"));
    shared.use(new SessionId(2, 2, "admin.mallory"));

    assertThatThrownBy(() -> shared.use(new SessionId(3, 3, "admin.mallory")))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(261));
    shared.use(new SessionId(3, 3, "admin.ann"));
    shared.end(new SessionId(1, 1, "admin.mallory"));
    shared.use(new SessionId(3, 3, "admin.mallory"));

    assertThat(shared.size()).isEqualTo(3);
  }
}
