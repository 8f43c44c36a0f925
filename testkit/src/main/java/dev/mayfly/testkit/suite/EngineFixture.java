package dev.mayfly.testkit.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * An engine without a background thread, on a clock that stands still and real time that a test
 * moves, and the small things that its tests are made of. After each test the background work is
 * done to its end, and the store must be in order.
 */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class EngineFixture {
  /** When the tests begin: 2026-01-01T00:00:00Z. */
  protected static final long START = 1_767_225_600L;

  protected static final String DATABASE = "d";

  protected EngineStores stores;
  protected CountingStorage storage;
  protected MovableClock clock;
  protected ManualRealTime realTime;
  protected Engine engine;

  private static final byte[] PAST_ALL_KEYS = {-1, -1, -1, -1, -1, -1, -1, -1};

  private EngineOptions options;
  private final List<Engine> others = new ArrayList<>();

  /** The kind of storage that the suite runs on. */
  protected abstract EngineStores stores();

  @BeforeEach
  final void openEngine() {
    stores = stores();
    clock = MovableClock.frozenAt(START);
    realTime = new ManualRealTime();
    options = EngineOptions.DEFAULT.withoutBackground().withRealTime(realTime);
    storage = new CountingStorage(stores.open());
    engine = Engine.open(storage, clock, options);
    engine.createDatabase(DATABASE);
  }

  @AfterEach
  final void closeEngine() {
    try {
      if (!isClosed(engine)) {
        verify();
        engine.background().catchUp();
        verify();
      }
    } finally {
      others.forEach(Engine::close);
      engine.close();
      stores.close();
    }
  }

  /** Nothing is wrong in the store as it stands. */
  protected final void verify() {
    List<String> problems = new ArrayList<>();
    new Verifier(storage, options.filters()).check(problems::add);
    assertThat(problems).as("problems in the store").isEmpty();
  }

  private static boolean isClosed(Engine engine) {
    try {
      engine.databases();
      return false;
    } catch (EngineException e) {
      return true;
    }
  }

  /** Closes the engine and opens what it left. */
  protected final void reopen() {
    reopen(options);
  }

  protected final void reopen(EngineOptions next) {
    reopen(clock, next);
  }

  protected final void reopen(TtlClock nextClock, EngineOptions next) {
    options = next;
    if (!isClosed(engine)) {
      verify();
    }
    engine.close();
    storage = new CountingStorage(stores.reopen(storage.inner()));
    engine = Engine.open(storage, nextClock, next);
  }

  protected final EngineOptions options() {
    return options;
  }

  /** An engine that is closed after the test. */
  protected final Engine alsoClose(Engine other) {
    others.add(other);
    return other;
  }

  /** A storage with the same rows as the engine's, not started. */
  protected final Storage copyOfStorage() {
    engine.background().foldCounts();
    Storage copy = stores.open();
    copy.start(new RecordingListener());
    try (ReadView rows = storage.snapshot()) {
      copy.execute(view -> copyRows(rows, view));
    }
    return stores.reopen(copy);
  }

  private static Void copyRows(ReadView from, WriteView to) {
    for (Table table : Table.values()) {
      try (RowCursor rows = from.cursor(table, new byte[0], PAST_ALL_KEYS)) {
        while (rows.next()) {
          to.put(table, rows.key(), rows.value());
        }
      }
    }
    return null;
  }

  protected static ContainerDefinition.Builder named(String name) {
    return ContainerDefinition.named(name).partitionKey("/pk");
  }

  protected final Container create(ContainerDefinition.Builder definition) {
    return engine.createContainer(DATABASE, definition.build());
  }

  /** A container named c, partitioned by /pk, with that default. */
  protected final Container container(Integer defaultTtl) {
    return create(named("c").defaultTtl(defaultTtl));
  }

  protected final Container change(
      Container container, UnaryOperator<ContainerDefinition.Builder> change) {
    return engine.replaceContainer(
        DATABASE, change.apply(container.definition().toBuilder()).build());
  }

  protected final Container changeDefault(Container container, Integer defaultTtl) {
    return change(container, definition -> definition.defaultTtl(defaultTtl));
  }

  /** The container of that name as the engine has it now, after a reopening for example. */
  protected final Container again(Container container) {
    return engine.container(DATABASE, container.name());
  }

  /** The key of an item of the partition p. */
  protected static ItemKey key(String id) {
    return ItemKey.of("p", id);
  }

  protected static byte[] body(String id) {
    return Bodies.of(id);
  }

  /** Writes an item of the partition p, its ttl as in {@link Bodies#of(String, Object...)}. */
  protected static WriteOutcome put(Container container, String id, Object... properties) {
    return container.upsert(key(id), Bodies.of(id, properties));
  }

  /** Writes many items of the partition p. */
  protected static void putMany(Container container, String prefix, int count, Object... more) {
    for (int i = 0; i < count; i++) {
      put(container, prefix + i, more);
    }
  }

  /** Writes an item whose time counts from an earlier second. */
  protected static WriteOutcome putImported(
      Container container, long keptSecond, String id, Object... properties) {
    return container.write(
        new WriteRequest.Import(key(id), Bodies.of(id, properties), keptSecond, TtlReading.STRICT));
  }

  protected static boolean isThere(Container container, String id) {
    return container.read(key(id)) != null;
  }

  /** The ids that a scan over everything finds, in key order. */
  protected static List<String> scanned(Container container) {
    return pages(
        continuation -> container.scan(EpkRange.FULL, continuation, ReadLimits.DEFAULT),
        item -> Bodies.id(item.body()));
  }

  /** The ids that the change feed returns from its beginning. */
  protected static List<String> changed(Container container) {
    return ids(
        container.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT).entries());
  }

  protected static List<String> ids(List<Item> items) {
    return items.stream().map(item -> Bodies.id(item.body())).toList();
  }

  private static <T, R> List<R> pages(Function<byte[], Page<T>> page, Function<T, R> each) {
    List<R> all = new ArrayList<>();
    byte[] continuation = null;
    do {
      Page<T> next = page.apply(continuation);
      next.entries().forEach(entry -> all.add(each.apply(entry)));
      continuation = next.continuation();
    } while (continuation != null);
    return all;
  }

  /** Purges all that is due and may be purged now; returns how many items. */
  protected static int purge(Container container) {
    int purged = 0;
    for (int step = container.maintenance().purge(1000);
        step > 0;
        step = container.maintenance().purge(1000)) {
      purged += step;
    }
    return purged;
  }

  /** Purges everything everywhere that is due. */
  protected final void purgeAll() {
    engine.background().catchUp();
    forEachContainer(EngineFixture::purge);
  }

  protected final void forEachContainer(Consumer<Container> action) {
    engine.databases().forEach(each -> engine.containers(each.name()).forEach(action));
  }

  /** An expiry as "id@second after the start". */
  protected static String described(ChangeFeed.Expiry expiry) {
    return Bodies.id(expiry.item().body()) + "@" + (expiry.deathSecond() - START);
  }

  protected static EngineException assertFails(ErrorCode code, ThrowingCallable call) {
    EngineException[] caught = new EngineException[1];
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            EngineException.class,
            exception -> {
              assertThat(exception.code()).as(exception.getMessage()).isEqualTo(code);
              caught[0] = exception;
            });
    return caught[0];
  }

  /** Asserts that an item lives for exactly that long from now on, as every path sees it. */
  protected final void assertDiesAfter(Container container, String id, long seconds) {
    clock.advance(seconds - 1);
    assertLives(container, id);
    clock.advance(1);
    assertDead(container, id);
  }

  /** Asserts that an item outlives the longest ttl there is. */
  protected final void assertNeverDies(Container container, String id) {
    clock.advance(Integer.MAX_VALUE);
    clock.advance(Integer.MAX_VALUE);
    assertLives(container, id);
  }

  protected static void assertLives(Container container, String id) {
    assertThat(isThere(container, id)).as("%s is read", id).isTrue();
    assertThat(scanned(container)).as("a scan").contains(id);
    assertThat(changed(container)).as("the feed").contains(id);
  }

  protected static void assertDead(Container container, String id) {
    assertThat(isThere(container, id)).as("%s is read", id).isFalse();
    assertThat(scanned(container)).as("a scan").doesNotContain(id);
    assertThat(changed(container)).as("the feed").doesNotContain(id);
  }
}
