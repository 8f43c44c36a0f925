package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.FullDocument;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.OperationLogOptions;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.Operations;
import dev.mayfly.mongo.changestream.CollectionLogFormat;
import dev.mayfly.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

/** What bounds change streams: the history that is kept, their number, the size of events. */
class ChangeStreamLimitsDriverTest extends ChangeStreamTest {
  private static final String NOT_RESUMABLE = "NonResumableChangeStreamError";

  private static void withLog(Retention retention, Consumer<DriverServer> test) {
    EngineOptions options =
        DriverServer.engineOptions()
            .withOperationLog(new OperationLogOptions(new CollectionLogFormat(), retention, true));
    try (DriverServer server = DriverServer.inMemory(options, mongo -> mongo)) {
      test.accept(server);
    }
  }

  /** Asserts that a stream can't start because what follows is no longer there. */
  private void lost(ChangeStreamIterable<Document> stream) {
    refused(286, () -> open(stream).close())
        .isInstanceOfSatisfying(
            MongoException.class, e -> assertThat(e.hasErrorLabel(NOT_RESUMABLE)).isTrue());
  }

  /** Waits until changes right after an LSN are no longer in the log. */
  private static void awaitTrim(DriverServer server, long lsn) {
    Operations operations = server.engine().operations();
    Await.until(
        "the log is trimmed",
        () -> {
          try {
            operations.read(new Operations.Scope(null, null), lsn, 1, 1);
            return false;
          } catch (EngineException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.FEED_TRUNCATED);
            return true;
          }
        });
  }

  @Test
  void historyIsKeptForSoLong() {
    withLog(
        new Retention(160, 1L << 30),
        server -> {
          MongoCollection<Document> c = server.database().getCollection("c");
          c.insertOne(new Document("_id", 0));
          BsonDocument old;
          BsonTimestamp oldTime;
          try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(c.watch())) {
            c.insertOne(new Document("_id", 1));
            BsonDocument event = next(cursor);
            old = event.getDocument("_id");
            oldTime = event.getTimestamp("clusterTime");
            c.insertOne(new Document("_id", -1));
          }
          server.clock().advance(100);
          BsonDocument kept;
          try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(c.watch())) {
            c.insertOne(new Document("_id", 2));
            c.insertOne(new Document("_id", 3));
            kept = next(cursor).getDocument("_id");
          }
          long before = server.engine().operations().lsn(oldTime.getValue()) - 1;
          server.clock().advance(71);
          awaitTrim(server, before);

          lost(c.watch().resumeAfter(old));
          lost(c.watch().startAfter(old));
          lost(c.watch().startAtOperationTime(oldTime));
          try (MongoChangeStreamCursor<RawBsonDocument> cursor =
              open(c.watch().resumeAfter(kept))) {
            assertThat(next(cursor).getDocument("documentKey")).isEqualTo(bson("{_id: 3}"));
          }
        });
  }

  @Test
  void historyIsKeptUpToSoManyBytes() {
    long bytesMax = 1 << 20;
    withLog(
        new Retention(86_400, bytesMax),
        server -> {
          MongoDatabase database = server.database();
          MongoCollection<Document> c = database.getCollection("c");
          BsonDocument first;
          long before;
          try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(c.watch())) {
            c.insertOne(new Document("_id", -1));
            BsonDocument event = next(cursor);
            first = event.getDocument("_id");
            before =
                server.engine().operations().lsn(event.getTimestamp("clusterTime").getValue()) - 1;
            for (int i = 0; i < 150; i++) {
              c.insertOne(new Document("_id", i).append("text", "x".repeat(10_000)));
            }
            server.clock().advance(1);
            awaitTrim(server, before);
            lost(c.watch().resumeAfter(first));
            // A stream that is far behind finds out with its next getMore.
            refused(286, () -> next(cursor, 150))
                .isInstanceOfSatisfying(
                    MongoException.class, e -> assertThat(e.hasErrorLabel(NOT_RESUMABLE)).isTrue());
          }
          long[] bytes = {0};
          Operations operations = server.engine().operations();
          Operations.Batch rest =
              operations.read(
                  new Operations.Scope(null, null),
                  operations.lsn(operations.completeAfter()),
                  1_000,
                  1L << 30);
          rest.operations().forEach(each -> bytes[0] += 10_000);
          assertThat(bytes[0]).isPositive().isLessThanOrEqualTo(bytesMax + bytesMax / 16);
        });
  }

  @Test
  void aStreamContinuesInACollectionThatIsMadeAgain() {
    insert("{'_id': 0}");
    BsonDocument invalidation;
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      insert("{'_id': 1}");
      collection.drop();
      insert("{'_id': 2}");
      collection.drop();
      insert("{'_id': 3}");
      List<BsonDocument> events = next(cursor, 3);
      assertThat(types(events)).containsExactly("insert", "drop", "invalidate");
      assertThat(cursor.getServerCursor()).as("it has ended").isNull();
      invalidation = events.get(2).getDocument("_id");
    }
    refused(260, () -> open(collection.watch().resumeAfter(invalidation)));
    BsonDocument second;
    try (MongoChangeStreamCursor<RawBsonDocument> cursor =
        open(
            collection.watch().fullDocument(FullDocument.UPDATE_LOOKUP).startAfter(invalidation))) {
      List<BsonDocument> events = next(cursor, 3);
      assertThat(types(events)).containsExactly("insert", "drop", "invalidate");
      assertThat(events.get(0).getDocument("documentKey")).isEqualTo(bson("{_id: 2}"));
      second = events.get(2).getDocument("_id");
    }
    try (MongoChangeStreamCursor<RawBsonDocument> cursor =
        open(collection.watch().startAfter(second))) {
      assertThat(next(cursor).getDocument("documentKey")).isEqualTo(bson("{_id: 3}"));
      none(cursor);
    }
  }

  @Test
  void thousandsOfStreamsAreOpenAndASessionHasSoMany() {
    try (DriverServer server = DriverServer.inMemory(mongo -> mongo)) {
      MongoDatabase mine = server.database();
      BsonDocument open =
          bson("{aggregate: 'c', pipeline: [{$changeStream: {}}], cursor: {batchSize: 0}}");
      List<ClientSession> sessions = new ArrayList<>();
      List<Long> ids = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) {
        if (i % 1_000 == 0) {
          sessions.add(server.client().startSession());
        }
        ids.add(
            mine.runCommand(sessions.get(i / 1_000), open, BsonDocument.class)
                .getDocument("cursor")
                .getInt64("id")
                .getValue());
      }
      refused(96, () -> mine.runCommand(sessions.get(0), open));
      assertThat(openCursors(server)).isEqualTo(3_000);

      mine.getCollection("c").insertOne(new Document("_id", 1));
      for (int i : List.of(0, 1_500, 2_999)) {
        BsonDocument more =
            bson("{getMore: {$numberLong: '%s'}, collection: 'c'}".formatted(ids.get(i)));
        assertThat(
                mine.runCommand(sessions.get(i / 1_000), more, BsonDocument.class)
                    .getDocument("cursor")
                    .getArray("nextBatch"))
            .hasSize(1);
      }
      sessions.forEach(ClientSession::close);
      server.client().getDatabase("admin").runCommand(bson("{killAllSessions: []}"));
      assertThat(openCursors(server)).isZero();
    }
  }

  private static long openCursors(DriverServer server) {
    return server
        .client()
        .getDatabase("admin")
        .runCommand(bson("{serverStatus: 1}"), BsonDocument.class)
        .getDocument("metrics")
        .getDocument("cursor")
        .getDocument("open")
        .getInt64("total")
        .getValue();
  }
}
