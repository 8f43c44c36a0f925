package dev.mayfly.testkit.suite;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Random work on a store that touches every table: a container with everything switched on, a plain
 * one, and one that comes and goes. Refusals that such work must expect are passed over.
 */
public final class BusyStore {
  /** The database of all containers. */
  public static final String DATABASE = "busy";

  /** The container with unique keys, indexes, quota, dates, log and events. */
  public static final String RICH = "rich";

  /** The container without any of that. */
  public static final String PLAIN = "plain";

  private static final String PASSING = "passing";
  private static final int PARTITIONS = 3;
  private static final int IDS = 12;
  private static final Integer[] DEFAULTS = {null, -1, 1, 5, 20, 100};
  private static final PathIndex[] INDEXES = {
    PathIndex.of("by_w", "w", "-at"),
    PathIndex.of("by_t", "t").asUnique().asSparse(),
    PathIndex.of("by_parts", "parts.a", "parts.b").asSparse(),
  };
  private static final Set<ErrorCode> EXPECTED =
      EnumSet.of(
          ErrorCode.ITEM_NOT_FOUND,
          ErrorCode.ALREADY_EXISTS,
          ErrorCode.UNIQUE_KEY_VIOLATION,
          ErrorCode.CONTAINER_NOT_FOUND,
          ErrorCode.QUOTA_EXCEEDED,
          ErrorCode.BAD_TTL,
          ErrorCode.OVERLOADED);

  private final Random random;
  private final MovableClock clock;
  private Engine engine;
  private String lastPartition = "p0";

  public BusyStore(Random random, MovableClock clock) {
    this.random = requireNonNull(random, "random");
    this.clock = requireNonNull(clock, "clock");
  }

  /** Continues with that engine, creating what is missing. */
  public BusyStore on(Engine opened) {
    engine = requireNonNull(opened, "opened");
    if (engine.databases().isEmpty()) {
      engine.createDatabase(DATABASE);
      engine.createContainer(DATABASE, rich());
      engine.createContainer(DATABASE, plain(PLAIN));
    }
    return this;
  }

  private static ContainerDefinition rich() {
    return ContainerDefinition.named(RICH)
        .partitionKey("/pk")
        .defaultTtl(20)
        .uniqueKeys(UniqueKey.of("/u"), UniqueKey.of("/v", "/w"))
        .dateTtls(new DateTtl("at", "at", 10))
        .pathIndexes(INDEXES[0], INDEXES[1])
        .allVersions(new Retention(1000, 1 << 20))
        .expiryEvents(new Retention(1000, 1 << 20))
        .partitionQuotaBytes(1 << 20)
        .build();
  }

  private static ContainerDefinition plain(String name) {
    return ContainerDefinition.named(name).partitionKey("/pk").defaultTtl(20).build();
  }

  /** So many random steps. */
  public void work(int steps) {
    for (int i = 0; i < steps; i++) {
      try {
        step();
      } catch (EngineException e) {
        if (!EXPECTED.contains(e.code())) {
          throw e;
        }
      }
    }
  }

  private void step() {
    Container container = engine.container(DATABASE, random.nextInt(3) == 0 ? PLAIN : RICH);
    switch (random.nextInt(28)) {
      case 0 -> clock.advance(random.nextInt(8));
      case 1 -> changeDefault(container);
      case 2 -> changeDates(container);
      case 3 -> container.maintenance().purge(1 + random.nextInt(20));
      case 4 -> engine.background().catchUp();
      case 5 -> engine.background().foldCounts();
      case 6 -> container.deletePartition(PartitionKey.of(partition()));
      case 7 -> container.batch(batch());
      case 8 -> container.write(imported());
      case 9 -> engine.background().confirm();
      case 10 -> comeAndGo();
      case 11, 12 -> container.delete(key());
      case 13 -> changeLog(container);
      case 14 -> changeIndexes(container);
      case 15 -> container.maintenance().buildIndexes(1 + random.nextInt(10));
      default -> container.upsert(key(), body());
    }
  }

  private void changeDefault(Container container) {
    Integer next = DEFAULTS[random.nextInt(DEFAULTS.length)];
    engine.replaceContainer(DATABASE, container.definition().toBuilder().defaultTtl(next).build());
  }

  private void changeDates(Container container) {
    List<DateTtl> dates = new ArrayList<>();
    for (String path : List.of("at", "until")) {
      if (random.nextBoolean()) {
        dates.add(new DateTtl(path, path, random.nextInt(3) * 10L));
      }
    }
    engine.replaceContainer(
        DATABASE,
        container.definition().toBuilder().dateTtls(dates.toArray(DateTtl[]::new)).build());
  }

  private void changeLog(Container container) {
    Retention retention = random.nextBoolean() ? null : new Retention(30, 1 << 20);
    engine.replaceContainer(
        DATABASE,
        container.definition().toBuilder().allVersions(retention).expiryEvents(retention).build());
  }

  private void changeIndexes(Container container) {
    List<PathIndex> indexes = new ArrayList<>();
    for (PathIndex index : INDEXES) {
      if (random.nextInt(3) > 0) {
        indexes.add(index);
      }
    }
    engine.replaceContainer(
        DATABASE,
        container.definition().toBuilder().pathIndexes(indexes.toArray(PathIndex[]::new)).build());
  }

  private void comeAndGo() {
    if (random.nextBoolean()) {
      engine.createContainer(DATABASE, plain(PASSING));
    }
    Container passing = engine.container(DATABASE, PASSING);
    passing.upsert(key(), body());
    if (random.nextBoolean()) {
      engine.deleteContainer(DATABASE, PASSING);
    }
  }

  private List<WriteRequest> batch() {
    lastPartition = "p" + random.nextInt(PARTITIONS);
    List<WriteRequest> requests = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String id = "i" + random.nextInt(IDS);
      requests.add(WriteRequest.upsert(ItemKey.of(lastPartition, id), body()));
    }
    return requests;
  }

  private WriteRequest imported() {
    ItemKey key = key();
    long kept = clock.epochSecond() - random.nextInt(30);
    return new WriteRequest.Import(key, body(), kept, TtlReading.LENIENT);
  }

  private String partition() {
    return "p" + random.nextInt(PARTITIONS);
  }

  private ItemKey key() {
    lastPartition = partition();
    return ItemKey.of(lastPartition, "i" + random.nextInt(IDS));
  }

  /** A body of the partition of the last key. */
  private byte[] body() {
    BsonDocument document = new BsonDocument("pk", new BsonString(lastPartition));
    document.append("u", new BsonInt32(random.nextInt(20)));
    document.append("v", new BsonString("x".repeat(random.nextInt(100))));
    document.append("w", new BsonInt32(random.nextInt(20)));
    if (random.nextInt(3) == 0) {
      document.append("t", new BsonInt32(random.nextInt(100)));
    }
    BsonArray parts = new BsonArray();
    for (int i = random.nextInt(4); i > 0; i--) {
      BsonDocument part = new BsonDocument("a", new BsonInt32(random.nextInt(4)));
      parts.add(part.append("b", new BsonString("x".repeat(random.nextInt(1500)))));
    }
    document.append("parts", parts);
    if (random.nextInt(3) == 0) {
      document.append("ttl", new BsonInt32(random.nextInt(4) == 0 ? -1 : 1 + random.nextInt(30)));
    }
    for (String path : List.of("at", "until")) {
      if (random.nextInt(3) == 0) {
        long second = clock.epochSecond() + random.nextInt(40) - 10;
        document.append(path, new BsonDateTime(second * 1000 + random.nextInt(1000)));
      }
    }
    return Bodies.encode(document);
  }
}
