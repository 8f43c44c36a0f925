package dev.mayfly.server.demo;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.item.ItemKey;
import java.util.List;

/** First act: items with different ttls, each gone in its second. */
final class ExpiryAct {
  private static final String PARTITION = "ada";
  private static final int DEFAULT_SECONDS = 3;
  private static final int LAST_SECOND = 5;

  /**
   * @param ttlSeconds null = the container's default
   */
  private record Guest(String id, Integer ttlSeconds, String meaning) {}

  private static final List<Guest> GUESTS =
      List.of(
          new Guest("code", 1, "ttl 1"),
          new Guest("session", 2, "ttl 2"),
          new Guest("cart", null, "no ttl: the container's default, " + DEFAULT_SECONDS),
          new Guest("token", 5, "ttl 5: longer than the default"),
          new Guest("account", -1, "ttl -1: never"));

  private final Screen screen;
  private final MovableClock clock;
  private final Container container;

  ExpiryAct(Screen screen, Engine engine, MovableClock clock) {
    this.screen = requireNonNull(screen, "screen");
    this.clock = requireNonNull(clock, "clock");
    this.container =
        engine.createContainer(Demo.DATABASE, Demo.container("things", DEFAULT_SECONDS));
  }

  void play() {
    screen.line(screen.bold("1. Each item dies in its second"));
    for (Guest guest : GUESTS) {
      container.create(key(guest), DemoDocuments.of(guest.id(), PARTITION, guest.ttlSeconds()));
      screen.line("   write  %-9s%s".formatted(guest.id(), screen.dim(guest.meaning())));
    }
    screen.pause(900);
    screen.line();
    screen.line(screen.dim("   second  found by reading                   count"));
    for (int second = 0; second <= LAST_SECOND; second++) {
      if (second > 0) {
        clock.advance(1);
      }
      screen.line(row(second));
      screen.pause(380);
    }
    screen.line(
        "   Rows that the paused purge left on disk: %s. Invisible to readers."
            .formatted(screen.bold(Demo.count(container.metrics().backlog().items()))));
    screen.line();
    screen.pause(700);
  }

  private String row(int second) {
    StringBuilder row = new StringBuilder("     +%d    ".formatted(second));
    StringBuilder died = new StringBuilder();
    for (Guest guest : GUESTS) {
      boolean alive = container.read(key(guest)) != null;
      String shown = alive ? guest.id() : ".".repeat(guest.id().length());
      row.append(alive ? screen.alive(shown) : screen.dim(shown)).append("  ");
      if (!alive && second == diesAt(guest)) {
        died.append("   ").append(screen.gone(guest.id() + ": 404"));
      }
    }
    return row.append("  ").append(container.live().items()).append(died).toString();
  }

  private static int diesAt(Guest guest) {
    return guest.ttlSeconds() == null ? DEFAULT_SECONDS : guest.ttlSeconds();
  }

  private static ItemKey key(Guest guest) {
    return ItemKey.of(PARTITION, guest.id());
  }
}
