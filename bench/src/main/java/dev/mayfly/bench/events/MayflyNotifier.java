package dev.mayfly.bench.events;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.bench.process.MayflyServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;

/** Mayfly with its data on disk; a client of server-sent events receives. */
final class MayflyNotifier implements Notifier {
  private static final int BATCH = 1000;
  private static final int DUE_SECONDS = 2;
  private static final String EVENTS = "/containers/bench/events/expiries";
  private static final String FILLER = "mayfly ".repeat(40);

  private final MayflyServer server;
  private final MongoClient mongo;
  private final MongoCollection<Document> collection;
  private final HttpClient http = HttpClient.newHttpClient();
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final BufferedReader stream;
  private int number;

  /** The text of an event and when it came. */
  private record Arrival(String data, long millis) {}

  MayflyNotifier(Path directory) throws IOException, InterruptedException {
    server = MayflyServer.start(directory, "sync");
    mongo = MongoClients.create("mongodb://localhost:" + server.mongoPort());
    collection = mongo.getDatabase("bench").getCollection("events");
    collection.createIndex(
        Indexes.ascending("_ts"), new IndexOptions().expireAfter(1_000_000L, TimeUnit.SECONDS));
    HttpResponse<String> switched =
        http.send(
            HttpRequest.newBuilder(uri(EVENTS + "?enabled=true"))
                .POST(BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofString());
    if (switched.statusCode() != 200) {
      throw new IOException("Events can't be switched on: " + switched.body());
    }
    stream =
        new BufferedReader(
            new InputStreamReader(
                http.send(
                        HttpRequest.newBuilder(uri(EVENTS + "?from=beginning")).build(),
                        BodyHandlers.ofInputStream())
                    .body(),
                StandardCharsets.UTF_8));
    Thread reader = new Thread(this::read, "events");
    reader.setDaemon(true);
    reader.start();
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.adminPort() + path);
  }

  private void read() {
    try {
      for (String line = stream.readLine(); line != null; line = stream.readLine()) {
        if (line.startsWith("data: {\"id\":")) {
          arrivals.add(new Arrival(line.substring("data: ".length()), System.currentTimeMillis()));
        }
      }
    } catch (IOException e) {
      return; // The server was stopped, and the stream closed.
    }
  }

  @Override
  public String name() {
    return "Mayfly";
  }

  @Override
  public void addLasting(int count) {
    for (int from = 0; from < count; from += BATCH) {
      insert(Math.min(BATCH, count - from), 0);
    }
  }

  private void insert(int count, int ttlSeconds) {
    List<Document> batch = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Document document = new Document("_id", number++).append("filler", FILLER);
      batch.add(ttlSeconds == 0 ? document : document.append("ttl", ttlSeconds));
    }
    collection.insertMany(batch);
  }

  @Override
  public long[] expire(int count, int secondsMax) throws InterruptedException {
    insert(count, DUE_SECONDS);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DUE_SECONDS + secondsMax);
    List<Long> delays = new ArrayList<>();
    while (delays.size() < count) {
      Arrival arrival = arrivals.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (arrival == null) {
        break;
      }
      long deadline = BsonDocument.parse(arrival.data()).getNumber("deadline").longValue();
      delays.add(arrival.millis() - deadline * 1000);
    }
    return delays.stream().mapToLong(Long::longValue).toArray();
  }

  @Override
  public void close() {
    mongo.close();
    server.close();
  }
}
