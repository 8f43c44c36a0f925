package dev.mayfly.embedded;

import static java.util.Objects.requireNonNull;

import dev.mayfly.embedded.bridge.Server;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The clock of a server, which TTL goes by. It is a {@link Clock} (and so an {@code
 * InstantSource}): give it to the program under test, and the dates that the program writes agree
 * with the server however the clock is moved.
 */
public final class MayflyClock extends Clock {
  private final Server server;
  private final ZoneId zone;

  MayflyClock(Server server, ZoneId zone) {
    this.server = requireNonNull(server, "server");
    this.zone = requireNonNull(zone, "zone");
  }

  static MayflyClock of(Server server) {
    return new MayflyClock(server, ZoneOffset.UTC);
  }

  /**
   * Moves the clock forward, frozen or not. When this returns, whatever has expired meanwhile is
   * gone for every reader.
   *
   * @param by whole seconds, not negative: the clock never goes back
   * @throws IllegalArgumentException if it is something else
   * @throws IllegalStateException if the server keeps its data: its clock can't be moved
   */
  public void advance(Duration by) {
    if (by.isNegative() || by.getNano() != 0) {
      throw new IllegalArgumentException(
          "the clock moves forward by whole seconds, not by " + by + "; reset() takes it back");
    }
    server.advance(by.toSeconds());
  }

  /** The clock stands still until it is advanced, or resumed. */
  public void freeze() {
    server.freeze();
  }

  /** The clock ticks again from where it stands. */
  public void resume() {
    server.resume();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(server.epochMilli());
  }

  @Override
  public long millis() {
    return server.epochMilli();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public MayflyClock withZone(ZoneId other) {
    return new MayflyClock(server, other);
  }

  @Override
  public String toString() {
    return "MayflyClock[" + instant() + "]";
  }
}
