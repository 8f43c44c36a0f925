package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ReadConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The read concern snapshot outside of transactions. */
class SnapshotReadDriverTest extends TtlTest {
  private static final ClientSessionOptions SNAPSHOT =
      ClientSessionOptions.builder().snapshot(true).build();

  private ClientSession snapshotSession() {
    return SERVER.client().startSession(SNAPSHOT);
  }

  private void insertMany(int count) {
    collection.insertMany(
        IntStream.range(0, count).mapToObj(i -> new Document("_id", i).append("n", 0)).toList());
  }

  private BsonDocument at(BsonTimestamp time, String command) {
    BsonDocument sent = BsonDocument.parse(command);
    sent.append("readConcern", BsonDocument.parse("{level: 'snapshot'}"));
    if (time != null) {
      sent.getDocument("readConcern").append("atClusterTime", time);
    }
    return database.runCommand(sent, BsonDocument.class);
  }

  private static int found(BsonDocument reply) {
    return reply.getDocument("cursor").getArray("firstBatch").size();
  }

  @Test
  void allReadsOfASnapshotSessionSeeOneMoment() {
    collection.createIndex(new Document("n", 1));
    insertMany(10);
    try (ClientSession session = snapshotSession()) {
      assertThat(collection.find(session)).hasSize(10);

      collection.updateMany(new Document(), Updates.set("n", 1));
      collection.deleteOne(Filters.eq("_id", 3));
      collection.insertOne(new Document("_id", 100).append("n", 0));

      assertThat(collection.find(session, Filters.eq("_id", 3)).first())
          .isEqualTo(new Document("_id", 3).append("n", 0));
      assertThat(collection.find(session, Filters.eq("_id", 100)).first()).isNull();
      assertThat(collection.find(session, Filters.eq("n", 0))).as("by the index").hasSize(10);
      assertThat(collection.find(session, Filters.eq("n", 1))).as("by the index").isEmpty();
      assertThat(collection.distinct(session, "n", Integer.class)).containsExactly(0);
      assertThat(collection.countDocuments(session)).isEqualTo(10);
      assertThat(
              collection.aggregate(
                  session, List.of(Document.parse("{$group: {_id: '$n', c: {$sum: 1}}}"))))
          .containsExactly(new Document("_id", 0).append("c", 10));
      assertThat(
              collection.aggregate(
                  session,
                  List.of(
                      Document.parse("{$match: {_id: 3}}"),
                      Document.parse(
                          "{$lookup: {from: 'c', localField: 'n', foreignField: 'n', as: 'same'}}"),
                      Document.parse("{$project: {size: {$size: '$same'}}}"))))
          .containsExactly(new Document("_id", 3).append("size", 10));
    }
    assertThat(collection.find(Filters.eq("n", 1))).hasSize(9);
  }

  @Test
  void allBatchesOfACursorSeeOneMoment() {
    insertMany(300);
    MongoCollection<Document> snapshot = collection.withReadConcern(ReadConcern.SNAPSHOT);
    try (MongoCursor<Document> cursor = snapshot.find().batchSize(10).iterator()) {
      List<Document> read = new ArrayList<>();
      read.add(cursor.next());
      collection.updateMany(new Document(), Updates.set("n", 1));
      collection.deleteMany(Filters.gte("_id", 200));
      cursor.forEachRemaining(read::add);

      assertThat(read).hasSize(300).allMatch(each -> each.getInteger("n") == 0);
    }
  }

  @Test
  @Rule("D6")
  void nothingThatHasExpiredSinceIsSeen() {
    ttl(100);
    dateTtl("at", 0);
    insertMany(50);
    collection.insertOne(new Document("_id", 1000).append("ttl", 10));
    collection.insertOne(
        new Document("_id", 1001).append("at", new java.util.Date(nowMillis() + 20_000)));
    MongoCollection<Document> snapshot = collection.withReadConcern(ReadConcern.SNAPSHOT);
    try (ClientSession session = snapshotSession();
        MongoCursor<Document> cursor = snapshot.find().batchSize(2).iterator()) {
      assertThat(collection.countDocuments(session)).isEqualTo(52);
      cursor.next();
      clock().advance(10);
      assertThat(collection.countDocuments(session)).isEqualTo(51);
      clock().advance(10);
      assertThat(collection.countDocuments(session)).isEqualTo(50);
      // In time, but after the snapshot.
      collection.updateMany(new Document(), Updates.set("n", 1));
      clock().advance(79);
      assertThat(collection.countDocuments(session)).isEqualTo(50);
      clock().advance(1);
      assertThat(collection.countDocuments(session)).isZero();
      assertThat(collection.find(session, Filters.eq("_id", 7)).first()).isNull();
      List<Document> rest = new ArrayList<>();
      cursor.forEachRemaining(rest::add);
      assertThat(rest).as("only the rest of the first batch").hasSize(1);
    }
    assertThat(collection.countDocuments()).as("written again in time").isEqualTo(50);
  }

  @Test
  void repliesTellTheMomentAndItCanBeReadAgain() {
    insertMany(3);
    BsonDocument first = at(null, "{find: 'c'}");
    BsonTimestamp time = first.getDocument("cursor").getTimestamp("atClusterTime");
    assertThat(at(null, "{distinct: 'c', key: 'n'}").getTimestamp("atClusterTime"))
        .as("nothing was written since")
        .isEqualTo(time);
    collection.insertOne(new Document("_id", 3));

    assertThat(found(at(time, "{find: 'c'}"))).isEqualTo(3);
    assertThat(found(at(time, "{aggregate: 'c', pipeline: [], cursor: {}}"))).isEqualTo(3);
    BsonDocument later = at(null, "{find: 'c'}");
    assertThat(found(later)).isEqualTo(4);
    assertThat(later.getDocument("cursor").getTimestamp("atClusterTime")).isGreaterThan(time);
  }

  @Test
  void theOperationTimeOfTheLastWriteCanBeRead() {
    try (DriverServer alone = DriverServer.inMemory(options -> options)) {
      MongoDatabase mine = alone.database();
      BsonTimestamp time =
          mine.runCommand(
                  BsonDocument.parse("{insert: 'c', documents: [{_id: 1}]}"), BsonDocument.class)
              .getTimestamp("operationTime");
      BsonDocument find = BsonDocument.parse("{find: 'c', readConcern: {level: 'snapshot'}}");
      find.getDocument("readConcern").append("atClusterTime", time);
      assertThat(found(mine.runCommand(find, BsonDocument.class))).isEqualTo(1);
    }
  }

  @Test
  void aCollectionThatWasChangedSinceIsUnavailable() {
    insertMany(3);
    database.getCollection("dropped").insertOne(new Document("_id", 1));
    database.getCollection("again").insertOne(new Document("_id", 1));
    try (ClientSession session = snapshotSession()) {
      assertThat(collection.find(session)).hasSize(3);
      collection.createIndex(new Document("n", 1));
      database.getCollection("dropped").drop();
      database.getCollection("again").drop();
      database.getCollection("again").insertOne(new Document("_id", 2));
      database.getCollection("made").insertOne(new Document("_id", 1));

      refused(246, () -> collection.find(session).first());
      refused(246, () -> database.getCollection("dropped").find(session).first());
      refused(246, () -> database.getCollection("again").find(session).first());
      assertThat(database.getCollection("made").find(session)).as("it was not there").isEmpty();
      assertThat(database.getCollection("never").find(session)).isEmpty();
    }
  }

  @Test
  void oldSnapshotsEnd() {
    try (DriverServer alone = DriverServer.inMemory(options -> options)) {
      MongoDatabase mine = alone.database();
      MongoCollection<Document> c = mine.getCollection("c");
      c.insertMany(IntStream.range(0, 300).mapToObj(i -> new Document("_id", i)).toList());
      MongoDatabase admin = alone.client().getDatabase("admin");
      assertThat(
              admin
                  .runCommand(
                      Document.parse("{getParameter: 1, minSnapshotHistoryWindowInSeconds: 1}"))
                  .get("minSnapshotHistoryWindowInSeconds"))
          .isEqualTo(300);
      try (ClientSession session = alone.client().startSession(SNAPSHOT);
          MongoCursor<Document> cursor =
              c.withReadConcern(ReadConcern.SNAPSHOT).find().batchSize(2).iterator()) {
        assertThat(c.countDocuments(session)).isEqualTo(300);
        cursor.next();
        c.insertOne(new Document("_id", -1));
        admin.runCommand(Document.parse("{setParameter: 1, minSnapshotHistoryWindowInSeconds: 0}"));

        refused(239, () -> c.countDocuments(session));
        cursor.next();
        refused(239, cursor::next);
      }
    }
  }

  @Test
  void aboveALimitTheLongestUnusedEnds() {
    try (DriverServer alone = DriverServer.inMemory(options -> options)) {
      MongoCollection<Document> c = alone.database().getCollection("c");
      c.insertOne(new Document("_id", -1));
      try (ClientSession first = alone.client().startSession(SNAPSHOT);
          ClientSession used = alone.client().startSession(SNAPSHOT)) {
        assertThat(c.find(first)).hasSize(1);
        for (int i = 0; i < 200; i++) {
          c.insertOne(new Document("_id", i));
          assertThat(c.find(used).first()).isNotNull();
          c.withReadConcern(ReadConcern.SNAPSHOT).find().first();
        }
        assertThat(c.find(used)).hasSize(2);
        refused(246, () -> c.find(first).first());
      }
    }
  }

  @Test
  void whatCanNotBeReadAtASnapshotIsRefused() {
    insertMany(1);
    refused(72, () -> at(null, "{count: 'c'}"));
    refused(72, () -> at(null, "{insert: 'c', documents: [{_id: 9}]}"));
    refused(72, () -> at(null, "{aggregate: 'c', pipeline: [{$out: 'd'}], cursor: {}}"));
    refused(72, () -> at(null, "{aggregate: 'c', pipeline: [{$changeStream: {}}], cursor: {}}"));
    refused(72, () -> at(new BsonTimestamp(0), "{find: 'c'}"));
    refused(72, () -> at(new BsonTimestamp((int) clock().epochSecond() + 1_000, 1), "{find: 'c'}"));
    refused(239, () -> at(new BsonTimestamp(1_000_000_000, 1), "{find: 'c'}"));
    refused(
        72,
        () ->
            runRaw(
                "{find: 'c', readConcern: {level: 'snapshot',"
                    + " atClusterTime: {$timestamp: {t: 1, i: 1}},"
                    + " afterClusterTime: {$timestamp: {t: 1, i: 1}}}}"));
    assertThat(database.listCollectionNames()).containsExactly("c");
  }
}
