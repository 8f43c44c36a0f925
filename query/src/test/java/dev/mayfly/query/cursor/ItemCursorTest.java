package dev.mayfly.query.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cursor returns each item of a plan once, however often it is stopped and resumed. */
class ItemCursorTest {
  private static final int ITEMS = 60;
  private static final int VALUES = 8;
  private static final int ROUNDS = Integer.getInteger("mayfly.rounds", 20) * 5;

  private final MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
  private Engine engine;
  private Container container;
  private long seed;
  private Random random;

  @BeforeEach
  void begin() {
    seed = Seeds.seed(ItemCursorTest.class);
    random = new Random(seed);
    engine = Engine.open(new MemoryStorage(), clock, EngineOptions.DEFAULT);
    engine.createDatabase("d");
    engine.createContainer(
        "d",
        ContainerDefinition.named("c")
            .defaultTtl(100)
            .pathIndexes(PathIndex.of("n", "n"), PathIndex.of("list", "list", "-n"))
            .build());
    container = engine.container("d", "c");
    for (int i = 0; i < ITEMS; i++) {
      put(i);
    }
  }

  @AfterEach
  void end() {
    engine.close();
  }

  private void put(int id) {
    BsonArray list = new BsonArray();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(new BsonInt32(random.nextInt(VALUES)));
    }
    BsonDocument body =
        new BsonDocument("i", new BsonInt32(id))
            .append("n", new BsonInt32(random.nextInt(VALUES)))
            .append("list", list);
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(buffer), body, EncoderContext.builder().build());
    container.upsert(key(id), buffer.toByteArray());
  }

  private static ItemKey key(int id) {
    return new ItemKey(PartitionKey.NONE, ItemId.of(new BsonInt32(id)));
  }

  private static int id(Item item) {
    return RawBson.root(item.body()).toBsonValue().asDocument().getInt32("i").getValue();
  }

  /** Reads with a new instant for each batch of results, and stops at a set place. */
  private final class Source implements ReadSource {
    private Reading reading = container.beginQuery(System.nanoTime());
    private CursorStop stop;
    private int batch;

    void nextBatch() {
      reading = container.beginQuery(System.nanoTime());
      batch++;
    }

    @Override
    public Reading reading() {
      return reading;
    }

    @Override
    public int batch() {
      return batch;
    }

    @Override
    public byte[] continuationAfter(Item item) {
      return container.continuationAfter(item);
    }

    @Override
    public CursorStop stop() {
      return stop;
    }

    @Override
    public Page<IndexEntry> scan(IndexScan scan, byte[] continuation, ReadLimits limits) {
      return reading.scanIndex(scan.query(), continuation, limits);
    }
  }

  private List<ReadPlan> plans() {
    Reading reading = container.beginQuery(System.nanoTime());
    OpenIndex n = reading.indexes().named("n");
    OpenIndex list = reading.indexes().named("list");
    List<IndexScan> points = new ArrayList<>();
    List<IndexScan> mixed = new ArrayList<>();
    for (int i = 0; i < VALUES; i += 2) {
      points.add(IndexScan.of(list, IndexRange.equalTo(new BsonInt32(i)), false));
      mixed.add(
          IndexScan.of(
              i % 4 == 0 ? n : list,
              IndexRange.between(new BsonInt32(i - 1), new BsonInt32(i + 1)),
              random.nextBoolean()));
    }
    List<ItemKey> keys = new ArrayList<>();
    for (int id = -3; id < ITEMS + 3; id += 1 + random.nextInt(3)) {
      keys.add(key(id));
    }
    return List.of(
        new ReadPlan.Keys(keys),
        new ReadPlan.Keys(List.of()),
        new ReadPlan.Partitions(List.of(EpkRange.FULL)),
        new ReadPlan.Ids(new IdRange(PartitionKey.NONE, null, null, random.nextBoolean())),
        new ReadPlan.Indexes(points),
        new ReadPlan.Indexes(mixed),
        new ReadPlan.Indexes(List.of()));
  }

  private ItemCursor cursor(ReadSource source, ReadPlan plan, CursorPosition start) {
    int items = 1 + random.nextInt(5);
    BatchLimits limits =
        new BatchLimits(items, 1 + random.nextInt(2), items, 1 << 20, 1 + random.nextInt(9));
    return new ItemCursor(source, plan, start, limits);
  }

  private List<Integer> all(ReadPlan plan) {
    ItemCursor cursor = cursor(new Source(), plan, CursorPosition.START);
    List<Integer> ids = new ArrayList<>();
    Item item;
    while ((item = cursor.next()) != null) {
      ids.add(id(item));
    }
    assertThat(cursor.stop()).isEqualTo(CursorStop.END);
    assertThat(cursor.isAtEnd()).isTrue();
    return ids;
  }

  /** What a plan must return, found out from the items alone. */
  private Set<Integer> expected(ReadPlan plan) {
    Set<Integer> ids = new LinkedHashSet<>();
    for (Item item : container.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries()) {
      BsonDocument body = RawBson.root(item.body()).toBsonValue().asDocument();
      if (plan instanceof ReadPlan.Keys keys && keys.keys().contains(key(id(item)))
          || plan.isScan()
          || plan instanceof ReadPlan.Indexes indexes
              && indexes.scans().stream().anyMatch(scan -> holds(scan, body))) {
        ids.add(id(item));
      }
    }
    return ids;
  }

  private static boolean holds(IndexScan scan, BsonDocument body) {
    IndexRange range = scan.query().range();
    int least =
        (range.equal().isEmpty() ? range.lower().value() : range.equal().get(0))
            .asInt32()
            .getValue();
    int most =
        (range.equal().isEmpty() ? range.upper().value() : range.equal().get(0))
            .asInt32()
            .getValue();
    return scan.index().name().equals("n")
        ? isBetween(body.getInt32("n").getValue(), least, most)
        : body.getArray("list").stream()
            .anyMatch(each -> isBetween(each.asInt32().getValue(), least, most));
  }

  private static boolean isBetween(int value, int least, int most) {
    return value >= least && value <= most;
  }

  @Test
  void everyPlanReturnsItsItemsOnce() {
    for (ReadPlan plan : plans()) {
      List<Integer> ids = all(plan);
      assertThat(ids).as("seed %s, %s", seed, plan).doesNotHaveDuplicates();
      assertThat(ids)
          .as("seed %s, %s", seed, plan)
          .containsExactlyInAnyOrderElementsOf(expected(plan));
    }
  }

  @Test
  void itResumesWhereItStopped() {
    for (int round = 0; round < ROUNDS; round++) {
      for (ReadPlan plan : plans()) {
        List<Integer> ids = new ArrayList<>();
        CursorPosition position = CursorPosition.START;
        boolean end = false;
        while (!end) {
          ItemCursor cursor = cursor(new Source(), plan, position);
          Item item = null;
          for (int i = random.nextInt(7); i >= 0 && (item = cursor.next()) != null; i--) {
            ids.add(id(item));
          }
          end = cursor.isAtEnd();
          boolean again = item != null && random.nextInt(4) == 0;
          if (again) {
            ids.remove(ids.size() - 1);
            end = false;
          }
          position = again ? cursor.positionBefore() : cursor.position();
        }
        assertThat(ids).as("seed %s round %s, %s", seed, round, plan).isEqualTo(all(plan));
      }
    }
  }

  @Test
  void whatWasReadForAnEarlierBatchIsReadAgain() {
    for (ReadPlan plan : plans()) {
      clock.advance(50);
      for (int id = 0; id < ITEMS; id += 2) {
        container.delete(key(id));
        put(id);
      }
      List<Integer> before = all(plan);
      Source source = new Source();
      ItemCursor cursor = cursor(source, plan, CursorPosition.START);
      if (before.isEmpty()) {
        continue;
      }
      int first = id(cursor.next());
      clock.advance(60);
      source.nextBatch();
      List<Integer> rest = new ArrayList<>();
      Item item;
      while ((item = cursor.next()) != null) {
        rest.add(id(item));
      }
      assertThat(rest).as("seed %s, %s", seed, plan).doesNotContain(first);
      assertThat(rest).as("seed %s, %s", seed, plan).allMatch(id -> id % 2 == 0);
      for (int id = 0; id < ITEMS; id++) {
        put(id);
      }
    }
  }

  @Test
  void theLastItemIsReturnedAgainAfterAStepBack() {
    for (ReadPlan plan : plans()) {
      Source source = new Source();
      ItemCursor cursor = cursor(source, plan, CursorPosition.START);
      List<Integer> ids = new ArrayList<>();
      Item item;
      while ((item = cursor.next()) != null) {
        if (random.nextInt(3) == 0) {
          cursor.back();
          if (random.nextBoolean()) {
            source.nextBatch();
          }
          assertThat(id(cursor.next())).as("seed %s, %s", seed, plan).isEqualTo(id(item));
        }
        ids.add(id(item));
      }
      assertThat(ids).as("seed %s, %s", seed, plan).isEqualTo(all(plan));
    }
  }

  @Test
  void itSaysWhyItStopped() {
    Source source = new Source();
    ItemCursor cursor =
        new ItemCursor(
            source,
            new ReadPlan.Partitions(List.of(EpkRange.FULL)),
            CursorPosition.START,
            new BatchLimits(10, 1, 1, 1 << 20, 100));
    source.stop = CursorStop.THROUGHPUT;
    for (int i = 0; i < 10; i++) {
      assertThat(cursor.next()).as("the first batch is always read").isNotNull();
    }
    assertThat(cursor.next()).isNull();
    assertThat(cursor.stop()).isEqualTo(CursorStop.THROUGHPUT);
    assertThat(cursor.isAtEnd()).isFalse();
    source.stop = null;
    cursor.readAtMost(20);
    while (cursor.next() != null) {
      assertThat(cursor.items()).isLessThanOrEqualTo(20);
    }
    assertThat(cursor.stop()).isEqualTo(CursorStop.ITEMS);
  }

  @Test
  void aFilterOfAScanCountsWhatItRejects() {
    ItemCursor cursor =
        cursor(new Source(), new ReadPlan.Partitions(List.of(EpkRange.FULL)), CursorPosition.START);
    cursor.filter(item -> id(item) % 3 == 0);
    int returned = 0;
    Item item;
    while ((item = cursor.next()) != null) {
      assertThat(id(item) % 3).isZero();
      returned++;
    }
    assertThat(returned).isEqualTo(ITEMS / 3);
    assertThat(cursor.items()).isEqualTo(ITEMS);
  }
}
