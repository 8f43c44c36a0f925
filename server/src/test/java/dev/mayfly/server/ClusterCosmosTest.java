package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The unchanged Java SDK on three nodes, which are locations of its account. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@LongTest
class ClusterCosmosTest {
  @TempDir static Path directory;
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    cluster = TestCluster.start(directory, 3);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static String address(String id) {
    // With preferred regions the SDK makes names of the host, which an address would not allow.
    return "http://localhost:" + cluster.node(id).cosmosPort();
  }

  private static CosmosClient client(String id, List<String> regions) {
    return new CosmosClientBuilder()
        .endpoint(address(id))
        .key(AccountKeys.EMULATOR.primary())
        .gatewayMode()
        .preferredRegions(regions)
        .buildClient();
  }

  private static CosmosContainer container(CosmosClient client) {
    client.createDatabaseIfNotExists("d");
    client.getDatabase("d").createContainerIfNotExists("c", "/pk");
    return client.getDatabase("d").getContainer("c");
  }

  @Test
  void aWriteAtAFollowerIsForbiddenWithTheSubStatusThatClientsFollow() throws Exception {
    SignedRequests requests = new SignedRequests(address(cluster.followers().get(0)));
    HttpResponse<String> answer = requests.post("", "dbs", "{\"id\":\"x\"}");
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.headers().firstValue("x-ms-substatus")).contains("3");
    assertThat(answer.body()).contains(cluster.leader());
  }

  @Test
  void aReadBehindItsSessionTokenIsNotAnswered() throws Exception {
    try (CosmosClient client = client(cluster.leader(), List.of())) {
      container(client).upsertItem(Map.of("id", "s", "pk", "s"));
    }
    String follower = cluster.followers().get(0);
    SignedRequests requests = new SignedRequests(address(follower));
    Await.until(
        "the follower knows the container", () -> query(requests, "0:-1#1").statusCode() == 200);
    HttpResponse<String> ahead = query(requests, "0:-1#900000000");
    assertThat(ahead.statusCode()).isEqualTo(404);
    assertThat(ahead.headers().firstValue("x-ms-substatus")).contains("1002");
  }

  private static HttpResponse<String> query(SignedRequests requests, String token)
      throws Exception {
    return requests.post(
        "dbs/d/colls/c",
        "docs",
        "{\"query\":\"select * from c\"}",
        "x-ms-documentdb-isquery",
        "true",
        "content-type",
        "application/query+json",
        "x-ms-documentdb-query-enablecrosspartition",
        "true",
        "x-ms-session-token",
        token);
  }

  @Test
  void theSdkWritesOnWhileTheLeaderStopsAndReadsFromFollowers() throws Exception {
    String stays = cluster.followers().get(0);
    int written = 0;
    long longestNanos = 0;
    try (CosmosClient client = client(stays, List.of(stays))) {
      CosmosContainer items = container(client);
      String leader = cluster.leader();
      Thread stopping = new Thread(() -> cluster.stop(leader));
      for (int i = 0; i < 60; i++) {
        if (i == 20) {
          stopping.start();
        }
        long start = System.nanoTime();
        String id = "i" + i;
        items.upsertItem(
            Map.of("id", id, "pk", id), new PartitionKey(id), new CosmosItemRequestOptions());
        written++;
        assertThat(items.readItem(id, new PartitionKey(id), Map.class).getStatusCode())
            .isEqualTo(200);
        longestNanos = Math.max(longestNanos, System.nanoTime() - start);
      }
      stopping.join();
      cluster.startNode(leader, Map.of());
      System.out.printf("longest pause of a write and a read: %d ms%n", longestNanos / 1_000_000);
      for (String id : cluster.ids()) {
        cluster.awaitApplied(id);
        try (CosmosClient reader = client(id, List.of(id))) {
          CosmosContainer seen = reader.getDatabase("d").getContainer("c");
          int all = written;
          Await.until(
              id + " has all that was written",
              () ->
                  seen
                          .queryItems(
                              "select value count(1) from c where startswith(c.id, 'i')",
                              new CosmosQueryRequestOptions(),
                              Integer.class)
                          .stream()
                          .mapToInt(Integer::intValue)
                          .sum()
                      == all);
        }
      }
    }
  }
}
