package dev.mayfly.mongo.driver;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.net.port.Network;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.spill.SpillSpace;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sorts and groups that do not fit into memory, through the driver. */
@Timeout(120)
class SpillDriverTest {
  private static final int COUNT = 2000;
  private static final long SPACE_BYTES = 20 << 20;
  private static final String SORT = "internalQueryMaxBlockingSortMemoryUsageBytes";
  private static final String GROUP = "internalDocumentSourceGroupMaxMemoryBytes";

  private final MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
  @TempDir private Path directory;
  private SpillSpace space;
  private MemoryPool memory;
  private Engine engine;
  private Network network;
  private MongoServer server;
  private MongoClient client;
  private MongoDatabase database;
  private MongoCollection<Document> collection;

  @BeforeEach
  void start() throws Exception {
    space = SpillSpace.in(directory, SPACE_BYTES, 0);
    memory = new MemoryPool(100 << 20, space);
    engine = Engine.open(new MemoryStorage(), clock, DriverServer.engineOptions());
    network = Network.ofMachine();
    server = MongoServer.start(engine, MongoOptions.defaults(), network, memory);
    client = MongoClients.create("mongodb://localhost:" + server.port());
    database = client.getDatabase("d");
    collection = database.getCollection("c");
    List<Document> documents = new ArrayList<>();
    Random random = Seeds.random(SpillDriverTest.class);
    for (int i = 0; i < COUNT; i++) {
      documents.add(
          new Document("_id", i)
              .append("n", random.nextInt(500))
              .append("g", i % 300)
              .append("text", "x".repeat(500)));
    }
    collection.insertMany(documents);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
    network.close();
    engine.close();
    assertThat(space.usedBytes()).isZero();
    assertThat(space.openFiles()).isZero();
    assertThat(memory.reservedBytes()).isZero();
  }

  private void limit(String parameter, long bytes) {
    client
        .getDatabase("admin")
        .runCommand(new Document("setParameter", 1).append(parameter, bytes));
  }

  private static List<Document> pipeline(String... stages) {
    return List.of(stages).stream().map(Document::parse).toList();
  }

  private List<Document> aggregate(String... stages) {
    return collection.aggregate(pipeline(stages)).into(new ArrayList<>());
  }

  @Test
  void aSortedFindReturnsWhatItReturnsFromMemory() {
    Document sort = Document.parse("{n: 1, text: -1}");
    List<Document> expected = collection.find().sort(sort).into(new ArrayList<>());
    assertThat(space.spills()).isZero();
    limit(SORT, 100_000);
    assertThat(collection.find().sort(sort).into(new ArrayList<>())).isEqualTo(expected);
    assertThat(space.spills()).isGreaterThan(5);
    assertThat(collection.find().sort(sort).skip(1500).limit(300).into(new ArrayList<>()))
        .isEqualTo(expected.subList(1500, 1800));
    assertThat(aggregate("{$sort: {n: 1, text: -1}}")).isEqualTo(expected);
    assertThat(aggregate("{$set: {m: '$n'}}", "{$sort: {m: 1}}", "{$unset: 'm'}"))
        .isEqualTo(expected);
  }

  @Test
  void groupsAreThoseFromMemory() {
    String[] stages = {
      "{$group: {_id: '$g', n: {$sum: '$n'}, all: {$push: '$$ROOT'}, last: {$last: '$_id'}}}",
      "{$sort: {_id: 1}}"
    };
    List<Document> expected = aggregate(stages);
    limit(GROUP, 100_000);
    assertThat(aggregate(stages)).isEqualTo(expected);
    assertThat(space.spills()).isPositive();
    Document query = status("metrics").get("query", Document.class);
    assertThat(query.get("group", Document.class).getLong("spills")).isPositive();
    assertThat(query.get("group", Document.class).getLong("spilledRecords")).isPositive();
  }

  private Document status(String part) {
    return client
        .getDatabase("admin")
        .runCommand(new Document("serverStatus", 1))
        .get(part, Document.class);
  }

  @Test
  void withoutDiskUseTheLimitIsAnError() {
    limit(SORT, 100_000);
    limit(GROUP, 100_000);
    Document sort = new Document("n", 1);
    assertThatThrownBy(() -> all(collection.find().sort(sort).allowDiskUse(false)))
        .satisfies(e -> assertThat(((MongoException) e).getCode()).isEqualTo(292))
        .hasMessageContaining("Sort exceeded memory limit of 100000 bytes");
    List<Document> group = pipeline("{$group: {_id: '$g', all: {$push: '$text'}}}");
    assertThatThrownBy(() -> collection.aggregate(group).allowDiskUse(false).first())
        .satisfies(e -> assertThat(((MongoException) e).getCode()).isEqualTo(292));
    assertThat(collection.aggregate(group).first()).isNotNull();
    client
        .getDatabase("admin")
        .runCommand(new Document("setParameter", 1).append("allowDiskUseByDefault", false));
    assertThatThrownBy(() -> all(collection.find().sort(sort)))
        .satisfies(e -> assertThat(((MongoException) e).getCode()).isEqualTo(292));
    assertThat(all(collection.find().sort(sort).allowDiskUse(true))).hasSize(COUNT);
    assertThat(collection.aggregate(group).allowDiskUse(true).first()).isNotNull();
  }

  private static List<Document> all(MongoIterable<Document> results) {
    return results.into(new ArrayList<>());
  }

  @Test
  void aSpaceThatIsTooSmallIsAnErrorAndNoPartOfTheResult() {
    limit(SORT, 100_000);
    String[] stages = {
      "{$set: {more: {$range: [0, 1500]}}}", "{$sort: {n: 1}}", "{$project: {n: 1}}"
    };
    assertThatThrownBy(() -> aggregate(stages))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(14031);
              assertThat(e.getErrorCodeName()).isEqualTo("OutOfDiskSpace");
            });
    assertThat(space.usedBytes()).isZero();
    assertThat(collection.find().sort(new Document("n", 1)).first()).isNotNull();
  }

  @Test
  @Rule("B4")
  void whatHasDiedSinceIsNotReturnedFromDisk() {
    collection.createIndex(new Document("_ts", 1), new IndexOptions().expireAfter(-1L, SECONDS));
    List<Document> mortal = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      mortal.add(new Document("_id", "m" + i).append("n", 10 * i).append("ttl", 60));
    }
    collection.insertMany(mortal);
    limit(SORT, 50_000);
    List<Object> ids = new ArrayList<>();
    try (MongoCursor<Document> cursor =
        collection.find().sort(new Document("n", 1)).batchSize(50).iterator()) {
      for (int i = 0; i < 50; i++) {
        ids.add(cursor.next().get("_id"));
      }
      assertThat(space.spills()).isPositive();
      assertThat(ids).anyMatch(id -> id.toString().startsWith("m"));
      clock.advance(60);
      collection.deleteOne(new Document("_id", last(ids)));
      ids.clear();
      cursor.forEachRemaining(each -> ids.add(each.get("_id")));
    }
    assertThat(ids).isNotEmpty().noneMatch(id -> id.toString().startsWith("m"));
    assertThat(space.usedBytes()).isZero();
  }

  /** A document that comes late in the sort. */
  private Object last(List<Object> seen) {
    Object late = collection.find().sort(new Document("n", -1)).limit(1).first().get("_id");
    assertThat(seen).doesNotContain(late);
    return late;
  }

  @Test
  void filesGoWithACursorThatIsClosedKilledOrLeft() {
    limit(SORT, 100_000);
    Document sort = new Document("n", 1);
    MongoCursor<Document> closed = collection.find().sort(sort).batchSize(2).iterator();
    closed.next();
    assertThat(space.usedBytes()).isPositive();
    closed.close();
    Await.until("the files of a closed cursor go", () -> space.usedBytes() == 0);

    MongoCursor<Document> killed = collection.find().sort(sort).batchSize(2).iterator();
    killed.next();
    assertThat(space.openFiles()).isPositive();
    database.runCommand(
        new Document("killCursors", "c")
            .append("cursors", List.of(killed.getServerCursor().getId())));
    assertThat(space.openFiles()).isZero();

    MongoCursor<Document> left = collection.find().sort(sort).batchSize(2).iterator();
    left.next();
    assertThat(space.openFiles()).isPositive();
    // A client that leaves ends its sessions, and these end their cursors.
    client.getDatabase("admin").runCommand(new Document("killAllSessions", List.of()));
    assertThat(space.openFiles()).isZero();

    MongoCursor<Document> dropped = collection.find().sort(sort).batchSize(2).iterator();
    dropped.next();
    collection.drop();
    assertThat(space.openFiles()).isZero();
  }

  @Test
  void idleCursorsGiveWayWhenTheSpaceIsFull() {
    limit(SORT, 100_000);
    Document sort = new Document("n", 1);
    for (int i = 0; i < 30; i++) {
      MongoCursor<Document> left = collection.find().sort(sort).batchSize(2).iterator();
      assertThat(left.hasNext()).isTrue();
    }
    assertThat(space.usedBytes()).isPositive().isLessThanOrEqualTo(SPACE_BYTES);
    assertThat(all(collection.find().sort(sort))).hasSize(COUNT);
    collection.drop();
  }

  @Test
  void explainSaysWhatWentToDisk() {
    limit(SORT, 100_000);
    limit(GROUP, 100_000);
    Document find =
        database.runCommand(
            Document.parse("{explain: {find: 'c', sort: {n: 1}}, verbosity: 'executionStats'}"));
    Document stage =
        find.get("executionStats", Document.class).get("executionStages", Document.class);
    assertThat(stage.getString("stage")).isEqualTo("SORT");
    assertThat(stage.getBoolean("usedDisk")).isTrue();
    assertThat(((Number) stage.get("spills")).longValue()).isPositive();
    assertThat(stage.getLong("spilledDataStorageSize")).isPositive();
    assertThat(find.get("executionStats", Document.class).get("nReturned")).isEqualTo(COUNT);
    Document grouped =
        database.runCommand(
            Document.parse(
                "{explain: {aggregate: 'c', pipeline: [{$group: {_id: '$g', all: {$push:"
                    + " '$text'}}}, {$sort: {_id: 1}}], cursor: {}}, verbosity:"
                    + " 'executionStats'}"));
    List<Document> stages = grouped.getList("stages", Document.class);
    assertThat(stages.get(1).getBoolean("usedDisk")).isTrue();
    assertThat(stages.get(1).getLong("spilledRecords")).isPositive();
    limit(SORT, 100 << 20);
    find =
        database.runCommand(
            Document.parse("{explain: {find: 'c', sort: {n: 1}}, verbosity: 'executionStats'}"));
    stage = find.get("executionStats", Document.class).get("executionStages", Document.class);
    assertThat(stage.getBoolean("usedDisk")).isFalse();
    assertThat(space.openFiles()).isZero();
  }

  @Test
  void aLimitThatIsNotOneIsRefused() {
    assertThatThrownBy(() -> limit(SORT, 0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> limit(GROUP, 200 << 20)).hasMessageContaining("at most 104857600");
  }

  @Test
  void randomQueriesReturnTheSameFromDisk() {
    Random random = Seeds.random(SpillDriverTest.class);
    for (int round = 0; round < 20; round++) {
      List<String> stages = new ArrayList<>();
      if (random.nextBoolean()) {
        stages.add("{$match: {n: {$gt: " + random.nextInt(300) + "}}}");
      }
      if (random.nextBoolean()) {
        stages.add("{$set: {k: {$mod: ['$n', " + (1 + random.nextInt(400)) + "]}}}");
      }
      stages.add(
          List.of(
                  "{$sort: {k: 1, n: -1}}",
                  "{$sort: {g: -1}}",
                  "{$group: {_id: '$n', ids: {$push: '$_id'}, t: {$first: '$text'}}}",
                  "{$bucketAuto: {groupBy: '$n', buckets: 9, output: {s: {$sum: '$_id'}}}}",
                  "{$sortByCount: '$text'}")
              .get(random.nextInt(5)));
      String[] all = stages.toArray(new String[0]);
      limit(SORT, 100 << 20);
      limit(GROUP, 100 << 20);
      limit("internalDocumentSourceBucketAutoMaxMemoryBytes", 100 << 20);
      List<Document> expected = sorted(all, aggregate(all));
      int bytes = 70_000 + random.nextInt(300_000);
      limit(SORT, bytes);
      limit(GROUP, bytes);
      limit("internalDocumentSourceBucketAutoMaxMemoryBytes", bytes);
      assertThat(sorted(all, aggregate(all))).as(stages.toString()).isEqualTo(expected);
    }
    assertThat(space.spills()).isPositive();
  }

  private static List<Document> sorted(String[] stages, List<Document> results) {
    if (stages[stages.length - 1].startsWith("{$group")) {
      results.sort(Comparator.comparing(each -> each.get("_id").toString()));
    }
    return results;
  }
}
