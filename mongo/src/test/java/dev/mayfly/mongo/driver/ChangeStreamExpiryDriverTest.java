package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.Updates;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deletes of expired documents: at the deadline where expiry events are on, once each. */
class ChangeStreamExpiryDriverTest extends ChangeStreamTest {
  private final Engine engine = SERVER.engine();

  @BeforeEach
  void pausePurge() {
    run(
        "{'createIndexes': 'c', 'indexes': [{'key': {'_ts': 1}, 'name': '_ts_1',"
            + " 'expireAfterSeconds': 10}, {'key': {'at': 1}, 'name': 'at_1',"
            + " 'expireAfterSeconds': 0}]}");
    engine.background().pause();
  }

  @AfterEach
  void resumePurge() {
    engine.background().resume();
  }

  private void expiryEvents(boolean on) {
    Container container = engine.container(database.getName(), "c");
    engine.replaceContainer(
        database.getName(),
        container.definition().toBuilder()
            .expiryEvents(on ? new Retention(3_600, 1 << 20) : null)
            .build());
  }

  private static List<String> keys(MongoChangeStreamCursor<RawBsonDocument> cursor, int count) {
    List<String> keys = new ArrayList<>();
    for (BsonDocument event : next(cursor, count)) {
      keys.add(
          type(event) + " " + event.getDocument("documentKey").get("_id").asInt32().getValue());
    }
    return keys;
  }

  /** Purges, and waits until nothing is left to be purged. */
  private void purge() {
    engine.background().resume();
    Await.until(
        "the purge is done",
        () -> engine.container(database.getName(), "c").metrics().backlog().items() == 0);
    engine.background().pause();
  }

  @Test
  @Rule("F3")
  void theDeleteIsAtTheDeadlineAndOnlyThere() {
    expiryEvents(true);
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      insert("{'_id': 1}", "{'_id': 2, 'ttl': 20}", "{'_id': 3, 'ttl': 30}");
      collection.insertOne(
          new Document("_id", 4).append("at", new Date(clock().epochSecond() * 1000 + 5_000)));
      assertThat(keys(cursor, 4)).containsExactly("insert 1", "insert 2", "insert 3", "insert 4");
      clock().advance(5);
      BsonDocument death = next(cursor);
      assertThat(death.getDocument("documentKey")).isEqualTo(bson("{_id: 4}"));
      assertThat(death.getTimestamp("clusterTime").getTime())
          .as("at its deadline, though nothing is purged")
          .isEqualTo((int) clock().epochSecond());
      clock().advance(5);
      assertThat(keys(cursor, 1)).containsExactly("delete 1");
      // Written in time: no delete of the version before.
      collection.updateOne(new Document("_id", 3), Updates.set("ttl", 100));
      clock().advance(10);
      assertThat(keys(cursor, 2)).containsExactly("update 3", "delete 2");

      purge();

      collection.insertOne(new Document("_id", 1));
      assertThat(keys(cursor, 1)).as("no second delete by the purge").containsExactly("insert 1");
      none(cursor);
    }
  }

  @Test
  @Rule("F3")
  void aWriteInThePlaceOfADeadDocumentLogsNoSecondDelete() {
    expiryEvents(true);
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      insert("{'_id': 1}");
      clock().advance(10);
      assertThat(keys(cursor, 2)).containsExactly("insert 1", "delete 1");
      insert("{'_id': 1}");
      assertThat(keys(cursor, 1)).containsExactly("insert 1");
      none(cursor);
    }
  }

  @Test
  @Rule("F3")
  void aDocumentThatIsWrittenDeadIsDeletedAtOnce() {
    expiryEvents(true);
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      insert("{'_id': 0, 'ttl': 1}");
      clock().advance(1);
      assertThat(keys(cursor, 2)).as("events are recorded").containsExactly("insert 0", "delete 0");
      collection.insertOne(new Document("_id", 1).append("at", new Date(1_000)));
      assertThat(keys(cursor, 2)).containsExactly("insert 1", "delete 1");
      purge();
      insert("{'_id': 2}");
      assertThat(keys(cursor, 1)).containsExactly("insert 2");
    }
  }

  @Test
  @Rule("F3")
  void eachDeathIsLoggedOnceWhileEventsAreSwitched() {
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      insert("{'_id': 1}", "{'_id': 2, 'ttl': 11}", "{'_id': 3, 'ttl': 12}");
      next(cursor, 3);
      // One dies without events, one with them; both are purged without.
      clock().advance(10);
      expiryEvents(true);
      clock().advance(1);
      expiryEvents(false);
      purge();
      assertThat(keys(cursor, 2)).containsExactlyInAnyOrder("delete 1", "delete 2");
      clock().advance(1);
      purge();
      assertThat(keys(cursor, 1)).containsExactly("delete 3");
      none(cursor);
    }
  }

  @Test
  void aPolicyChangeLogsNoDeathTwice() {
    expiryEvents(true);
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open()) {
      for (int i = 0; i < 50; i++) {
        insert("{'_id': " + i + "}");
        clock().advance(1);
      }
      // 40 have died, as far as each second was recorded.
      run("{'collMod': 'c', 'index': {'name': '_ts_1', 'expireAfterSeconds': 5}}");
      clock().advance(1);
      run("{'collMod': 'c', 'index': {'name': '_ts_1', 'expireAfterSeconds': 3}}");
      clock().advance(3);
      List<String> seen = keys(cursor, 100);
      assertThat(seen).doesNotHaveDuplicates().hasSize(100);
      purge();
      none(cursor);
    }
  }
}
