package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.suite.Bodies;
import dev.mayfly.testkit.suite.EngineStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many threads at once: whoever has seen an item dead never sees it again, and nobody sees time or
 * versions run backwards, while others write, change the policy, purge and move the clock.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(StorageKind.class)
class CrowdTest {
  @Parameter StorageKind storageKind;

  private static final int WRITERS = 3;
  private static final int KEYS_PER_WRITER = 20;
  private static final long NANOS = TimeUnit.SECONDS.toNanos(4);
  private static final Integer[] DEFAULTS = {null, -1, 1, 2, 3, 8};

  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong deaths = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();
  private final MovableClock clock = MovableClock.frozenAt(1_767_225_600L);
  private final SortedMap<Long, Long> seconds = new ConcurrentSkipListMap<>();
  private volatile boolean over;
  private Engine engine;
  private Container container;

  /** What one thread does, again and again. */
  @FunctionalInterface
  private interface Turn {
    void take(Random random) throws Exception;
  }

  @Test
  @Rule({"B2", "B4", "B5"})
  void deadStaysDeadForEverybodyWhileEverythingMoves() throws Exception {
    long seed = Seeds.seedOfThreads(getClass());
    try (EngineStores stores = storageKind.stores()) {
      Storage storage = stores.open();
      engine = Engine.open(storage, clock, EngineOptions.DEFAULT.withDeadRangeRows(1));
      try {
        engine.createDatabase("d");
        container = engine.createContainer("d", definition());
        crowd(seed);
        settle(storage, seed);
      } finally {
        engine.close();
      }
    }
  }

  private static ContainerDefinition definition() {
    return ContainerDefinition.named("c")
        .partitionKey("/pk")
        .defaultTtl(2)
        .uniqueKeys(UniqueKey.of("/u"))
        .dateTtls(new DateTtl("at", "at", 1))
        .allVersions(new Retention(20, 1 << 20))
        .expiryEvents(new Retention(20, 1 << 20))
        .build();
  }

  private void crowd(long seed) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      String prefix = "w" + i + "-";
      threads.add(thread(seed + i, random -> write(prefix, random)));
    }
    for (int i = 0; i < 2; i++) {
      Witness points = new Witness();
      threads.add(thread(seed + 10 + i, random -> readOne(points, random)));
      Witness scans = new Witness();
      threads.add(thread(seed + 20 + i, random -> scan(scans)));
    }
    threads.add(thread(seed + 30, this::changePolicy));
    threads.add(thread(seed + 40, random -> container.maintenance().purge(1 + random.nextInt(50))));
    threads.add(thread(seed + 50, this::moveClock));
    Await.pace(Duration.ofNanos(NANOS));
    long deadline = System.nanoTime() + NANOS;
    while (System.nanoTime() < deadline && violations.isEmpty() && deaths.get() < 2000) {
      Await.pace(Duration.ofMillis(50));
    }
    over = true;
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(60));
      assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
    System.out.println(
        "CrowdTest: " + reads + " reads, " + writes + " writes, " + deaths + " deaths witnessed");
    assertThat(violations).as("seed " + seed).isEmpty();
    assertThat(List.copyOf(seconds.values()))
        .as("_ts in the order of LSNs, seed " + seed)
        .isSorted();
    assertThat(deaths.get()).as("deaths witnessed").isGreaterThan(20);
  }

  private Thread thread(long seed, Turn turn) {
    Random random = new Random(seed);
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!over) {
                  turn.take(random);
                }
              } catch (Throwable thrown) {
                violations.add("a thread ended with " + thrown);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void write(String prefix, Random random) {
    String id = prefix + random.nextInt(KEYS_PER_WRITER);
    ItemKey key = ItemKey.of("p", id);
    writes.incrementAndGet();
    try {
      if (random.nextInt(6) == 0) {
        container.delete(key);
        if (container.read(key) != null) {
          violations.add(id + " is there after it was deleted");
        }
        return;
      }
      byte[] body = body(id, random);
      long before = clock.epochSecond();
      WriteOutcome outcome = container.upsert(key, body);
      committed(outcome.item(), before);
      Item found = container.read(key);
      if (found != null && found.lsn() != outcome.item().lsn()) {
        violations.add(id + " was written at " + outcome.item().lsn() + ", read " + found.lsn());
      }
      boolean created = outcome.kind() == WriteOutcome.Kind.CREATED;
      if (created != (outcome.before() == null)
          || created != (outcome.item().rid() == outcome.item().lsn())) {
        violations.add(id + " has an outcome that contradicts itself: " + outcome);
      }
    } catch (EngineException e) {
      if (e.code() != ErrorCode.ITEM_NOT_FOUND && e.code() != ErrorCode.UNIQUE_KEY_VIOLATION) {
        throw e;
      }
    }
  }

  /** A write's second lies between those in which it was handed over and acknowledged. */
  private void committed(Item item, long handedOverSecond) {
    if (item.tsSecond() < handedOverSecond || item.tsSecond() > clock.epochSecond()) {
      violations.add(
          "what was handed over at " + handedOverSecond + " has the _ts " + item.tsSecond());
    }
    seconds.put(item.lsn(), item.tsSecond());
  }

  private byte[] body(String id, Random random) {
    List<Object> properties = new ArrayList<>(List.of("u", random.nextInt(200)));
    if (random.nextInt(3) == 0) {
      properties.addAll(List.of("ttl", random.nextInt(5) == 0 ? -1 : 1 + random.nextInt(4)));
    }
    if (random.nextInt(4) == 0) {
      properties.addAll(List.of("at", Bodies.date(clock.epochSecond() + random.nextInt(4))));
    }
    return Bodies.of(id, properties.toArray());
  }

  /** What one reader has seen: the last version of each item, and which of them were dead. */
  private final class Witness {
    private final Map<String, Long> seen = new HashMap<>();
    private final Map<String, Long> dead = new HashMap<>();

    void alive(String id, long lsn) {
      if (lsn <= dead.getOrDefault(id, 0L)) {
        violations.add(id + " of LSN " + lsn + " was dead and is seen again");
      }
      if (lsn < seen.getOrDefault(id, 0L)) {
        violations.add(id + " of LSN " + lsn + " is older than what was seen before");
      }
      seen.put(id, lsn);
    }

    void absent(String id) {
      Long last = seen.get(id);
      if (last != null && !last.equals(dead.put(id, last))) {
        deaths.incrementAndGet();
      }
    }
  }

  private void readOne(Witness witness, Random random) {
    String id = "w" + random.nextInt(WRITERS) + "-" + random.nextInt(KEYS_PER_WRITER);
    Item item = container.read(ItemKey.of("p", id));
    reads.incrementAndGet();
    if (item == null) {
      witness.absent(id);
    } else {
      witness.alive(id, item.lsn());
    }
  }

  private void scan(Witness witness) {
    reads.incrementAndGet();
    Map<String, Long> found = new HashMap<>();
    for (Item item : container.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries()) {
      found.put(Bodies.id(item.body()), item.lsn());
    }
    Set<String> gone =
        witness.seen.keySet().stream()
            .filter(id -> !found.containsKey(id))
            .collect(Collectors.toSet());
    gone.forEach(witness::absent);
    found.forEach(witness::alive);
  }

  private void changePolicy(Random random) {
    ContainerDefinition.Builder next = container.definition().toBuilder();
    if (random.nextInt(3) == 0) {
      next.dateTtls(
          random.nextBoolean()
              ? new DateTtl[0]
              : new DateTtl[] {new DateTtl("at", "at", random.nextInt(3))});
    } else {
      next.defaultTtl(DEFAULTS[random.nextInt(DEFAULTS.length)]);
    }
    try {
      engine.replaceContainer("d", next.build());
    } catch (EngineException e) {
      if (e.code() != ErrorCode.OVERLOADED) {
        throw e;
      }
    }
    Await.pace(Duration.ofMillis(random.nextInt(20)));
  }

  private void moveClock(Random random) {
    clock.advance(1);
    Await.pace(Duration.ofMillis(5 + random.nextInt(40)));
  }

  /** All is quiet: counts, items and rows must agree. */
  private void settle(Storage storage, long seed) {
    engine.background().pause();
    int items = container.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries().size();
    assertThat(container.live().items()).as("seed " + seed).isEqualTo(items);
    container.write(WriteRequest.upsert(ItemKey.of("p", "last"), Bodies.of("last", "u", 1000)));
    List<String> problems = new ArrayList<>();
    new Verifier(storage).check(problems::add);
    assertThat(problems).as("seed " + seed).isEmpty();
  }
}
