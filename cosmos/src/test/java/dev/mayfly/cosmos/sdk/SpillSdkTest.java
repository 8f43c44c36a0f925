package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.net.port.Network;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.spill.SpillSpace;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queries of the SDK in a server with little memory, which uses the disk. */
@Timeout(120)
class SpillSdkTest {
  private static final int ITEMS = 1500;
  private static final long SPACE_BYTES = 64 << 20;

  @TempDir private Path directory;

  private static CosmosClient client(CosmosServer server) {
    return SdkMode.GATEWAY_HTTP
        .set(
            new CosmosClientBuilder()
                .endpoint("http://localhost:" + server.port())
                .key(AccountKeys.EMULATOR.primary()))
        .buildClient();
  }

  private static CosmosContainer container(CosmosClient client) {
    client.createDatabase("d");
    client.getDatabase("d").createContainer("c", "/pk");
    return client.getDatabase("d").getContainer("c");
  }

  @Test
  void sortsDistinctResultsAndGroupsUseTheDisk() throws Exception {
    MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
    SpillSpace space = SpillSpace.in(directory.resolve("spill"), SPACE_BYTES, 0);
    MemoryPool memory = new MemoryPool(2 << 20, space);
    try (Engine engine = Engine.open(new MemoryStorage(), clock, EngineOptions.DEFAULT);
        Network network = Network.ofMachine();
        CosmosServer server =
            CosmosServer.start(engine, CosmosOptions.defaults(), network, memory);
        CosmosClient client = client(server)) {
      CosmosContainer container = container(client);
      for (int i = 0; i < ITEMS; i++) {
        container.createItem(
            SdkTest.item("i" + i)
                .put("n", i * 7919 % ITEMS)
                .put("text", ("text " + i + " ").repeat(100)));
      }
      List<Integer> numbers =
          all(
              container,
              "SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 1400 LIMIT 50",
              Integer.class);
      assertThat(numbers).isEqualTo(IntStream.range(1400, 1450).boxed().toList());
      List<JsonNode> whole =
          all(container, "SELECT * FROM c ORDER BY c.n DESC OFFSET 1450 LIMIT 50", JsonNode.class);
      assertThat(whole.stream().map(each -> each.get("n").asInt()).toList())
          .isEqualTo(IntStream.range(0, 50).mapToObj(i -> 49 - i).toList());
      long spills = space.spills();
      assertThat(spills).isPositive();
      assertThat(
              all(
                  container,
                  "SELECT DISTINCT VALUE c.text FROM c OFFSET 1300 LIMIT 500",
                  String.class))
          .hasSize(200)
          .doesNotHaveDuplicates();
      assertThat(
              all(
                  container,
                  "SELECT c.text, COUNT(1) AS n FROM c GROUP BY c.text OFFSET 1000 LIMIT 200",
                  JsonNode.class))
          .hasSize(200)
          .allMatch(each -> each.get("n").asInt() == 1);
      assertThat(space.spills()).isGreaterThan(spills);
      assertThat(space.usedBytes()).isZero();
      assertThat(memory.reservedBytes()).isZero();
    }
  }

  @Test
  void aQueryThatNeedsMoreDiskThanItMayUseIsRefused() throws Exception {
    SpillSpace space = SpillSpace.in(directory.resolve("spill"), 200_000, 0);
    MemoryPool memory = new MemoryPool(2 << 20, space);
    try (Engine engine =
            Engine.open(
                new MemoryStorage(), MovableClock.frozenAt(1_800_000_000L), EngineOptions.DEFAULT);
        Network network = Network.ofMachine();
        CosmosServer server =
            CosmosServer.start(engine, CosmosOptions.defaults(), network, memory);
        CosmosClient client = client(server)) {
      CosmosContainer container = container(client);
      for (int i = 0; i < ITEMS; i++) {
        container.createItem(SdkTest.item("i" + i).put("n", i).put("text", "x".repeat(1000)));
      }
      assertThatThrownBy(
              () ->
                  all(
                      container,
                      "SELECT * FROM c ORDER BY c.n OFFSET 1400 LIMIT 9",
                      JsonNode.class))
          .isInstanceOfSatisfying(
              CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400))
          .hasMessageContaining("bytes of disk");
      assertThat(space.usedBytes()).isZero();
    }
  }

  /** Across partitions clients sort and skip themselves. */
  private static CosmosQueryRequestOptions inPartition() {
    return new CosmosQueryRequestOptions().setPartitionKey(SdkTest.PK);
  }

  private static <T> List<T> all(CosmosContainer container, String query, Class<T> type) {
    return new ArrayList<>(container.queryItems(query, inPartition(), type).stream().toList());
  }
}
