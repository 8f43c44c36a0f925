package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import dev.mayfly.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;

/** Opens change streams and reads their events. */
abstract class ChangeStreamTest extends CollectionTest {
  MongoChangeStreamCursor<RawBsonDocument> open(ChangeStreamIterable<Document> stream) {
    return (MongoChangeStreamCursor<RawBsonDocument>)
        stream
            .maxAwaitTime(1, TimeUnit.MILLISECONDS)
            .withDocumentClass(RawBsonDocument.class)
            .iterator();
  }

  MongoChangeStreamCursor<RawBsonDocument> open() {
    return open(collection.watch());
  }

  static BsonDocument next(MongoChangeStreamCursor<RawBsonDocument> cursor) {
    AtomicReference<BsonDocument> found = new AtomicReference<>();
    Await.until(
        "an event",
        () -> {
          found.set(cursor.tryNext());
          return found.get() != null;
        });
    return found.get();
  }

  static List<BsonDocument> next(MongoChangeStreamCursor<RawBsonDocument> cursor, int count) {
    List<BsonDocument> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(next(cursor));
    }
    return events;
  }

  static void none(MongoChangeStreamCursor<RawBsonDocument> cursor) {
    assertThat(cursor.tryNext()).isNull();
  }

  static List<String> types(List<BsonDocument> events) {
    return events.stream().map(each -> each.getString("operationType").getValue()).toList();
  }

  static String type(BsonDocument event) {
    return event.getString("operationType").getValue();
  }

  static BsonDocument bson(String text) {
    return BsonDocument.parse(text);
  }
}
