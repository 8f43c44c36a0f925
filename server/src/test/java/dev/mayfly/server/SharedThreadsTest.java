package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.Setting;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The data ports share event loops and workers, all of which end with the server. */
class SharedThreadsTest {
  private static final String KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private final Set<Thread> before = Thread.getAllStackTraces().keySet();

  private static RunningServer start() {
    return RunningServer.start(
        ConfigLoader.load(
            Map.of(
                Setting.EPHEMERAL, "true",
                Setting.ADMIN_PORT, "0",
                Setting.COSMOS_PORT, "0",
                Setting.COSMOS_DIRECT_PORT, "0",
                Setting.MONGO_PORT, "0"),
            Optional.empty(),
            Map.of()),
        new EngineStores());
  }

  /** Threads of this test's server whose names begin so. */
  private List<Thread> threads(String prefix) {
    Set<Thread> since = new HashSet<>(Thread.getAllStackTraces().keySet());
    since.removeAll(before);
    return since.stream().filter(thread -> thread.getName().startsWith(prefix)).toList();
  }

  @Test
  void thereIsOneSetOfThem() throws Exception {
    List<Thread> all;
    try (RunningServer server = start()) {
      SignedRequests cosmos = new SignedRequests("http://localhost:" + server.cosmosPort(), KEY);
      assertThat(cosmos.post("", "dbs", "{\"id\":\"shop\"}").statusCode()).isEqualTo(201);
      try (MongoClient mongo =
          MongoClients.create("mongodb://localhost:" + server.mongoPort() + "/")) {
        mongo.getDatabase("shop").getCollection("carts").insertOne(new Document("_id", 1));
        assertThat(mongo.getDatabase("shop").getCollection("carts").countDocuments()).isOne();
      }
      assertThat(threads("mayfly-worker-watch")).hasSize(1);
      assertThat(threads("mayfly-worker-")).hasSizeGreaterThan(1);
      assertThat(threads("mayfly-network-"))
          .hasSizeBetween(1, Runtime.getRuntime().availableProcessors());
      assertThat(threads("mayfly-cosmos")).isEmpty();
      assertThat(threads("mayfly-mongo")).isEmpty();
      all = threads("mayfly-");
    }
    for (Thread thread : all) {
      thread.join(20_000);
      assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
  }
}
