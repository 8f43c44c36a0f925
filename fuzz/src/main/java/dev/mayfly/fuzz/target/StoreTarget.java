package dev.mayfly.fuzz.target;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.fuzz.input.Edits;
import dev.mayfly.fuzz.input.Input;
import dev.mayfly.fuzz.world.Limits;
import dev.mayfly.testkit.storage.MemoryStorage;
import dev.mayfly.testkit.suite.BusyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A store with damaged rows of all tables: it is verified, opened and read. Damage is reported or
 * refused as an engine's error; no other exception, no endless loop, no large allocation.
 */
public final class StoreTarget implements Target {
  private static final int SECONDS_MAX = 5;
  private static final long ALLOCATED_BYTES_MAX = 128 << 20;
  private static final int DAMAGES_MAX = 4;
  private static final long SECOND = 1_800_000_000L;
  private static final int SEED = 7;
  private static final int STEPS = 150;

  private static final FeedStart BEGINNING = new FeedStart.Beginning();

  private MemoryStorage base;
  private final List<Row> rows = new ArrayList<>();
  private long now;

  private record Row(Table table, byte[] key, byte[] value) {}

  @Override
  public String name() {
    return "store";
  }

  @Override
  public String about() {
    return "a store with damaged rows: verified, opened and read with nothing but engine errors";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.engine");
  }

  @Override
  public int bytesMax() {
    return 512;
  }

  @Override
  public void run(byte[] input) throws Throwable {
    if (base == null) {
      build();
    }
    Limits.onThread(SECONDS_MAX, ALLOCATED_BYTES_MAX, () -> check(new Input(input)));
  }

  private void build() {
    MovableClock clock = MovableClock.frozenAt(SECOND);
    base = new MemoryStorage();
    try (Engine engine = Engine.open(base, clock, EngineOptions.DEFAULT.withoutBackground())) {
      new BusyStore(new Random(SEED), clock).on(engine).work(STEPS);
      engine.background().catchUp();
    }
    now = clock.epochSecond();
    base = base.reopen();
    try (ReadView view = base.snapshot()) {
      for (Table table : Table.values()) {
        byte[] end = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff};
        try (RowCursor cursor = view.cursor(table, Bytes.EMPTY, end)) {
          while (cursor.next()) {
            rows.add(new Row(table, cursor.key(), cursor.value()));
          }
        }
      }
    }
  }

  private void check(Input input) {
    MemoryStorage damaged = base.reopen();
    damaged.start(GroupListener.NONE);
    damaged.execute(
        view -> {
          for (int i = 0; i < DAMAGES_MAX && !input.atEnd(); i++) {
            Row row = rows.get((input.octet() << 8 | input.octet()) % rows.size());
            int operation = input.below(4);
            Input edits = new Input(input.take(input.octet()));
            switch (operation) {
              case 0 -> view.delete(row.table(), row.key());
              case 1 -> view.put(row.table(), Edits.apply(row.key(), edits), row.value());
              case 2 -> view.put(row.table(), row.key(), edits.rest());
              default -> view.put(row.table(), row.key(), Edits.apply(row.value(), edits));
            }
          }
          return null;
        });
    verify(damaged);
    use(damaged.reopen());
  }

  private static void verify(MemoryStorage storage) {
    try {
      new Verifier(storage).check(problem -> {});
    } catch (EngineException e) {
      requireTold(e);
    }
  }

  private void use(MemoryStorage storage) {
    MovableClock clock = MovableClock.frozenAt(now + 1);
    EngineOptions options = EngineOptions.DEFAULT.withoutBackground();
    try (Engine engine = Engine.open(storage, clock, options)) {
      for (Database database : engine.databases()) {
        for (Container container : engine.containers(database.name())) {
          read(container);
        }
      }
      attempt(engine.background()::catchUp);
    } catch (EngineException e) {
      requireTold(e);
    }
  }

  private static void read(Container container) {
    ReadLimits limits = ReadLimits.items(1000);
    attempt(() -> container.scan(EpkRange.FULL, null, limits));
    attempt(() -> container.changes(BEGINNING, EpkRange.FULL, limits));
    attempt(() -> container.allVersions(BEGINNING, EpkRange.FULL, limits));
    attempt(() -> container.expiries(BEGINNING, limits));
    attempt(container::live);
    attempt(() -> container.metrics().backlog());
    attempt(() -> container.metrics().forecast(10, 10));
    attempt(() -> container.maintenance().purge(1000));
    attempt(() -> container.maintenance().buildIndexes(1000));
  }

  private static void attempt(Runnable reading) {
    try {
      reading.run();
    } catch (EngineException e) {
      requireTold(e);
    }
  }

  /** A defect has a code of its own, which damage must not have. */
  private static void requireTold(EngineException e) {
    if (e.code() == ErrorCode.INTERNAL) {
      throw e;
    }
  }
}
