package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.mayfly.testkit.Await;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The unchanged Java driver in replica set mode on three nodes. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClusterMongoTest {
  @TempDir static Path directory;
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.start(directory, 3);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static MongoClient direct(String id, String options) {
    return MongoClients.create(
        "mongodb://127.0.0.1:"
            + cluster.node(id).mongoPort()
            + "/?directConnection=true"
            + options);
  }

  private static Document admin(MongoClient client, String command) {
    return client.getDatabase("admin").runCommand(new Document(command, 1));
  }

  @Test
  void everyNodeNamesAllMembersAndThePrimary() {
    String leader = cluster.leader();
    Set<String> hosts = new HashSet<>();
    cluster.ids().forEach(id -> hosts.add("127.0.0.1:" + cluster.node(id).mongoPort()));
    for (String id : cluster.ids()) {
      try (MongoClient client = direct(id, "")) {
        Await.until(
            "all hosts are announced",
            () ->
                hosts.equals(new HashSet<>(admin(client, "hello").getList("hosts", String.class))));
        Document hello = admin(client, "hello");
        assertThat(hello.getString("setName")).isEqualTo(TestCluster.NAME);
        assertThat(hello.getString("primary"))
            .isEqualTo("127.0.0.1:" + cluster.node(leader).mongoPort());
        assertThat(hello.getString("me")).isEqualTo("127.0.0.1:" + cluster.node(id).mongoPort());
        assertThat(hello.getBoolean("isWritablePrimary")).isEqualTo(id.equals(leader));
        assertThat(hello.getBoolean("secondary")).isEqualTo(!id.equals(leader));
        assertThat(hello.containsKey("electionId")).isEqualTo(id.equals(leader));
        Document status = admin(client, "replSetGetStatus");
        assertThat(status.getList("members", Document.class))
            .extracting(member -> member.getString("stateStr"))
            .containsExactlyInAnyOrder("PRIMARY", "SECONDARY", "SECONDARY");
        assertThat(
                admin(client, "replSetGetConfig")
                    .get("config", Document.class)
                    .getList("members", Document.class))
            .hasSize(3);
      }
    }
  }

  @Test
  void aFollowerRefusesWritesAndUnwillingReads() {
    String follower = cluster.followers().get(0);
    try (MongoClient client = direct(follower, "&retryWrites=false&retryReads=false")) {
      assertThatThrownBy(
              () ->
                  client
                      .getDatabase("d")
                      .runCommand(Document.parse("{insert: 'refused', documents: [{_id: 1}]}")))
          .isInstanceOfSatisfying(
              MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(10107));
      assertThat(
              client
                  .getDatabase("d")
                  .runCommand(Document.parse("{find: 'absent'}"), ReadPreference.secondary())
                  .getDouble("ok"))
          .isEqualTo(1);
    }
  }

  @Test
  void aRetryableWriteThatAFollowerRefusesMayBeSentAgain() {
    try (MongoClient client = direct(cluster.followers().get(0), "")) {
      MongoCollection<Document> refused = client.getDatabase("d").getCollection("refused");
      assertThatThrownBy(() -> refused.insertOne(new Document("_id", 1)))
          .isInstanceOfSatisfying(
              MongoException.class,
              e -> {
                assertThat(e.getCode()).isEqualTo(10107);
                assertThat(e.hasErrorLabel("RetryableWriteError")).isTrue();
              });
    }
  }

  /** A driver that has repeated a write already would not repeat it on the next connection. */
  @Test
  void connectionsToAFollowerAreClosedBeforeItIsShownAsPrimary() throws Exception {
    Map<String, Socket> idle = new HashMap<>();
    try (MongoClient client = direct(cluster.leader(), "")) {
      for (String id : cluster.followers()) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), cluster.node(id).mongoPort());
        socket.setSoTimeout(1);
        idle.put(id, socket);
      }
      admin(client, "replSetStepDown");
      String[] primary = {null};
      Await.until(
          "another node is shown as the primary",
          () -> {
            for (String id : idle.keySet()) {
              try (MongoClient fresh = direct(id, "")) {
                if (admin(fresh, "hello").getBoolean("isWritablePrimary")) {
                  primary[0] = id;
                }
              } catch (MongoException e) {
                // Its role changes just now.
              }
            }
            return primary[0] != null;
          });
      assertThat(idle.get(primary[0]).getInputStream().read()).isEqualTo(-1);
    } finally {
      for (Socket socket : idle.values()) {
        socket.close();
      }
    }
  }

  @Test
  void writesGoOnWhileLeadersAreStoppedAndFollowersServeReads() throws Exception {
    try (MongoClient client = MongoClients.create(cluster.mongoUri(""))) {
      MongoCollection<Document> items = client.getDatabase("d").getCollection("items");
      int count = 0;
      long longestNanos = 0;
      for (int round = 0; round < 2; round++) {
        String leader = cluster.leader();
        Thread stopping = new Thread(() -> cluster.stop(leader));
        for (int i = 0; i < 60; i++) {
          if (i == 20) {
            stopping.start();
          }
          long start = System.nanoTime();
          items.insertOne(new Document("_id", count++));
          longestNanos = Math.max(longestNanos, System.nanoTime() - start);
        }
        stopping.join();
        cluster.startNode(leader, Map.of());
      }
      System.out.printf("longest pause of a write: %d ms%n", longestNanos / 1_000_000);
      assertThat(items.countDocuments()).isEqualTo(count);
      int written = count;
      for (String id : cluster.followers()) {
        try (MongoClient reader = direct(id, "&readPreference=secondary")) {
          MongoCollection<Document> seen = reader.getDatabase("d").getCollection("items");
          Await.until(id + " has all that was written", () -> seen.countDocuments() == written);
          List<Document> all = seen.find().into(new java.util.ArrayList<>());
          assertThat(all).hasSize(written);
        }
      }
    }
  }
}
