package dev.mayfly.net.limit;

import static java.util.Objects.requireNonNull;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many connections a port has. Those that have not authenticated have a smaller limit of their
 * own; at it, and at any other limit, the one of them that has been idle longest is closed for a
 * new one. An authenticated connection is never closed for another.
 *
 * <p>A port without authentication treats a connection as authenticated after its first complete
 * request.
 */
public final class ConnectionLimits {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimits.class);

  private final Settings settings;
  private final LongSupplier nanoTime;

  // Guarded by this.
  private final Set<Place> places = new HashSet<>();
  private int unauthenticated;

  /**
   * @param connectionsMax for all connections
   * @param addressMax for the connections of one remote address
   * @param loopbackMax for those of the loopback addresses, which all local clients share
   * @param unauthenticatedMax for connections that have not authenticated
   * @param addressUnauthenticatedMax for those of one remote address, other than loopback
   * @param firstRequestTime until the first complete request, including a TLS handshake
   * @param unauthenticatedIdleTime that a connection may be idle before it has authenticated
   */
  public record Settings(
      int connectionsMax,
      int addressMax,
      int loopbackMax,
      int unauthenticatedMax,
      int addressUnauthenticatedMax,
      Duration firstRequestTime,
      Duration unauthenticatedIdleTime) {
    public Settings {
      requirePositive(connectionsMax, "connectionsMax");
      requirePositive(addressMax, "addressMax");
      requirePositive(loopbackMax, "loopbackMax");
      requirePositive(unauthenticatedMax, "unauthenticatedMax");
      requirePositive(addressUnauthenticatedMax, "addressUnauthenticatedMax");
      requirePositive(firstRequestTime.toNanos(), "firstRequestTime");
      requirePositive(unauthenticatedIdleTime.toNanos(), "unauthenticatedIdleTime");
    }

    private static void requirePositive(long value, String name) {
      if (value <= 0) {
        throw new IllegalArgumentException(name + " is " + value + ": it must be positive");
      }
    }

    /**
     * A quarter of all connections for one remote address, seven eighths for loopback, a quarter
     * for those that have not authenticated, and a quarter of that for each remote address.
     */
    public static Settings of(int connectionsMax, Duration firstRequest, Duration idle) {
      return new Settings(
          connectionsMax,
          part(connectionsMax, 1, 4),
          part(connectionsMax, 7, 8),
          part(connectionsMax, 1, 4),
          part(connectionsMax, 1, 16),
          firstRequest,
          idle);
    }

    private static int part(int whole, int numerator, int denominator) {
      return Math.max(1, (int) ((long) whole * numerator / denominator));
    }
  }

  public ConnectionLimits(Settings settings) {
    this(settings, System::nanoTime);
  }

  ConnectionLimits(Settings settings, LongSupplier nanoTime) {
    this.settings = requireNonNull(settings, "settings");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
  }

  /**
   * Admits a new connection, if need be by closing one that has not authenticated. Its place is
   * free again when the channel closes.
   *
   * @return null if it is refused: the caller closes it
   */
  public Place admit(Channel channel) {
    Place place = new Place(channel, address(channel), nanoTime.getAsLong());
    List<Place> closed = new ArrayList<>(1);
    boolean admitted;
    synchronized (this) {
      admitted = isFree(place, closed);
      if (admitted) {
        places.add(place);
        unauthenticated++;
      }
    }
    closed.forEach(Place::evict);
    if (!admitted) {
      LOG.debug("{} is refused: there are too many connections", channel);
      return null;
    }
    channel.closeFuture().addListener(gone -> remove(place));
    return place;
  }

  private static InetAddress address(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress remote
            && !remote.getAddress().isLoopbackAddress()
        ? remote.getAddress()
        : InetAddress.getLoopbackAddress();
  }

  /** Whether there is a free place, if need be after another connection has been closed. */
  private boolean isFree(Place place, List<Place> closed) {
    Predicate<Place> same = each -> each.address.equals(place.address);
    boolean loopback = place.address.isLoopbackAddress();
    int ofAddress = 0;
    int unauthenticatedOfAddress = 0;
    for (Place each : places) {
      if (same.test(each)) {
        ofAddress++;
        unauthenticatedOfAddress += each.authenticated ? 0 : 1;
      }
    }
    if (ofAddress >= (loopback ? settings.loopbackMax : settings.addressMax)
        || !loopback && unauthenticatedOfAddress >= settings.addressUnauthenticatedMax) {
      return close(same, closed);
    }
    if (places.size() >= settings.connectionsMax
        || unauthenticated >= settings.unauthenticatedMax) {
      return close(each -> true, closed);
    }
    return true;
  }

  /** Those that never sent a complete request come first, then those that are idle longest. */
  private boolean close(Predicate<Place> of, List<Place> closed) {
    Place victim = null;
    for (Place each : places) {
      if (!each.authenticated && of.test(each) && (victim == null || each.isBefore(victim))) {
        victim = each;
      }
    }
    if (victim == null) {
      return false;
    }
    remove(victim);
    closed.add(victim);
    return true;
  }

  private synchronized void remove(Place place) {
    if (places.remove(place) && !place.authenticated) {
      unauthenticated--;
    }
  }

  public synchronized int count() {
    return places.size();
  }

  /** Those of them that have not authenticated. */
  public synchronized int unauthenticatedCount() {
    return unauthenticated;
  }

  /** The place of one connection. Safe to use from several threads. */
  public final class Place {
    private final Channel channel;
    private final InetAddress address;
    private volatile long activeNanos;
    private volatile boolean requested;
    private volatile boolean authenticated;

    private Place(Channel channel, InetAddress address, long now) {
      this.channel = channel;
      this.address = address;
      this.activeNanos = now;
    }

    /** The remote address; all loopback addresses count as one. */
    public InetAddress address() {
      return address;
    }

    /** A complete request has arrived. */
    public void requested() {
      requested = true;
      active();
    }

    /** Something has been sent that the client waits for. */
    public void active() {
      if (!authenticated) {
        activeNanos = nanoTime.getAsLong();
      }
    }

    /** The client has authenticated, or need not. */
    public void authenticated() {
      if (authenticated) {
        return;
      }
      synchronized (ConnectionLimits.this) {
        if (!authenticated && places.contains(this)) {
          authenticated = true;
          unauthenticated--;
        }
      }
    }

    public boolean isAuthenticated() {
      return authenticated;
    }

    /** Whether the time to send a request, or to authenticate, is over. */
    public boolean isLate() {
      if (authenticated) {
        return false;
      }
      Duration most = requested ? settings.unauthenticatedIdleTime : settings.firstRequestTime;
      return nanoTime.getAsLong() - activeNanos > most.toNanos();
    }

    private boolean isBefore(Place other) {
      return requested == other.requested ? activeNanos - other.activeNanos < 0 : !requested;
    }

    private void evict() {
      LOG.debug("{} has not authenticated and is closed: its place is needed", channel);
      abort();
    }

    /**
     * Closes the connection at once, from any thread. Not through the handler of TLS, which would
     * wait for a client that does not read to take its close_notify.
     */
    public void abort() {
      try {
        channel.eventLoop().execute(() -> channel.unsafe().close(channel.unsafe().voidPromise()));
      } catch (RejectedExecutionException e) {
        LOG.debug("{} is closed already: its event loop has ended", channel);
      }
    }
  }
}
