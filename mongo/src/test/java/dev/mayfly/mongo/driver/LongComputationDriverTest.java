package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expensive expressions on one document end when they time out or are interrupted. */
@Timeout(60)
class LongComputationDriverTest extends CollectionTest {
  private static final String NUMBERS = "{$range: [0, 30000]}";

  /** About a billion steps where there is an x. */
  private static final String LONG =
      "{$reduce: {input: {$cond: ['$x', "
          + NUMBERS
          + ", []]}, initialValue: 0, in: {$sum: {$map: {input: "
          + NUMBERS
          + ", in: {$add: ['$$this', '$$value']}}}}}}";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ClientSession session = SERVER.client().startSession();

  @BeforeEach
  void someDocuments() {
    insert("{'_id': 1}", "{'_id': 2, 'x': true}");
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    session.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "find: 'c', projection: {n: LONG}",
        "find: 'c', filter: {_id: 2}, projection: {n: LONG}",
        "find: 'c', filter: {$expr: {$gt: [LONG, 1]}}",
        "find: 'c', filter: {$expr: {$gt: [LONG, 1]}}, sort: {a: 1}",
        "count: 'c', query: {$expr: {$gt: [LONG, 1]}}",
        "distinct: 'c', key: '_id', query: {$expr: {$gt: [LONG, 1]}}",
        "aggregate: 'c', cursor: {}, pipeline: [{$project: {n: LONG}}]",
        "aggregate: 'c', cursor: {}, pipeline: [{$match: {$expr: {$gt: [LONG, 1]}}}]",
        "aggregate: 'c', cursor: {}, pipeline: [{$group: {_id: null, n: {$sum: LONG}}}]",
        "aggregate: 'c', cursor: {}, pipeline: [{$limit: 2}, {$match: {$expr: {$gt: [LONG, 1]}}}]",
        "aggregate: 'c', cursor: {}, pipeline: [{$lookup: {from: 'c', as: 'l',"
            + " pipeline: [{$set: {n: LONG}}]}}]",
        "findAndModify: 'c', query: {_id: 2}, update: {$set: {a: 1}}, fields: {n: LONG}"
      })
  void itEndsWithItsTime(String command) {
    refused(50, () -> runRaw("{" + command.replace("LONG", LONG) + ", maxTimeMS: 300}"));
  }

  private BsonDocument inSession(String command) {
    return database.runCommand(session, BsonDocument.parse(command), BsonDocument.class);
  }

  private long open() {
    return inSession("{find: 'c', batchSize: 1, projection: {n: " + LONG + "}}")
        .getDocument("cursor")
        .getInt64("id")
        .getValue();
  }

  private CompletableFuture<BsonDocument> more(long cursor) {
    return CompletableFuture.supplyAsync(
        () -> inSession("{getMore: {$numberLong: '" + cursor + "'}, collection: 'c'}"), threads);
  }

  private int running() {
    List<Document> pipeline =
        List.of(
            Document.parse("{$currentOp: {allUsers: true}}"),
            Document.parse("{$match: {op: 'getmore', ns: '" + database.getName() + ".$cmd'}}"));
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      Document found = SERVER.client().getDatabase("admin").aggregate(pipeline).first();
      if (found != null) {
        return found.getInteger("opid");
      }
      assertThat(System.nanoTime()).isLessThan(until);
    }
  }

  private static int codeOf(CompletableFuture<?> failed) {
    try {
      failed.join();
      return 0;
    } catch (CompletionException e) {
      return ((MongoException) e.getCause()).getCode();
    }
  }

  @Test
  void killingTheOperationEndsIt() {
    CompletableFuture<BsonDocument> more = more(open());
    int operation = running();
    SERVER
        .client()
        .getDatabase("admin")
        .runCommand(
            new BsonDocument("killOp", new BsonInt32(1)).append("op", new BsonInt32(operation)));

    assertThat(codeOf(more)).isEqualTo(11601);
  }

  @Test
  void killingTheCursorEndsIt() {
    long cursor = open();
    CompletableFuture<BsonDocument> more = more(cursor);
    running();
    runRaw("{killCursors: 'c', cursors: [{$numberLong: '" + cursor + "'}]}");

    assertThat(codeOf(more)).isEqualTo(237);
  }
}
