package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Latencies;
import dev.mayfly.testkit.LongTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The latency of short requests beside long ones. */
@LongTest
class LongRequestsDriverTest {
  private static final Duration MEASURED = Duration.ofSeconds(3);

  private static final List<String> BY_RANGE =
      List.of(
          "{$set: {x: {$range: [0, 3000]}}}",
          "{$unwind: '$x'}",
          "{$set: {y: {$range: [0, 3000]}}}",
          "{$unwind: '$y'}",
          "{$set: {z: {$range: [0, 3000]}}}",
          "{$unwind: '$z'}",
          "{$group: {_id: {$mod: ['$y', 7]}, n: {$sum: '$z'}}}");

  private static final List<String> BY_LOOKUP =
      List.of(
          "{$lookup: {from: 'many', pipeline: [], as: 'a'}}",
          "{$unwind: '$a'}",
          "{$lookup: {from: 'many', pipeline: [{$match: {$expr: {$gt: ['$n', -1]}}}], as: 'b'}}",
          "{$unwind: '$b'}",
          "{$lookup: {from: 'many', let: {n: '$b.n'}, as: 'c',"
              + " pipeline: [{$match: {$expr: {$gte: ['$n', '$$n']}}}]}}",
          "{$unwind: '$c'}",
          "{$group: {_id: '$c.n', n: {$sum: 1}}}");

  /** For a single document, which network threads read themselves. */
  private static final String PROJECTION =
      "{a: {$sum: {$map: {input: {$range: [0, 3000]}, as: 'x', in: {$sum: {$map:"
          + " {input: {$range: [0, 3000]}, as: 'y', in: {$sum: {$map:"
          + " {input: {$range: [0, 3000]}, as: 'z', in: {$add: ['$$x', '$$y', '$$z']}}}}}}}}}}}";

  @TempDir Path directory;

  private DriverServer server;
  private final List<MongoClient> clients = new ArrayList<>();
  private final List<Thread> load = new ArrayList<>();

  @BeforeEach
  void fill() {
    server = DriverServer.on(directory, options -> options.withRootUser("root", "secret"));
    MongoDatabase admin = client("root", "secret", "honest").getDatabase("admin");
    for (String user : List.of("greedy", "modest")) {
      admin.runCommand(
          Document.parse(
              "{createUser: '" + user + "', pwd: 'p', roles: ['readWriteAnyDatabase']}"));
    }
    MongoDatabase database = clients.get(0).getDatabase("d");
    database.getCollection("one").insertOne(Document.parse("{_id: 1}"));
    List<Document> many = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      many.add(new Document("_id", i).append("n", i).append("text", "number " + i));
    }
    database.getCollection("many").insertMany(many);
  }

  private MongoClient client(String user, String password, String application) {
    MongoClient client =
        server.client(
            "mongodb://"
                + user
                + ":"
                + password
                + "@localhost:"
                + server.port()
                + "/?maxPoolSize=100&retryReads=false&retryWrites=false"
                + (application.equals("load") ? "" : "&socketTimeoutMS=30000"));
    clients.add(client);
    return client;
  }

  @AfterEach
  void stop() throws InterruptedException {
    clients.forEach(MongoClient::close);
    server.close();
    for (Thread each : load) {
      each.join(TimeUnit.SECONDS.toMillis(30));
      assertThat(each.isAlive()).as("a client that waits after its server has gone").isFalse();
    }
  }

  /** Starts requests that end with their connections, and waits until all have arrived. */
  private void begin(int count, String command, Runnable request) {
    for (int i = 0; i < count; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  request.run();
                } catch (MongoException | IllegalStateException e) {
                  // The test is over.
                }
              });
      load.add(thread);
      thread.start();
    }
    Await.until("all requests arrive", () -> running(command) >= count);
  }

  private long running(String command) {
    return server.server().clients().connected().stream()
        .map(client -> client.channel().running())
        .filter(running -> running != null && running.name().equals(command))
        .count();
  }

  private static void aggregate(MongoClient client, List<String> pipeline) {
    client
        .getDatabase("d")
        .getCollection("one")
        .aggregate(pipeline.stream().map(Document::parse).toList())
        .allowDiskUse(false)
        .into(new ArrayList<>());
  }

  private static void findProjected(MongoClient client) {
    client
        .getDatabase("d")
        .getCollection("one")
        .find(new Document("_id", 1))
        .projection(Document.parse(PROJECTION))
        .first();
  }

  @ParameterizedTest(name = "{0} of {1}")
  @CsvSource({"4, range", "60, range", "60, lookup", "20, projection"})
  void shortRequestsAreServedBesideLongAggregations(int count, String kind) throws Exception {
    MongoClient honest = clients.get(0);
    shortRequests(honest, -1, new Latencies());
    MongoClient greedy = client("greedy", "p", "load");
    if (kind.equals("projection")) {
      begin(count, "find", () -> findProjected(greedy));
    } else {
      List<String> pipeline = kind.equals("range") ? BY_RANGE : BY_LOOKUP;
      begin(count, "aggregate", () -> aggregate(greedy, pipeline));
    }
    Latencies latencies = new Latencies();
    long end = System.nanoTime() + MEASURED.toNanos();
    for (int i = 0; System.nanoTime() < end; i++) {
      shortRequests(honest, i, latencies);
    }
    System.out.println(count + " long requests by " + kind + ", " + latencies);
    latencies.assertShort();
    // Somebody who comes only now has to log in.
    assertThat(ping(client("modest", "p", "late"))).containsEntry("ok", 1.0);
  }

  private static void shortRequests(MongoClient client, int i, Latencies latencies) {
    MongoDatabase database = client.getDatabase("d");
    MongoCollection<Document> many = database.getCollection("many");
    latencies.measure("ping", () -> ping(client));
    latencies.measure("hello", () -> database.runCommand(new Document("hello", 1)));
    latencies.measure(
        "find by id", () -> many.find(new Document("_id", Math.abs(i) % 300)).first());
    latencies.measure("find by field", () -> many.find(new Document("n", i % 300)).first());
    MongoCollection<Document> own = database.getCollection("own");
    latencies.measure("insert", () -> own.insertOne(new Document("_id", i)));
    latencies.measure(
        "insert two",
        () -> own.insertMany(List.of(new Document("_id", "a" + i), new Document("_id", "b" + i))));
    latencies.measure(
        "aggregate",
        () ->
            many.aggregate(List.of(Document.parse("{$group: {_id: null, n: {$sum: '$n'}}}")))
                .first());
  }

  private static Document ping(MongoClient client) {
    return client.getDatabase("admin").runCommand(new Document("ping", 1));
  }

  /** A long one of somebody else takes about twice as long as alone, not forty times. */
  @Test
  void usersShareTheTimeForLongRequests() throws Exception {
    List<String> measured = new ArrayList<>(BY_RANGE);
    measured.set(4, "{$set: {z: {$range: [0, 1]}}}");
    measured.set(2, "{$set: {y: {$range: [0, 500]}}}");
    MongoClient modest = client("modest", "p", "modest");
    aggregate(modest, measured);
    long matcher = millis(() -> aggregate(modest, measured));
    MongoClient greedy = client("greedy", "p", "load");
    begin(40, "aggregate", () -> aggregate(greedy, BY_RANGE));
    long beside = millis(() -> aggregate(modest, measured));
    System.out.println("A long request in ms, alone: " + matcher + ", beside forty: " + beside);
    assertThat(beside).isLessThan(10 * matcher);
  }

  private static long millis(Runnable request) {
    long started = System.nanoTime();
    request.run();
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
  }
}
