package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.junit.MayflyExtension;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SessionsTest {
  @RegisterExtension
  static final MayflyExtension mayfly = MayflyExtension.ephemeral().frozenClock();

  @Test
  void aSessionEndsAfterThirtyDays() {
    try (MongoClient client = MongoClients.create(mayfly.mongoUri())) {
      MongoCollection<Document> sessions = client.getDatabase("web").getCollection("sessions");
      sessions.createIndex(
          new Document("_ts", 1), new IndexOptions().expireAfter(30L, TimeUnit.DAYS));
      sessions.insertOne(new Document("_id", "ann"));

      mayfly.advance(Duration.ofDays(30).minusSeconds(1));
      assertEquals(1, sessions.countDocuments());
      mayfly.advance(Duration.ofSeconds(1));
      assertEquals(0, sessions.countDocuments());
    }
  }
}
