package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.suite.Bodies;
import dev.mayfly.testkit.suite.EngineStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many threads at once: indexes come and go while others write, die and read through them. A
 * reading finds every item that is not written concurrently, or fails because there is no index.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(StorageKind.class)
class IndexCrowdTest {
  @Parameter StorageKind storageKind;

  private static final long NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int STABLE = 40;
  private static final int MOVING = 60;
  private static final PathIndex BY_N = PathIndex.of("by_n", "n");
  private static final PathIndex BY_U = PathIndex.of("by_u", "u").asUnique().asSparse();
  private static final Set<ErrorCode> EXPECTED =
      EnumSet.of(
          ErrorCode.INDEX_NOT_FOUND, ErrorCode.UNIQUE_KEY_VIOLATION, ErrorCode.ITEM_NOT_FOUND);

  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final AtomicLong complete = new AtomicLong();
  private final AtomicLong changes = new AtomicLong();
  private final MovableClock clock = MovableClock.frozenAt(1_767_225_600L);
  private volatile boolean over;
  private Engine engine;
  private Container container;

  /** What one thread does, again and again. */
  @FunctionalInterface
  private interface Turn {
    void take(Random random);
  }

  @Test
  void readersFindWhatNobodyTouchesOrAreReportedThatThereIsNoIndex() throws Exception {
    long seed = Seeds.seedOfThreads(getClass());
    try (EngineStores stores = storageKind.stores()) {
      Storage storage = stores.open();
      engine = Engine.open(storage, clock, EngineOptions.DEFAULT.withDeadRangeRows(1));
      try {
        engine.createDatabase("d");
        container =
            engine.createContainer(
                "d", ContainerDefinition.named("c").partitionKey("/pk").defaultTtl(-1).build());
        for (int i = 0; i < STABLE; i++) {
          container.create(key("s" + i), Bodies.of("s" + i, "n", i, "u", i));
        }
        crowd(seed);
        engine.background().catchUp();
        List<String> problems = new ArrayList<>();
        new Verifier(storage).check(problems::add);
        assertThat(problems).as("seed " + seed).isEmpty();
      } finally {
        engine.close();
      }
    }
    assertThat(violations).as("seed " + seed).isEmpty();
    assertThat(complete.get()).as("readings").isPositive();
    assertThat(changes.get()).as("indexes that came or went").isPositive();
  }

  private static ItemKey key(String id) {
    return ItemKey.of("p", id);
  }

  private void crowd(long seed) throws InterruptedException {
    List<Thread> threads =
        List.of(
            thread(seed, this::write),
            thread(seed + 1, this::write),
            thread(seed + 2, random -> read("by_n", random)),
            thread(seed + 3, random -> read("by_u", random)),
            thread(seed + 4, this::readAutomatic),
            thread(seed + 5, this::changeIndexes),
            thread(seed + 6, random -> clock.advance(1)));
    Await.pace(Duration.ofNanos(NANOS));
    over = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private Thread thread(long seed, Turn turn) {
    Random random = new Random(seed);
    Thread thread =
        new Thread(
            () -> {
              while (!over && violations.isEmpty()) {
                take(turn, random);
                Await.pace(Duration.ofNanos(200_000));
              }
            });
    thread.start();
    return thread;
  }

  private void take(Turn turn, Random random) {
    try {
      turn.take(random);
    } catch (EngineException e) {
      if (!EXPECTED.contains(e.code())) {
        violations.add(e.toString());
      }
    } catch (RuntimeException e) {
      violations.add(e.toString());
    }
  }

  private void write(Random random) {
    String id = "m" + random.nextInt(MOVING);
    if (random.nextInt(8) == 0) {
      container.delete(key(id));
      return;
    }
    BsonArray numbers = new BsonArray();
    for (int i = random.nextInt(3); i >= 0; i--) {
      numbers.add(new BsonInt32(random.nextInt(STABLE)));
    }
    container.upsert(
        key(id),
        Bodies.of(
            id,
            "n",
            random.nextBoolean() ? numbers : numbers.get(0),
            "u",
            STABLE + random.nextInt(1000),
            "ttl",
            1 + random.nextInt(50)));
  }

  private void changeIndexes(Random random) {
    List<PathIndex> indexes = new ArrayList<>();
    for (PathIndex index : List.of(BY_N, BY_U)) {
      if (random.nextInt(3) > 0) {
        indexes.add(index);
      }
    }
    ContainerDefinition next =
        container.definition().toBuilder().pathIndexes(indexes.toArray(PathIndex[]::new)).build();
    engine.replaceContainer("d", next);
    for (PathIndex index : indexes) {
      try {
        container.awaitIndex(index.name()).join();
      } catch (CompletionException e) {
        boolean duplicate =
            e.getCause() instanceof EngineException cause && EXPECTED.contains(cause.code());
        if (!duplicate) {
          violations.add(e.toString());
        }
      }
    }
    changes.incrementAndGet();
    Await.pace(Duration.ofMillis(random.nextInt(20)));
  }

  private void readAutomatic(Random random) {
    String name = container.requestIndex(FieldPath.ofSlashed("/u")).name();
    read(name, random);
  }

  private void read(String index, Random random) {
    IndexQuery query = new IndexQuery(index, IndexRange.ALL, random.nextBoolean(), EpkRange.FULL);
    Set<String> stable = new HashSet<>();
    byte[] continuation = null;
    do {
      ReadLimits limits = ReadLimits.items(1 + random.nextInt(60));
      Page<IndexEntry> page = container.scanIndex(query, continuation, limits);
      Set<String> ids = new HashSet<>();
      for (IndexEntry entry : page.entries()) {
        BsonDocument body = Bodies.decode(entry.item().body());
        String id = body.getString("id").getValue();
        if (!ids.add(id)) {
          violations.add(index + " returned " + id + " twice on one page");
        }
        boolean fits =
            index.equals("by_n") ? has(body, entry) : body.get("u").equals(entry.values().get(0));
        if (!fits) {
          violations.add(index + " has " + entry.values() + " for " + body.toJson());
        }
        if (id.startsWith("s")) {
          stable.add(id);
        }
      }
      continuation = page.continuation();
    } while (continuation != null);
    if (stable.size() != STABLE) {
      violations.add(index + " found only " + stable.size() + " of " + STABLE);
    }
    complete.incrementAndGet();
  }

  private static boolean has(BsonDocument body, IndexEntry entry) {
    return body.isArray("n")
        ? body.getArray("n").contains(entry.values().get(0))
        : body.get("n").equals(entry.values().get(0));
  }
}
