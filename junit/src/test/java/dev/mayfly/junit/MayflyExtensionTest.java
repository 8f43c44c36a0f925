package dev.mayfly.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The extension in a static field: one server for the class, one client for all its tests. */
class MayflyExtensionTest {
  private static final Instant START = Instant.parse("2031-05-01T00:00:00Z");

  @RegisterExtension
  static final MayflyExtension mayfly = MayflyExtension.ephemeral().frozenClockAt(START);

  private static MongoClient client;
  private static String uri;

  @BeforeAll
  static void connect() {
    uri = mayfly.mongoUri();
    client = MongoClients.create(uri);
  }

  @AfterAll
  static void disconnect() {
    client.close();
  }

  private static void oneDocumentLivesThirtyDays() {
    assertThat(mayfly.mongoUri()).isEqualTo(uri);
    assertThat(mayfly.now()).isEqualTo(START).isEqualTo(mayfly.clock().instant());
    MongoCollection<Document> sessions = client.getDatabase("web").getCollection("sessions");
    assertThat(sessions.countDocuments()).isZero();
    sessions.createIndex(
        new Document("_ts", 1), new IndexOptions().expireAfter(30L, TimeUnit.DAYS));
    sessions.insertOne(new Document("_id", "ann"));
    mayfly.advance(Duration.ofDays(30).minusSeconds(1));
    assertThat(sessions.countDocuments()).isEqualTo(1);
    mayfly.advance(Duration.ofSeconds(1));
    assertThat(sessions.countDocuments()).isZero();
    sessions.insertOne(new Document("_id", "left behind"));
  }

  @RepeatedTest(3)
  void everyTestBeginsWithNothing() {
    oneDocumentLivesThirtyDays();
    mayfly.reset();
    oneDocumentLivesThirtyDays();
  }

  @Nested
  class Inside {
    @Test
    void nestedTestsHaveTheSameServer() {
      oneDocumentLivesThirtyDays();
    }
  }
}
