package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.ReplaceOptions;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Latencies;
import dev.mayfly.testkit.LongTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many deadlines in real time under load, a server that is killed in the middle, and a client of
 * server-sent events that resumes: each expiry comes at least once, in order, soon after its
 * deadline. {@code ./mayfly bench expiries} runs it in full size.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@LongTest
class ExpiryKillTest {
  private static final int DEADLINES = Integer.getInteger("mayfly.expiries", 3000);
  private static final int SECONDS = Integer.getInteger("mayfly.expiry.seconds", 8);
  private static final int BATCH = 1000;
  private static final int BATCHES_PER_SECOND = 10;

  /** An idle machine takes less than 100; of a busy one this is asked, times how busy it is. */
  private static final long MEDIAN_MILLIS_MAX = 5000;

  private record Event(int id, long deadline, long delayMillis) {}

  @TempDir private Path temporary;
  private final List<Event> events = Collections.synchronizedList(new ArrayList<>());
  private final Set<Integer> ids = ConcurrentHashMap.newKeySet();
  private final HttpClient client = HttpClient.newHttpClient();

  /** Where the server is, or will be once it is there; null for nowhere any more. */
  private volatile CompletableFuture<String> address = new CompletableFuture<>();

  private volatile String lastId;
  private volatile boolean done;
  private long killed;
  private long ready;

  @Test
  void everyExpiryComesAtLeastOnceInOrderAlthoughTheServerIsKilled() throws Exception {
    String data = temporary.resolve("data").toString();
    CompletableFuture<Void> following;
    ServerProcess server = ServerProcess.serve(temporary, "--data", data);
    try {
      long first = load(server);
      address.complete(server.adminAddress());
      following = CompletableFuture.runAsync(this::follow);
      CompletableFuture<Void> writing = CompletableFuture.runAsync(this.writer(server));
      awaitSecond(first + SECONDS / 2);
      killed = now();
      address = new CompletableFuture<>();
      server.kill();
      writing.get(60, TimeUnit.SECONDS);
      server.close();
      server = ServerProcess.serve(temporary, "--data", data);
      address.complete(server.adminAddress());
      ready = now();
      CompletableFuture<Void> again = CompletableFuture.runAsync(this.writer(server));
      awaitSecond(first + SECONDS);
      awaitAll();
      done = true;
      again.get(60, TimeUnit.SECONDS);
    } finally {
      done = true;
      address.complete(null);
      server.close();
    }
    following.get(60, TimeUnit.SECONDS);
    report();
  }

  /** However busy the machine is: as long as some come, others are waited for. */
  private void awaitAll() {
    int come = ids.size();
    while (come < DEADLINES) {
      int before = come;
      Await.until("more than " + before + " have come", () -> ids.size() > before);
      come = ids.size();
    }
  }

  private static long now() {
    return System.currentTimeMillis() / 1000;
  }

  /** Real time is what this test is about. */
  private static void awaitSecond(long second) {
    Await.until("it is " + second, () -> now() >= second);
  }

  /** Writes documents whose deadlines are spread over some seconds; returns the first of those. */
  private static long load(ServerProcess server) throws Exception {
    try (MongoClient mongo = MongoClients.create(server.mongoAddress())) {
      MongoCollection<Document> collection = mongo.getDatabase("d").getCollection("c");
      collection.createIndex(
          new Document("_ts", 1), new IndexOptions().expireAfter(1_000_000L, TimeUnit.SECONDS));
      server.post("/containers/d/c/expiries?enabled=true");
      long first = now() + 4 + DEADLINES / (BATCH * BATCHES_PER_SECOND);
      for (int from = 0; from < DEADLINES; from += BATCH) {
        List<Document> batch = new ArrayList<>();
        for (int id = from; id < Math.min(DEADLINES, from + BATCH); id++) {
          long deadline = first + (long) id * SECONDS / DEADLINES;
          batch.add(new Document("_id", id).append("ttl", (int) Math.max(1, deadline - now())));
        }
        collection.insertMany(batch);
      }
      return first;
    }
  }

  /** Load of others, until the server is killed or all is done. */
  private Runnable writer(ServerProcess server) {
    return () -> {
      try (MongoClient mongo = MongoClients.create(server.mongoAddress() + "/?retryWrites=false")) {
        MongoCollection<Document> other = mongo.getDatabase("d").getCollection("other");
        for (int i = 0; !done; i++) {
          Document document = new Document("_id", i % 500).append("n", i);
          other.replaceOne(
              new Document("_id", i % 500), document, new ReplaceOptions().upsert(true));
        }
      } catch (MongoException e) {
        assertThat(server.isAlive()).isFalse();
      }
    };
  }

  private void follow() {
    while (!done) {
      String server = address.join();
      if (server == null) {
        return;
      }
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(server + "/containers/d/c/expiries?from=beginning"));
      if (lastId != null) {
        request.header("Last-Event-ID", lastId);
      }
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  client.send(request.build(), BodyHandlers.ofInputStream()).body(),
                  StandardCharsets.UTF_8))) {
        read(lines);
      } catch (IOException e) {
        // The server was killed: once it is back the client comes again, at the place it reached.
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private void read(BufferedReader lines) throws IOException {
    String id = null;
    String line;
    while (!done && (line = lines.readLine()) != null) {
      assertThat(line).isNotEqualTo("event: gap");
      if (line.startsWith("id: ")) {
        id = line.substring("id: ".length());
      } else if (line.startsWith("data: {\"id\":")) {
        BsonDocument event = BsonDocument.parse(line.substring("data: ".length()));
        long deadline = event.getNumber("deadline").longValue();
        events.add(
            new Event(
                event.getNumber("id").intValue(),
                deadline,
                System.currentTimeMillis() - deadline * 1000));
        ids.add(event.getNumber("id").intValue());
        lastId = id;
      }
    }
  }

  private void report() {
    assertThat(ids).hasSize(DEADLINES);
    long deadline = 0;
    Set<Integer> seen = new HashSet<>();
    List<Long> delays = new ArrayList<>();
    for (Event event : events) {
      if (seen.add(event.id())) {
        assertThat(event.deadline()).isGreaterThanOrEqualTo(deadline);
        deadline = event.deadline();
        if (event.deadline() < killed - 1 || event.deadline() > ready) {
          delays.add(event.delayMillis());
        }
      }
    }
    Collections.sort(delays);
    long median = delays.get(delays.size() / 2);
    Reports.add(
        "%,d expiries over %d s, the server killed in the middle: each came, in order, %d of them"
            + " twice; after the deadline, but for the %d s without a server: median %d ms, 90 %%"
            + " within %d ms",
        DEADLINES,
        SECONDS,
        events.size() - DEADLINES,
        ready - killed,
        median,
        delays.get(delays.size() * 9 / 10));
    assertThat((double) median).isLessThan(MEDIAN_MILLIS_MAX * Latencies.busyness());
    assertThat(delays.get(0)).as("nothing comes before its deadline").isNotNegative();
  }
}
