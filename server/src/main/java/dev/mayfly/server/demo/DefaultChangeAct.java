package dev.mayfly.server.demo;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.MovableClock;

/** Second act: the default is changed over very many items, and dead stays dead. */
final class DefaultChangeAct {
  private static final int SHORTER_SECONDS = 30;
  private static final int PASSING_SECONDS = 60;

  private final Screen screen;
  private final Engine engine;
  private final MovableClock clock;
  private final BulkLoad load;

  DefaultChangeAct(Screen screen, Engine engine, MovableClock clock, BulkLoad load) {
    this.screen = requireNonNull(screen, "screen");
    this.engine = requireNonNull(engine, "engine");
    this.clock = requireNonNull(clock, "clock");
    this.load = requireNonNull(load, "load");
  }

  void play() {
    screen.line(screen.bold("2. A new default over very many items, in constant time"));
    while (!load.isDone()) {
      screen.passing("   writing  " + Demo.count(load.written()) + " items");
      Screen.sleep(50);
    }
    load.join();
    screen.settled(
        "   %-32s%s"
            .formatted(
                Demo.count(load.written()) + " items written",
                screen.dim("in %.1f s; the default is one hour".formatted(load.seconds()))));
    clock.advance(PASSING_SECONDS);
    print("a minute passes", "");
    screen.pause(400);
    long expiring = events().metrics().dryRun(SHORTER_SECONDS).items();
    screen.line(
        "   dry run: a default of %d s would expire %s items"
            .formatted(SHORTER_SECONDS, Demo.count(expiring)));
    print("default 3600 -> " + SHORTER_SECONDS, milliseconds(SHORTER_SECONDS));
    screen.pause(400);
    print("default " + SHORTER_SECONDS + " -> off", milliseconds(null));
    screen.line("   " + screen.bold("Dead stays dead") + ", whatever the default becomes.");
    screen.line();
    screen.pause(300);
  }

  private String milliseconds(Integer defaultTtlSeconds) {
    long start = System.nanoTime();
    engine.replaceContainer(Demo.DATABASE, Demo.container("events", defaultTtlSeconds));
    return "took %.1f ms".formatted((System.nanoTime() - start) / 1e6);
  }

  private void print(String what, String remark) {
    int any = load.itemsTotal() / 8;
    boolean alive = events().read(BulkLoad.key(any)) != null;
    String read = BulkLoad.id(any) + ": " + (alive ? "200" : "404");
    screen.line(
        "   %-20s count %9s   %s%s"
            .formatted(
                what,
                Demo.count(events().live().items()),
                alive ? screen.alive(read) : screen.gone(read),
                remark.isEmpty() ? "" : "   " + screen.bold(remark)));
  }

  private Container events() {
    return engine.container(Demo.DATABASE, "events");
  }
}
