package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Latencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;

/** Short requests beside long queries: whoever asks for little is answered soon. */
class LongQueriesSdkTest {
  private static final Duration MEASURED = Duration.ofSeconds(4);
  private static final int QUERIES = 60;
  private static final String LONG_QUERY =
      "SELECT VALUE COUNT(1) FROM c JOIN x IN c.n JOIN y IN c.n JOIN z IN c.n JOIN u IN c.n"
          + " WHERE x + y + z + u > -";
  private static final PartitionKey PK = new PartitionKey("p");

  @Test
  @Timeout(180)
  void shortRequestsAreServedBesideSixtyJoins() throws InterruptedException {
    SdkServer server = SdkServer.SHARED;
    CosmosClient honest = server.client(SdkMode.GATEWAY_HTTP);
    String name = "db-" + UUID.randomUUID();
    honest.createDatabase(name);
    CosmosDatabase database = honest.getDatabase(name);
    database.createContainer("c", "/pk");
    CosmosContainer container = database.getContainer("c");
    container.createItem(large());
    for (int i = 0; i < 20; i++) {
      container.createItem(small(i));
    }
    for (int i = 0; i < 20; i++) {
      shortRequests(database, container, i, new Latencies());
    }
    Latencies latencies = new Latencies();
    List<Disposable> load = new ArrayList<>();
    try (CosmosAsyncClient other = server.builder(SdkMode.GATEWAY_HTTP).buildAsyncClient()) {
      for (int i = 0; i < QUERIES; i++) {
        load.add(
            other
                .getDatabase(name)
                .getContainer("c")
                .queryItems(
                    LONG_QUERY + i,
                    new CosmosQueryRequestOptions().setPartitionKey(PK),
                    Integer.class)
                .subscribe(result -> {}, failure -> {}));
      }
      Await.pace(Duration.ofSeconds(2));
      long end = System.nanoTime() + MEASURED.toNanos();
      for (int i = 0; System.nanoTime() < end; i++) {
        shortRequests(database, container, i, latencies);
      }
      assertThat(load).as("long queries that still run").noneMatch(Disposable::isDisposed);
      load.forEach(Disposable::dispose);
    }
    System.out.println(QUERIES + " joins, " + latencies);
    latencies.assertShort();
    database.delete();
  }

  private static ObjectNode large() {
    ObjectNode item = SdkTest.item("large");
    ArrayNode numbers = item.putArray("n");
    for (int i = 0; i < 300; i++) {
      numbers.add(i);
    }
    return item;
  }

  private static ObjectNode small(int i) {
    return SdkTest.item("small" + i).put("k", i);
  }

  private static void shortRequests(
      CosmosDatabase database, CosmosContainer container, int i, Latencies latencies) {
    latencies.measure("read", () -> container.readItem("small" + i % 20, PK, ObjectNode.class));
    latencies.measure("upsert", () -> container.upsertItem(small(i % 20)));
    latencies.measure(
        "query", () -> query(container, "SELECT * FROM c WHERE c.id = 'small" + i % 20 + "'"));
    // A text that is new each time, so that nobody knows how long it takes.
    latencies.measure("new query", () -> query(container, "SELECT c.k + " + i + " AS k FROM c"));
    latencies.measure("read database", database::read);
  }

  private static List<ObjectNode> query(CosmosContainer container, String text) {
    return container
        .queryItems(text, new CosmosQueryRequestOptions().setPartitionKey(PK), ObjectNode.class)
        .stream()
        .toList();
  }
}
