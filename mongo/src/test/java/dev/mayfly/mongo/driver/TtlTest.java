package dev.mayfly.mongo.driver;

import com.mongodb.client.model.IndexOptions;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;

/** A collection whose documents may expire. */
abstract class TtlTest extends CollectionTest {
  private static final Document TS = new Document("_ts", 1);

  /** Switches TTL on with that default. */
  void ttl(long seconds) {
    collection.createIndex(TS, new IndexOptions().expireAfter(seconds, TimeUnit.SECONDS));
  }

  /** Gives documents so many seconds after the date in a field. */
  void dateTtl(String field, long seconds) {
    collection.createIndex(
        new Document(field, 1), new IndexOptions().expireAfter(seconds, TimeUnit.SECONDS));
  }

  Document read(Object id) {
    return collection.find(new Document("_id", id)).first();
  }

  BsonDocument collMod(long seconds) {
    return runRaw("{collMod: 'c', index: {name: '_ts_1', expireAfterSeconds: " + seconds + "}}");
  }

  static long nowMillis() {
    return clock().epochSecond() * 1000;
  }
}
