package dev.mayfly.net.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.net.limit.ConnectionLimits.Place;
import dev.mayfly.net.limit.ConnectionLimits.Settings;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionLimitsTest {
  private static final Duration FIRST_REQUEST = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final Settings SETTINGS = new Settings(10, 5, 8, 4, 2, FIRST_REQUEST, IDLE);

  private long nanos = 1;
  private final ConnectionLimits limits = new ConnectionLimits(SETTINGS, () -> nanos);

  /** A connection from an address. */
  private static final class Remote extends EmbeddedChannel {
    private final SocketAddress address;

    Remote(String host) {
      address = new InetSocketAddress(host, 1);
    }

    @Override
    protected SocketAddress remoteAddress0() {
      return address == null ? super.remoteAddress0() : address;
    }

    @Override
    public SocketAddress remoteAddress() {
      return remoteAddress0();
    }

    boolean isClosed() {
      runPendingTasks();
      return !isOpen();
    }
  }

  private final List<Remote> channels = new ArrayList<>();

  private Place connect(String host) {
    nanos++;
    Remote channel = new Remote(host);
    channels.add(channel);
    return limits.admit(channel);
  }

  private void connectAuthenticated(String host) {
    Place place = connect(host);
    place.requested();
    place.authenticated();
  }

  private List<Integer> closed() {
    List<Integer> closed = new ArrayList<>();
    for (int i = 0; i < channels.size(); i++) {
      if (channels.get(i).isClosed()) {
        closed.add(i);
      }
    }
    return closed;
  }

  @Test
  void theLongestIdleUnauthenticatedConnectionMakesRoom() {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      places.add(connect("127.0.0.1"));
      places.get(i).requested();
    }
    nanos++;
    places.get(0).requested();

    assertThat(connect("127.0.0.1")).isNotNull();
    assertThat(closed()).containsExactly(1);
    assertThat(limits.count()).isEqualTo(4);
    assertThat(limits.unauthenticatedCount()).isEqualTo(4);
  }

  @Test
  void whoNeverSentARequestMakesRoomFirst() {
    connect("127.0.0.1").requested();
    connect("127.0.0.1").requested();
    connect("127.0.0.1");
    connect("127.0.0.1").requested();

    connect("127.0.0.1");
    assertThat(closed()).containsExactly(2);
  }

  @Test
  void unauthenticatedConnectionsCannotUseUpAllPlaces() {
    for (int i = 0; i < 100; i++) {
      assertThat(connect("127.0.0.1")).isNotNull();
    }
    assertThat(limits.count()).isEqualTo(4);
    for (int i = 0; i < 8; i++) {
      connectAuthenticated("127.0.0.1");
    }
    assertThat(limits.count() - limits.unauthenticatedCount()).isEqualTo(8);
  }

  @Test
  void authenticatedConnectionsAreNeverClosedForOthers() {
    for (int i = 0; i < 8; i++) {
      connectAuthenticated("127.0.0.1");
    }
    assertThat(connect("127.0.0.1")).isNull();
    assertThat(closed()).isEmpty();

    // Seven eighths are for this machine; the rest is for others.
    connectAuthenticated("10.0.0.1");
    connectAuthenticated("10.0.0.2");
    assertThat(connect("10.0.0.3")).isNull();
    assertThat(limits.count()).isEqualTo(10);
  }

  @Test
  void oneRemoteAddressOnlyClosesItsOwn() {
    connect("10.0.0.1");
    connect("10.0.0.1");
    connect("10.0.0.2");
    for (int i = 0; i < 20; i++) {
      assertThat(connect("10.0.0.2")).isNotNull();
    }
    assertThat(channels.get(0).isClosed()).isFalse();
    assertThat(channels.get(1).isClosed()).isFalse();
    assertThat(limits.count()).isEqualTo(4);
  }

  @Test
  void oneRemoteAddressHasALimitForAuthenticatedConnectionsToo() {
    for (int i = 0; i < 5; i++) {
      connectAuthenticated("10.0.0.1");
    }
    assertThat(connect("10.0.0.1")).isNull();
    assertThat(connect("10.0.0.2")).isNotNull();
  }

  @Test
  void loopbackIsOneAddress() {
    for (int i = 0; i < 8; i++) {
      connectAuthenticated("127.0.0." + (i + 1));
    }
    assertThat(connect("127.0.0.99")).isNull();
    assertThat(connect("::1")).isNull();
  }

  @Test
  void aPlaceIsFreeWhenItsConnectionCloses() {
    for (int i = 0; i < 8; i++) {
      connectAuthenticated("127.0.0.1");
    }
    channels.get(3).close();
    assertThat(limits.count()).isEqualTo(7);
    assertThat(connect("127.0.0.1")).isNotNull();
    channels.forEach(EmbeddedChannel::close);
    assertThat(limits.count()).isZero();
    assertThat(limits.unauthenticatedCount()).isZero();
  }

  @Test
  void whoWasClosedForAnotherCannotAuthenticateAfterwards() {
    Place first = connect("127.0.0.1");
    for (int i = 0; i < 4; i++) {
      connect("127.0.0.1");
    }
    first.authenticated();
    assertThat(first.isAuthenticated()).isFalse();
    assertThat(limits.unauthenticatedCount()).isEqualTo(4);
  }

  @Test
  void theFirstRequestHasATimeLimitAndSoHasBeingIdleWithoutAuthentication() {
    Place silent = connect("127.0.0.1");
    Place asking = connect("127.0.0.1");
    Place known = connect("127.0.0.1");
    asking.requested();
    known.requested();
    known.authenticated();

    nanos += FIRST_REQUEST.toNanos() + TimeUnit.SECONDS.toNanos(1);
    assertThat(silent.isLate()).isTrue();
    assertThat(asking.isLate()).isFalse();

    nanos += IDLE.toNanos();
    assertThat(asking.isLate()).isTrue();
    assertThat(known.isLate()).isFalse();

    asking.active();
    assertThat(asking.isLate()).isFalse();
  }

  @Test
  void sharesFollowFromTheTotal() {
    assertThat(Settings.of(4096, FIRST_REQUEST, IDLE))
        .isEqualTo(new Settings(4096, 1024, 3584, 1024, 256, FIRST_REQUEST, IDLE));
    assertThat(Settings.of(1, FIRST_REQUEST, IDLE))
        .isEqualTo(new Settings(1, 1, 1, 1, 1, FIRST_REQUEST, IDLE));
  }
}
