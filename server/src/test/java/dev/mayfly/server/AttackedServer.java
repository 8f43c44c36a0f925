package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;

/** A server with a small heap that exits when it is too small, and an honest client beside. */
final class AttackedServer implements AutoCloseable {
  private static final int HEAP_MEBIBYTES = 256;
  private static final long HEAP_GROWTH_MAX = 40L << 20;

  private final ServerProcess process;
  private final MongoClient client;
  private final MongoCollection<Document> honest;
  private long heapBefore;

  AttackedServer(Path temporary) throws IOException {
    process = ServerProcess.serveWithHeap(temporary, HEAP_MEBIBYTES, "--ephemeral");
    client = MongoClients.create(process.mongoAddress());
    honest = client.getDatabase("honest").getCollection("things");
    for (int i = 0; i < 100; i++) {
      honest.insertOne(new Document("_id", i).append("group", i % 7));
    }
  }

  MongoClient client() {
    return client;
  }

  String cosmosAddress() {
    return process.cosmosAddress();
  }

  /** Remembers how much of the heap is in use before the attack. */
  void begin() throws Exception {
    heapBefore = process.heapBytesAfterCollection();
  }

  /**
   * Runs what attackers do, all at once, while the honest client works, and gives what came of
   * each. All of them must end; the server must live and have its memory back.
   */
  <T> List<T> attack(List<Callable<T>> attackers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(attackers.size() + 1);
    try {
      AtomicBoolean over = new AtomicBoolean();
      Future<Integer> answers = threads.submit(() -> workHonestly(over));
      List<T> results = new ArrayList<>();
      try {
        for (Future<T> each : threads.invokeAll(attackers)) {
          results.add(each.get());
        }
      } finally {
        over.set(true);
      }
      assertThat(answers.get()).isPositive();
      assertThat(process.isAlive()).isTrue();
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  /** What attackers left open must be closed before. */
  void assertMemoryIsBack() throws Exception {
    process.awaitMetric("mayfly_query_memory_bytes", bytes -> bytes == 0);
    process.awaitMetric("mayfly_query_spill_bytes", bytes -> bytes == 0);
    process.awaitMetric("mayfly_query_spill_files", files -> files == 0);
    assertThat(process.heapBytesAfterCollection()).isLessThan(heapBefore + HEAP_GROWTH_MAX);
  }

  double refusals() throws Exception {
    return process.metric("mayfly_query_memory_refused_total");
  }

  double heldBytes() throws Exception {
    return process.metric("mayfly_query_memory_bytes");
  }

  private int workHonestly(AtomicBoolean over) {
    int answers = 0;
    while (!over.get() || answers == 0) {
      assertThat(honest.find(Filters.eq("_id", answers % 100)).first()).isNotNull();
      List<Document> groups =
          honest
              .aggregate(
                  List.of(
                      Document.parse("{$group: {_id: '$group', all: {$push: '$_id'}}}"),
                      Document.parse("{$sort: {_id: 1}}")))
              .into(new ArrayList<>());
      assertThat(groups).hasSize(7);
      assertThat(honest.find().sort(new Document("group", -1)).limit(5).into(new ArrayList<>()))
          .hasSize(5);
      answers++;
    }
    return answers;
  }

  @Override
  public void close() throws IOException {
    client.close();
    process.close();
  }
}
