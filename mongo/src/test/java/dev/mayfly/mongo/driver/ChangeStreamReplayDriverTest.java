package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.mongo.random.RandomDocuments;
import dev.mayfly.mongo.random.RandomUpdates;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A random history of a collection, with documents that expire, and a reader of its change stream
 * who loses the connection again and again: what the reader knows is what the collection holds.
 */
class ChangeStreamReplayDriverTest extends CollectionTest {
  private static final int IDS = 12;
  private static final BsonInt32 LAST = new BsonInt32(IDS);

  private final MongoCollection<BsonDocument> documents =
      database.getCollection("c", BsonDocument.class);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReplayedHistoryIsTheCollection(boolean expiryEvents) {
    long seed = Seeds.seed(ChangeStreamReplayDriverTest.class);
    Random random = new Random(seed);
    RandomDocuments made = new RandomDocuments(random);
    RandomUpdates updates = new RandomUpdates(made);
    run(
        "{'createIndexes': 'c', 'indexes': [{'key': {'_ts': 1}, 'name': '_ts_1',"
            + " 'expireAfterSeconds': -1}]}");
    if (expiryEvents) {
      Engine engine = SERVER.engine();
      ContainerDefinition before = engine.container(database.getName(), "c").definition();
      engine.replaceContainer(
          database.getName(),
          before.toBuilder().expiryEvents(new Retention(3_600, 1 << 20)).build());
    }
    ReplayedEvents replayed = new ReplayedEvents(seed);
    BsonDocument token = startingPlace();
    for (int round = 0; round < Rounds.of(20, 200); round++) {
      try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(token)) {
        token = read(cursor, replayed, random.nextInt(6));
        for (int i = random.nextInt(12); i > 0; i--) {
          write(random, made, updates);
        }
        token = read(cursor, replayed, random.nextInt(6));
      }
    }
    clock().advance(100);
    SERVER.engine().background().catchUp();
    purge();
    documents.insertOne(new BsonDocument("_id", LAST));
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(token)) {
      Await.until(
          "the last event is read",
          () -> {
            read(cursor, replayed, Integer.MAX_VALUE);
            return replayed.documents().containsKey(LAST);
          });
    }
    Map<BsonValue, BsonDocument> expected = new HashMap<>();
    documents.find().forEach(each -> expected.put(each.get("_id"), each));
    assertThat(replayed.documents()).as("seed %s", seed).isEqualTo(expected);
  }

  @Test
  void aReaderThatReadNothingResumesWhereItStarted() {
    run("{'create': 'c'}");
    ReplayedEvents replayed = new ReplayedEvents(0);
    BsonDocument token = startingPlace();
    for (int id = 0; id < 3; id++) {
      try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(token)) {
        token = read(cursor, replayed, 0);
        insert("{'_id': " + id + "}");
        token = read(cursor, replayed, 0);
      }
    }
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(token)) {
      read(cursor, replayed, 3);
    }
    assertThat(replayed.documents())
        .containsOnlyKeys(new BsonInt32(0), new BsonInt32(1), new BsonInt32(2));
  }

  /**
   * The place before the first write. A cursor of the driver has no token until it has asked for
   * events, so a reader that closes it before would resume with the present and miss what was
   * written meanwhile.
   */
  private BsonDocument startingPlace() {
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(null)) {
      assertThat(cursor.getResumeToken()).isNull();
      assertThat(cursor.tryNext()).isNull();
      BsonDocument token = cursor.getResumeToken();
      assertThat(token).isNotNull();
      return token;
    }
  }

  /** Waits until what has expired is removed: each has its event then. */
  private void purge() {
    Await.until(
        "the purge is done",
        () -> SERVER.engine().container(database.getName(), "c").metrics().backlog().items() == 0);
  }

  private MongoChangeStreamCursor<RawBsonDocument> open(BsonDocument token) {
    var stream = collection.watch().showExpandedEvents(true).maxAwaitTime(1, TimeUnit.MILLISECONDS);
    if (token != null) {
      stream.resumeAfter(token);
    }
    return (MongoChangeStreamCursor<RawBsonDocument>)
        stream.withDocumentClass(RawBsonDocument.class).iterator();
  }

  /** Applies so many events, and returns where the next reader resumes. */
  private static BsonDocument read(
      MongoChangeStreamCursor<RawBsonDocument> cursor, ReplayedEvents replayed, int most) {
    for (int i = 0; i < most; i++) {
      RawBsonDocument event = cursor.tryNext();
      if (event == null) {
        break;
      }
      replayed.apply(event.decode(new BsonDocumentCodec()));
    }
    return cursor.getResumeToken();
  }

  private void write(Random random, RandomDocuments made, RandomUpdates updates) {
    BsonInt32 id = new BsonInt32(random.nextInt(IDS));
    try {
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          BsonDocument document = new BsonDocument("_id", id);
          made.next().forEach(document::putIfAbsent);
          if (random.nextInt(4) == 0) {
            document.put("ttl", new BsonInt32(1 + random.nextInt(20)));
          }
          documents.insertOne(document);
        }
        case 2 -> documents.deleteOne(Filters.eq("_id", id));
        case 3 -> {
          BsonDocument document = made.next();
          document.remove("_id");
          documents.replaceOne(Filters.eq("_id", id), document);
        }
        case 4 -> clock().advance(random.nextInt(3));
        default -> documents.updateOne(Filters.eq("_id", id), updates.next());
      }
    } catch (MongoException e) {
      // A duplicate id, or an update that does not apply: nothing was written.
      assertThat(e.getCode()).isPositive();
    }
  }
}
