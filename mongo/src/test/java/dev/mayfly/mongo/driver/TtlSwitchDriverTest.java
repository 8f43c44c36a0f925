package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.testkit.Rule;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Documents' own TTLs can be switched off for a server. */
@Rule("D7")
class TtlSwitchDriverTest {
  @Test
  void whileItIsOffOnlyTheDefaultCounts() {
    try (DriverServer server = DriverServer.inMemory(options -> options.withDocumentTtl(false))) {
      MongoCollection<Document> collection = server.database().getCollection("c");
      collection.createIndex(
          new Document("_ts", 1), new IndexOptions().expireAfter(100L, TimeUnit.SECONDS));
      collection.insertOne(new Document("_id", 1).append("ttl", 5));
      collection.insertOne(new Document("_id", 2).append("ttl", -1));
      collection.updateOne(new Document("_id", 2), new Document("$set", new Document("ttl", 1000)));

      server.clock().advance(99);
      assertThat(collection.countDocuments()).isEqualTo(2);
      server.clock().advance(1);
      assertThat(collection.countDocuments()).isZero();
    }
  }
}
