package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.net.port.Network;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.spill.SpillSpace;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random pipelines and finds in a server with little memory, some of which are refused, fail, run
 * out of time, are left open or lose their client: in the end nothing is held.
 */
@Timeout(120)
class RandomMemoryDriverTest {
  private static final int ROUNDS = Rounds.of(60, 300);

  @TempDir private Path directory;
  private int refused;
  private int failed;

  @Test
  void nothingIsHeldInTheEnd() throws Exception {
    run(SpillSpace.NONE);
  }

  @Test
  void nothingIsHeldInTheEndAlsoOnDisk() throws Exception {
    SpillSpace space = SpillSpace.in(directory, 8 << 20, 0);
    run(space);
    assertThat(space.spills()).isPositive();
    assertThat(space.usedBytes()).isZero();
    assertThat(space.openFiles()).isZero();
  }

  private void run(SpillSpace space) throws Exception {
    MemoryPool memory = new MemoryPool(3 << 20, space);
    Random random = Seeds.random(RandomMemoryDriverTest.class);
    EngineOptions options = EngineOptions.DEFAULT.withFilters(new FilterItemFilters());
    try (Engine engine =
            Engine.open(new MemoryStorage(), MovableClock.frozenAt(1_800_000_000L), options);
        Network network = Network.ofMachine();
        MongoServer server = MongoServer.start(engine, MongoOptions.defaults(), network, memory)) {
      String address = "mongodb://localhost:" + server.port();
      try (MongoClient steady = MongoClients.create(address)) {
        fill(steady.getDatabase("d").getCollection("c"));
        List<MongoCursor<Document>> open = new ArrayList<>();
        MongoClient client = MongoClients.create(address);
        for (int round = 0; round < ROUNDS; round++) {
          run(client.getDatabase("d").getCollection("c"), random, open);
          if (random.nextInt(60) == 0) {
            client.close();
            client = MongoClients.create(address);
          }
        }
        client.close();
        steady.getDatabase("d").drop();
        assertThat(refused).isPositive();
        assertThat(failed).isPositive();
      }
      Await.until("no bytes reserved", () -> memory.reservedBytes() == 0);
    }
    assertThat(memory.reservedBytes()).isZero();
  }

  private static void fill(MongoCollection<Document> collection) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      documents.add(
          new Document("_id", i)
              .append("n", i % 17)
              .append("text", "x".repeat(i % 7 * 300))
              .append("list", List.of(i, i + 1, i + 2)));
    }
    collection.insertMany(documents);
  }

  private void run(
      MongoCollection<Document> collection, Random random, List<MongoCursor<Document>> open) {
    MongoCursor<Document> cursor = null;
    try {
      cursor = cursor(collection, random);
      for (int i = random.nextInt(20); i >= 0 && cursor.hasNext(); i--) {
        cursor.next();
      }
      if (random.nextInt(4) == 0) {
        open.add(cursor);
        return;
      }
    } catch (MongoException e) {
      failed++;
      refused += e.getCode() == 146 ? 1 : 0;
    }
    if (cursor != null) {
      cursor.close();
    }
  }

  private static MongoCursor<Document> cursor(MongoCollection<Document> collection, Random random) {
    int batch = 1 + random.nextInt(30);
    if (random.nextInt(4) == 0) {
      return collection.find().sort(new Document("text", 1)).batchSize(batch).iterator();
    }
    List<Document> stages = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      stages.add(stage(random));
    }
    AggregateIterable<Document> found = collection.aggregate(stages).batchSize(batch);
    if (random.nextInt(10) == 0) {
      found = found.maxTime(1, TimeUnit.MILLISECONDS);
    }
    return found.iterator();
  }

  private static Document stage(Random random) {
    int size = random.nextInt(4000);
    return Document.parse(
        switch (random.nextInt(12)) {
          case 0 -> "{$group: {_id: '$n', all: {$push: '$$ROOT'}}}";
          case 1 -> "{$group: {_id: '$_id', set: {$addToSet: '$text'}, l: {$last: '$list'}}}";
          case 2 -> "{$sort: {text: -1}}";
          case 3 -> "{$unwind: '$list'}";
          case 4 -> "{$set: {made: {$map: {input: {$range: [0, " + size + "]}, in: '$$this'}}}}";
          case 5 -> "{$lookup: {from: 'c', localField: 'n', foreignField: 'n', as: 'same'}}";
          case 6 -> "{$lookup: {from: 'c', let: {x: '$n'}, pipeline: [{$limit: 9}], as: 'few'}}";
          case 7 -> "{$facet: {a: [{$sort: {n: 1}}], b: [{$group: {_id: '$text'}}]}}";
          case 8 ->
              "{$setWindowFields: {sortBy: {_id: 1}, output: {w: {$push: '$n', window:"
                  + " {documents: [-9, 0]}}}}}";
          case 9 -> "{$bucketAuto: {groupBy: '$_id', buckets: 7, output: {t: {$push: '$text'}}}}";
          case 10 ->
              "{$graphLookup: {from: 'c', startWith: '$list', connectFromField: 'list',"
                  + " connectToField: '_id', maxDepth: 2, as: 'reached'}}";
          default -> "{$set: {bad: {$divide: [1, {$subtract: ['$_id', " + size % 400 + "]}]}}}";
        });
  }
}
