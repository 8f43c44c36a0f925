package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import dev.mayfly.testkit.LongTest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Temporary files of a server: where they are, how much they may be, and when they go. */
@Timeout(120)
@LongTest
class SpillProcessTest {
  private static final int COUNT = 3000;

  @TempDir private Path temporary;

  private static MongoCollection<Document> fill(MongoClient client) {
    client
        .getDatabase("admin")
        .runCommand(
            new Document("setParameter", 1)
                .append("internalQueryMaxBlockingSortMemoryUsageBytes", 200_000));
    MongoCollection<Document> collection = client.getDatabase("d").getCollection("c");
    if (collection.estimatedDocumentCount() == 0) {
      List<Document> documents = new ArrayList<>();
      for (int i = 0; i < COUNT; i++) {
        documents.add(
            new Document("_id", i).append("n", i * 7919 % COUNT).append("pad", "x".repeat(1000)));
      }
      collection.insertMany(documents);
    }
    return collection;
  }

  private static MongoCursor<Document> open(MongoCollection<Document> collection) {
    MongoCursor<Document> cursor =
        collection.find().sort(new Document("n", 1)).batchSize(10).iterator();
    assertThat(cursor.next().getInteger("n")).isZero();
    return cursor;
  }

  private static List<String> names(Path directory) throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void nothingIsLeftOfAServerThatIsKilled() throws Exception {
    Path data = temporary.resolve("data");
    Path spill = data.resolve("spill");
    try (ServerProcess server = ServerProcess.serve(temporary, "--data", data.toString());
        MongoClient client = MongoClients.create(server.mongoAddress())) {
      open(fill(client));
      assertThat(server.metric("mayfly_query_spill_bytes")).isPositive();
      assertThat(server.metric("mayfly_query_spill_files")).isPositive();
      assertThat(server.metric("mayfly_query_spills_total")).isPositive();
      assertThat(server.metric("mayfly_query_spill_written_bytes_total")).isPositive();
      assertThat(names(spill)).as("named files").isEmpty();
      assertThat(server.post("/backup?name=monday")).contains("data-backups");
      assertThat(names(temporary.resolve("data-backups/monday"))).doesNotContain("spill");
      server.kill();
    }
    assertThat(names(spill)).isEmpty();
    // As a system without nameless files would leave it.
    Files.writeString(spill.resolve("spill-1-1"), "left");
    assertThat(check(data)).isZero();
    try (ServerProcess server = ServerProcess.serve(temporary, "--data", data.toString());
        MongoClient client = MongoClients.create(server.mongoAddress())) {
      assertThat(names(spill)).isEmpty();
      List<Document> all = new ArrayList<>();
      open(fill(client)).forEachRemaining(all::add);
      assertThat(all).hasSize(COUNT - 1);
      server.awaitMetric("mayfly_query_spill_bytes", bytes -> bytes == 0);
      server.stopInOrder();
    }
  }

  private static int check(Path data) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    return Main.commandLine(new EngineStores(), Map.of(), out, out)
        .execute("check", data.toString());
  }

  @Test
  void theSettingBoundsTheDiskAndZeroAllowsNone() throws Exception {
    try (ServerProcess server =
            ServerProcess.serve(temporary, "--ephemeral", "--spill-megabytes", "2");
        MongoClient client = MongoClients.create(server.mongoAddress())) {
      MongoCollection<Document> collection = fill(client);
      assertThatThrownBy(() -> open(collection))
          .isInstanceOfSatisfying(
              MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(14031));
      server.awaitMetric("mayfly_query_spill_bytes", bytes -> bytes == 0);
      assertThat(server.metric("mayfly_query_spill_refused_total")).isPositive();
      assertThat(server.metric("mayfly_query_spill_limit_bytes")).isEqualTo(2 << 20);
    }
    try (ServerProcess server =
            ServerProcess.serve(temporary, "--ephemeral", "--spill-megabytes", "0");
        MongoClient client = MongoClients.create(server.mongoAddress())) {
      MongoCollection<Document> collection = fill(client);
      assertThatThrownBy(() -> open(collection))
          .isInstanceOfSatisfying(
              MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(292));
    }
  }
}
