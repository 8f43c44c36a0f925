package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;

/** What only clients in direct mode meet. */
@Timeout(120)
class DirectModeSdkTest {
  private static final PartitionKey PK = new PartitionKey("p");

  @Test
  void whereItIsOffTheClientStopsAndIsReportedWhatToDo() throws Exception {
    try (Engine engine =
            Engine.open(
                new MemoryStorage(),
                MovableClock.fromWallClock(),
                EngineOptions.DEFAULT.withoutBackground());
        CosmosServer server =
            CosmosServer.start(
                engine, CosmosOptions.defaults().withDirectPort(OptionalInt.empty()))) {
      engine.createDatabase("db");
      engine.createContainer("db", ContainerDefinition.named("c").partitionKey("/pk").build());
      try (CosmosClient client =
          new CosmosClientBuilder()
              .endpoint("https://localhost:" + server.port())
              .key(AccountKeys.EMULATOR.primary())
              .buildClient()) {
        CosmosContainer container = client.getDatabase("db").getContainer("c");
        long started = System.nanoTime();
        CosmosException item =
            catchThrowableOfType(
                CosmosException.class, () -> container.readItem("x", PK, ObjectNode.class));
        CosmosException write =
            catchThrowableOfType(
                CosmosException.class, () -> container.createItem(SdkTest.item("x")));
        CosmosException database =
            catchThrowableOfType(CosmosException.class, () -> client.getDatabase("db").read());
        for (CosmosException refusal : new CosmosException[] {item, write, database}) {
          assertThat(refusal.getStatusCode()).as(refusal.getMessage()).isEqualTo(400);
          assertThat(refusal.getMessage())
              .contains("Direct mode is not available", "gatewayMode()");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - started))
            .isLessThan(Duration.ofSeconds(30));
      }
    }
  }

  /** The client's caches are of the container that was. */
  @Test
  void aContainerThatIsMadeAgainIsUsedAgain() {
    SdkServer server = SdkServer.SHARED;
    CosmosClient client = server.client(SdkMode.DIRECT);
    CosmosClient other = server.client(SdkMode.GATEWAY_HTTPS);
    String name = "db-" + UUID.randomUUID();
    other.createDatabase(name);
    other.getDatabase(name).createContainer("c", "/pk");
    CosmosContainer container = client.getDatabase(name).getContainer("c");
    container.createItem(SdkTest.item("x"));
    other.getDatabase(name).getContainer("c").delete();
    SdkTest.assertRefused(404, 1003, () -> SdkTest.read(container, "x"));
    other.getDatabase(name).createContainer("c", "/pk");
    SdkTest.assertGone(container, "x");
    container.createItem(SdkTest.item("x"));
    SdkTest.assertAlive(container, "x");
    assertThat(SdkTest.ids(container)).containsExactly("x");
    other.getDatabase(name).delete();
  }

  /** They share connections, and many answers are sent together. */
  @Test
  void requestsThatRunTogetherGetTheirOwnAnswers() {
    SdkServer server = SdkServer.SHARED;
    String name = "db-" + UUID.randomUUID();
    server.client(SdkMode.GATEWAY_HTTPS).createDatabase(name);
    server.client(SdkMode.GATEWAY_HTTPS).getDatabase(name).createContainer("c", "/pk");
    CosmosAsyncContainer container =
        server.asyncClient(SdkMode.DIRECT).getDatabase(name).getContainer("c");
    int items = 100;
    List<String> written =
        Flux.range(0, items)
            .flatMap(
                i ->
                    container.createItem(
                        SdkTest.item("i" + i).put("text", "x".repeat(i)).put("pk", "p" + i)),
                8)
            .map(created -> created.getItem().get("id").asText())
            .collectList()
            .block(Duration.ofSeconds(60));
    assertThat(written).hasSize(items).doesNotHaveDuplicates();
    for (int round = 0; round < 5; round++) {
      List<Integer> right =
          Flux.range(0, items)
              .flatMap(
                  i ->
                      container
                          .readItem("i" + i, new PartitionKey("p" + i), ObjectNode.class)
                          .filter(read -> read.getItem().get("text").asText().length() == i)
                          .map(read -> i),
                  items)
              .collectList()
              .block(Duration.ofSeconds(60));
      assertThat(right).hasSize(items).doesNotHaveDuplicates();
    }
    server.client(SdkMode.GATEWAY_HTTPS).getDatabase(name).delete();
  }

  @Test
  void everyConsistencyLevelThatTheAccountAllowsIsServed() {
    SdkServer server = SdkServer.SHARED;
    String name = "db-" + UUID.randomUUID();
    server.client(SdkMode.GATEWAY_HTTPS).createDatabase(name);
    server.client(SdkMode.GATEWAY_HTTPS).getDatabase(name).createContainer("c", "/pk");
    for (ConsistencyLevel level :
        new ConsistencyLevel[] {
          ConsistencyLevel.SESSION, ConsistencyLevel.CONSISTENT_PREFIX, ConsistencyLevel.EVENTUAL
        }) {
      try (CosmosClient client =
          server.builder(SdkMode.DIRECT).consistencyLevel(level).buildClient()) {
        CosmosContainer container = client.getDatabase(name).getContainer("c");
        CosmosItemResponse<ObjectNode> written =
            container.upsertItem(SdkTest.item("x"), PK, new CosmosItemRequestOptions());
        CosmosItemResponse<ObjectNode> read = container.readItem("x", PK, ObjectNode.class);
        assertThat(read.getETag()).isEqualTo(written.getETag());
        assertThat(read.getDiagnostics().toString()).contains("\"connectionMode\":\"DIRECT\"");
      }
    }
    server.client(SdkMode.GATEWAY_HTTPS).getDatabase(name).delete();
  }
}
