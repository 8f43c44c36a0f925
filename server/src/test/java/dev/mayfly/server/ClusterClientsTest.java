package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.PartitionKey;
import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.mayfly.server.NodeProject.Outcome;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.cluster.ClusterProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Unchanged drivers and SDKs of both APIs, in Java and JavaScript, against three nodes whose leader
 * is killed: their applications continue.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(ClusterClientsTest.SECONDS_MAX)
@LongTest
class ClusterClientsTest {
  private static final String KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  /** Zero: the connection was reset, as by a process that is killed. */
  private static final Set<Integer> TRANSIENT = Set.of(0, 408, 410, 449, 503);

  private static final int CONFLICT = 409;
  static final int SECONDS_MAX = 1_200;

  /** Clients wait for up to a minute before they try again, on a machine that may be busy. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  static {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
  }

  @TempDir private Path temporary;
  private final AtomicInteger sentAgain = new AtomicInteger();
  private final AtomicInteger insertedAgain = new AtomicInteger();

  @Test
  void applicationsContinueWhenTheLeaderIsKilled() throws Exception {
    NodeProject.MONGO.install();
    NodeProject.COSMOS.install();
    try (ClusterProcesses cluster =
        new ClusterProcesses("clients", temporary.resolve("cluster"), 0, List.of())) {
      cluster.startAll();
      cluster.awaitAll();
      try (MongoClient mongo = MongoClients.create(cluster.mongoUri());
          CosmosClient cosmos = connect(cluster.cosmosPort())) {
        cosmos.createDatabase("loops-cosmos");
        for (String name : List.of("java", "node")) {
          cosmos.getDatabase("loops-cosmos").createContainer(name, "/pk");
        }
        run(cluster, mongo, cosmos);
      }
      shellShowsTheSet(cluster);
    }
  }

  private static CosmosClient connect(int port) {
    return new CosmosClientBuilder()
        .endpoint("http://localhost:" + port + "/")
        .key(KEY)
        .gatewayMode()
        .buildClient();
  }

  private void run(ClusterProcesses cluster, MongoClient mongo, CosmosClient cosmos)
      throws Exception {
    Path stop = temporary.resolve("stop");
    Path nodeDriver = temporary.resolve("node-driver");
    Path nodeSdk = temporary.resolve("node-sdk");
    MongoCollection<Document> collection = mongo.getDatabase("loops").getCollection("java");
    CosmosContainer container = cosmos.getDatabase("loops-cosmos").getContainer("java");
    FailoverLoop javaDriver = new FailoverLoop("driver", number -> insert(collection, number));
    FailoverLoop javaSdk = new FailoverLoop("sdk", number -> create(container, number));
    CompletableFuture<Outcome> driver =
        script(
            NodeProject.MONGO,
            Map.of(
                "MAYFLY_TEST_MONGO", cluster.mongoUri(),
                "MAYFLY_TEST_STOP", stop.toString(),
                "MAYFLY_TEST_PROGRESS", nodeDriver.toString()));
    CompletableFuture<Outcome> sdk =
        script(
            NodeProject.COSMOS,
            Map.of(
                "MAYFLY_TEST_ENDPOINT",
                "http://localhost:" + cluster.cosmosPort(),
                "MAYFLY_TEST_KEY",
                KEY,
                "MAYFLY_TEST_STOP",
                stop.toString(),
                "MAYFLY_TEST_PROGRESS",
                nodeSdk.toString()));
    try {
      for (int kill = 0; kill <= Rounds.of(1, 2); kill++) {
        int[] before = {javaDriver.done(), javaSdk.done(), number(nodeDriver), number(nodeSdk)};
        if (kill > 0) {
          int leader = cluster.awaitLeader();
          cluster.node(leader).kill();
          cluster.awaitLeader();
          cluster.start(leader);
          cluster.awaitAll();
        }
        int[] now = new int[before.length];
        try {
          Await.until(
              "all applications continue, or a script has ended",
              PATIENCE,
              () -> {
                now[0] = javaDriver.done();
                now[1] = javaSdk.done();
                now[2] = number(nodeDriver);
                now[3] = number(nodeSdk);
                return driver.isDone()
                    || sdk.isDone()
                    || IntStream.range(0, now.length).allMatch(i -> now[i] > before[i] + 5);
              });
        } catch (AssertionError e) {
          throw new AssertionError(
              "after kill %d of the leader: Java driver, Java SDK, Node driver, JavaScript SDK were"
                      .formatted(kill)
                  + " at %s and are at %s; errors %s %s"
                      .formatted(
                          Arrays.toString(before),
                          Arrays.toString(now),
                          javaDriver.errors(),
                          javaSdk.errors()),
              e);
        }
      }
    } finally {
      Files.createFile(stop);
      javaDriver.stop();
      javaSdk.stop();
    }
    System.out.printf(
        Locale.ROOT,
        "leader killed: Java driver %d requests, %d sent again, longest pause %.1f s; Java SDK %d,"
            + " %d sent again, %.1f s%nNode driver %sJavaScript SDK %s",
        javaDriver.done(),
        insertedAgain.get(),
        javaDriver.longestPauseSeconds(),
        javaSdk.done(),
        sentAgain.get(),
        javaSdk.longestPauseSeconds(),
        driver.join().output(),
        sdk.join().output());
    assertThat(javaDriver.errors()).isEmpty();
    assertThat(javaSdk.errors()).isEmpty();
    assertThat(collection.countDocuments()).isEqualTo(javaDriver.done());
    assertThatWell(driver.join());
    assertThatWell(sdk.join());
  }

  private static void assertThatWell(Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    String last = outcome.output().lines().reduce((first, second) -> second).orElseThrow();
    Document said = Document.parse(last);
    assertThat(said.get("errors", Document.class)).as(last).isEmpty();
    assertThat(said.get("count")).as(last).isEqualTo(said.get("done"));
  }

  private static int number(Path file) throws IOException {
    String text = Files.exists(file) ? Files.readString(file) : "";
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  private static CompletableFuture<Outcome> script(
      NodeProject project, Map<String, String> environment) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return project.node(SECONDS_MAX, environment, "failover-loop.js");
          } catch (IOException e) {
            throw new AssertionError(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
          }
        });
  }

  /** A driver repeats a request once; what it would repeat again, the application does. */
  private void insert(MongoCollection<Document> collection, int number) {
    boolean repeated = false;
    while (true) {
      try {
        try {
          collection.insertOne(new Document("_id", number));
        } catch (MongoWriteException e) {
          // It was inserted by an attempt whose answer was lost.
          if (!repeated || e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
            throw e;
          }
        }
        assertThat(collection.find(Filters.eq("_id", number)).first()).isNotNull();
        return;
      } catch (MongoException e) {
        if (!(e instanceof MongoSocketException) && !e.hasErrorLabel("RetryableWriteError")) {
          throw e;
        }
        insertedAgain.incrementAndGet();
        repeated = true;
      }
    }
  }

  /** What the SDK gives up on and says is transient is sent again, as applications do. */
  private void create(CosmosContainer container, int number) {
    String id = Integer.toString(number);
    while (true) {
      try {
        try {
          container.createItem(Map.of("id", id, "pk", "p"));
        } catch (CosmosException e) {
          // It was created by an attempt whose answer was lost.
          if (e.getStatusCode() != CONFLICT) {
            throw e;
          }
        }
        container.readItem(id, new PartitionKey("p"), Map.class);
        return;
      } catch (CosmosException e) {
        if (!TRANSIENT.contains(e.getStatusCode())) {
          throw e;
        }
        sentAgain.incrementAndGet();
      }
    }
  }

  private static void shellShowsTheSet(ClusterProcesses cluster) throws Exception {
    cluster.awaitAll();
    String shown =
        "const s = rs.status(); print(s.set, s.members.map((each) => each.stateStr).sort().join())";
    Outcome outcome =
        NodeProject.MONGO.node(
            Map.of("HOME", NodeProject.MONGO.directory().toString()),
            "node_modules/mongosh/bin/mongosh.js",
            cluster.mongoUri(),
            "--quiet",
            "--eval",
            shown);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(outcome.output().strip()).isEqualTo("clients PRIMARY,SECONDARY,SECONDARY");
  }
}
