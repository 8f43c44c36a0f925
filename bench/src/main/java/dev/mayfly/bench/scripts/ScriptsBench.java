package dev.mayfly.bench.scripts;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.cosmos.json.Json;
import java.io.IOException;
import java.util.List;
import org.bson.BsonValue;

/**
 * A simple user-defined function in queries over many items, beside the same arithmetic in the
 * language, and beside a message to the process of functions and back for each item.
 */
public final class ScriptsBench {
  private static final int ITEMS = 100_000;
  private static final int QUICK_ITEMS = 20_000;
  private static final int PARTITIONS = 100;
  private static final int ROUNDS = 5;

  /** So many queries compile both processes on a busy machine, too. */
  private static final int WARM_UPS = 20;

  private static final int PAGES_MAX = 1_000;
  private static final String LINK =
      "dbs/" + CosmosClient.DATABASE + "/colls/" + CosmosClient.CONTAINER;
  private static final String SUM = "SELECT VALUE SUM(%s) FROM c";
  private static final String CALLED = SUM.formatted("udf.linear(c.n)");
  private static final String WRITTEN = SUM.formatted("c.n * 2 + 1");

  /** Calls in a branch are made one at a time, when they are needed. */
  private static final String ALONE = SUM.formatted("c.n < 0 ? 0 : udf.linear(c.n)");

  private static final String TRIP = SUM.formatted("c.n < 0 ? 0 : udf.zero()");

  /** More than a message for each call allows. */
  private static final double TRIPS_GOAL = 3;

  /** Slower than this, what a query costs is what its functions cost. */
  private static final double SQL_GOAL = 0.1;

  private final CosmosClient client;
  private final int items;

  private ScriptsBench(CosmosClient client, int items) {
    this.client = client;
    this.items = items;
  }

  /** Prints how many calls there are beside what they are compared with. */
  public static void run(Report report, boolean quick) throws Exception {
    int items = quick ? QUICK_ITEMS : ITEMS;
    try (MayflyServer server = MayflyServer.start();
        CosmosClient client = CosmosClient.connect(server.cosmosPort(), false)) {
      new ScriptsBench(client, items).run(report);
    }
  }

  private void run(Report report) throws Exception {
    load();
    report.progress("%,d items", items);
    long expected = (long) items * items;
    for (int i = 0; i < WARM_UPS; i++) {
      perSecond(CALLED, expected);
      perSecond(ALONE, expected);
      perSecond(TRIP, 0);
      perSecond(WRITTEN, expected);
    }
    Rounds.Measurement called = () -> perSecond(CALLED, expected);
    Rounds.Pair trips = Rounds.alternate(ROUNDS, called, () -> perSecond(TRIP, 0));
    report.progress("%,.0f calls/s, %,.0f empty trips/s", trips.first(), trips.second());
    report.beside("a trip for each call").atLeast("udf-rate-of-trips", trips.ratio(), TRIPS_GOAL);
    Rounds.Pair alone = Rounds.alternate(ROUNDS, called, () -> perSecond(ALONE, expected));
    report.progress("%,.0f calls/s, %,.0f one at a time", alone.first(), alone.second());
    report
        .beside("one call at a time")
        .atLeast("udf-rate-of-single-calls", alone.ratio(), TRIPS_GOAL);
    Rounds.Pair written = Rounds.alternate(ROUNDS, called, () -> perSecond(WRITTEN, expected));
    report.progress("%,.0f calls/s, %,.0f items/s without", written.first(), written.second());
    report
        .beside("the same arithmetic in the query")
        .atLeast("udf-rate-of-sql", written.ratio(), SQL_GOAL);
  }

  private void load() throws IOException {
    client.createDatabase();
    client.createContainer("");
    function("linear", "function (n) { return n * 2 + 1; }");
    function("zero", "function () { return 0; }");
    for (int i = 0; i < items; i++) {
      String partition = "p" + i % PARTITIONS;
      String item = "{\"id\":\"i%d\",\"pk\":\"%s\",\"n\":%d}".formatted(i, partition, i);
      CosmosClient.expect(201, client.create(partition, CosmosClient.utf8(item)));
    }
  }

  private void function(String id, String body) throws IOException {
    byte[] json = CosmosClient.utf8("{\"id\":\"" + id + "\",\"body\":\"" + body + "\"}");
    client.connection().send(client.request("POST", "udfs", LINK, "/" + LINK + "/udfs", "", json));
    CosmosClient.expect(201, client.connection().answer());
  }

  /** Items per second of a query over all of them. */
  private double perSecond(String query, long expected) throws IOException {
    byte[] body = CosmosClient.utf8("{\"query\":\"" + query + "\",\"parameters\":[]}");
    String continuation = null;
    long started = System.nanoTime();
    for (int i = 0; i < PAGES_MAX; i++) {
      String from = continuation == null ? "" : "\r\nx-ms-continuation: " + continuation;
      Answer page =
          CosmosClient.expect(
              200, client.feed("POST", CosmosClient.CROSS_PARTITION_QUERY_HEADERS + from, body));
      continuation = page.header("x-ms-continuation");
      if (continuation == null) {
        double seconds = (System.nanoTime() - started) / 1e9;
        check(query, page, expected);
        return items / seconds;
      }
    }
    throw new IllegalStateException("More than " + PAGES_MAX + " pages of " + query);
  }

  private static void check(String query, Answer page, long expected) {
    List<BsonValue> results =
        Json.parse(CosmosClient.utf8(page.body())).getArray("Documents").getValues();
    if (results.size() != 1 || results.get(0).asNumber().longValue() != expected) {
      throw new IllegalStateException(query + " gives " + results + " and not " + expected);
    }
  }
}
