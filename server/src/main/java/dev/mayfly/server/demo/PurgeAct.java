package dev.mayfly.server.demo;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;

/** Third act: expired items are purged, in idle time. */
final class PurgeAct {
  private static final int WAIT_MILLIS = 300;

  /** The demo is over before a slow disk is done; there is nothing more to see then. */
  private static final int ATTEMPTS_MAX = 5;

  private final Screen screen;
  private final Engine engine;
  private final Container container;

  PurgeAct(Screen screen, Engine engine, Container container) {
    this.screen = requireNonNull(screen, "screen");
    this.engine = requireNonNull(engine, "engine");
    this.container = requireNonNull(container, "container");
  }

  void play() {
    screen.line(screen.bold("3. The purge is resumed, and follows when it has time"));
    long start = System.nanoTime();
    engine.background().resume();
    long left = container.metrics().backlog().items();
    long purged = container.metrics().purgedItemsTotal();
    for (int attempt = 0; attempt < ATTEMPTS_MAX && left > 0; attempt++) {
      Screen.sleep(WAIT_MILLIS);
      left = container.metrics().backlog().items();
      double seconds = (System.nanoTime() - start) / 1e9;
      double rate = (container.metrics().purgedItemsTotal() - purged) / seconds;
      screen.line(
          "   after %.1f s   still on disk %9s   %s"
              .formatted(
                  seconds,
                  Demo.count(left),
                  screen.dim(Demo.count(Math.round(rate)) + " deleted per second")));
    }
    if (left > 0) {
      screen.line(screen.dim("   ... and so on, until nothing is left."));
    }
  }
}
