package dev.mayfly.net.port;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.tls.TlsSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How a port listens.
 *
 * @param address port 0 = any free port
 * @param checkPeriod between two checks of a connection's timeouts
 */
public record PortSettings(
    InetSocketAddress address,
    TlsSettings tls,
    ConnectionLimits.Settings connections,
    Duration checkPeriod) {
  private static final long CHECKED_TIMEOUT_NANOS_MAX = TimeUnit.SECONDS.toNanos(4);

  public PortSettings {
    requireNonNull(address, "address");
    requireNonNull(tls, "tls");
    requireNonNull(connections, "connections");
    if (checkPeriod.isZero() || checkPeriod.isNegative()) {
      throw new IllegalArgumentException("checkPeriod is " + checkPeriod + ": it must be positive");
    }
  }

  /** A period so short that none of these timeouts is overrun by much. */
  public static Duration checkPeriod(Duration... timeouts) {
    long shortest = Stream.of(timeouts).mapToLong(Duration::toNanos).min().getAsLong();
    return Duration.ofNanos(Math.max(1, Math.min(shortest, CHECKED_TIMEOUT_NANOS_MAX) / 4));
  }
}
