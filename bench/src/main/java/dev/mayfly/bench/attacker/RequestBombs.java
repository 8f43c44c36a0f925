package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.CosmosClient;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Signed Cosmos requests whose parameters, keys, policies or framing are large beyond sense. */
final class RequestBombs {
  private static final int THREADS = 8;
  private static final int CHUNKS = 500_000;
  private static final int CHUNKS_AT_ONCE = 1_000;
  private static final String BATCH =
      "\r\nx-ms-cosmos-is-batch-request: True\r\nx-ms-cosmos-batch-atomic: True"
          + CosmosClient.partitionKey("p");

  private RequestBombs() {}

  /** One request of an attack. */
  private interface Bomb {
    Answer send(CosmosClient client) throws IOException;
  }

  /** Parameters of queries, partition keys, patches and batches. */
  static void requests(Arena arena) {
    String many = repeated(100_000, "%d");
    run(
        arena,
        List.of(
            query("SELECT VALUE @a", "{\"name\":\"@a\",\"value\":" + "[".repeat(500_000) + "}"),
            query("SELECT VALUE @a", "{\"name\":\"@a\",\"value\":" + "9".repeat(1_000_000) + "}"),
            query(
                "SELECT * FROM c WHERE ARRAY_CONTAINS(@a, c.n)",
                "{\"name\":\"@a\",\"value\":[" + many + "]}"),
            query("SELECT VALUE 1", repeated(50_000, "{\"name\":\"@a%d\",\"value\":1}")),
            partitionKey("[" + repeated(10_000, "%d") + "]"),
            partitionKey("[".repeat(50_000)),
            partitionKey("[" + "9".repeat(50_000) + "]"),
            partitionKey("[\"" + "x".repeat(50_000) + "\"]"),
            client ->
                client.patch(
                    "bomb",
                    "p",
                    body(
                        "{\"operations\":["
                            + repeated(50_000, "{\"op\":\"add\",\"path\":\"/a%d\",\"value\":1}")
                            + "]}")),
            client ->
                client.patch(
                    "bomb",
                    "p",
                    body(
                        "{\"operations\":[{\"op\":\"add\",\"path\":\""
                            + "/a".repeat(500_000)
                            + "\",\"value\":1}]}")),
            client ->
                client.patch(
                    "bomb",
                    "p",
                    body(
                        "{\"operations\":[{\"op\":\"add\",\"path\":\"/a\",\"value\":["
                            + "{},".repeat(1_300_000)
                            + "{}]}]}")),
            client -> client.feed("POST", BATCH, body("[".repeat(500_000))),
            client ->
                client.feed(
                    "POST",
                    BATCH,
                    body(
                        "["
                            + repeated(
                                20_000,
                                "{\"operationType\":\"Upsert\","
                                    + "\"resourceBody\":{\"id\":\"%d\",\"pk\":\"p\"}}")
                            + "]"))));
  }

  private static Bomb query(String text, String parameters) {
    byte[] body = body("{\"query\":\"" + text + "\",\"parameters\":[" + parameters + "]}");
    return client -> client.feed("POST", CosmosClient.CROSS_PARTITION_QUERY_HEADERS, body);
  }

  private static Bomb partitionKey(String key) {
    byte[] item = body("{\"id\":\"bomb\",\"pk\":\"p\"}");
    return client -> client.feed("POST", "\r\nx-ms-documentdb-partitionkey: " + key, item);
  }

  /** Definitions of containers. */
  static void policies(Arena arena) {
    String paths = repeated(50_000, "{\"path\":\"/a%d/?\"}");
    String deep = "{\"path\":\"" + "/a".repeat(200_000) + "/?\"}";
    run(
        arena,
        List.of(
            container("\"indexingPolicy\":{\"includedPaths\":[" + paths + "]}"),
            container("\"indexingPolicy\":{\"excludedPaths\":[" + paths + "]}"),
            container("\"indexingPolicy\":{\"includedPaths\":[" + deep + "]}"),
            container("\"indexingPolicy\":" + "[".repeat(500_000)),
            container("\"conflictResolutionPolicy\":[" + "{},".repeat(1_300_000) + "{}]"),
            container("\"geospatialConfig\":[" + "[],".repeat(1_300_000) + "[]]"),
            container(
                "\"indexingPolicy\":{\"compositeIndexes\":["
                    + repeated(10_000, "[{\"path\":\"/a%d\"},{\"path\":\"/b%d\"}]")
                    + "]}"),
            container(
                "\"uniqueKeyPolicy\":{\"uniqueKeys\":["
                    + repeated(20_000, "{\"paths\":[\"/a%d\"]}")
                    + "]}"),
            container(
                "\"computedProperties\":["
                    + repeated(
                        20_000, "{\"name\":\"a%d\",\"query\":\"SELECT VALUE LOWER(c.a) FROM c\"}")
                    + "]"),
            container("\"defaultTtl\":" + "9".repeat(1_000_000))));
  }

  private static Bomb container(String properties) {
    byte[] definition =
        body(
            "{\"id\":\"bomb\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"},"
                + properties
                + "}");
    return client -> client.defineContainer(definition);
  }

  private static void run(Arena arena, List<Bomb> bombs) {
    arena.threads(
        THREADS,
        thread -> {
          // Each begins with another one, so that all are sent however long the first take.
          for (int i = 0; i < bombs.size() && !arena.isOver(); i++) {
            Bomb bomb = bombs.get((thread + i) % bombs.size());
            // A connection for each: some are closed after the answer.
            try (CosmosClient client = arena.cosmos()) {
              arena.count(bomb.send(client));
            }
          }
        });
  }

  /** A body of one byte in each chunk, and a trailer without end. */
  static void chunks(Arena arena) {
    byte[] tiny = ascii("1\r\n \r\n".repeat(CHUNKS_AT_ONCE));
    byte[] trailer = ascii("0\r\n" + "t:u\r\n".repeat(200_000) + "\r\n");
    arena.threads(
        THREADS,
        thread -> {
          try (Socket socket = arena.open(Port.COSMOS);
              CosmosClient client = arena.cosmos()) {
            OutputStream out = socket.getOutputStream();
            arena.tally().count("begun");
            out.write(
                client.feedRequest(
                    "POST",
                    CosmosClient.partitionKey("p") + "\r\ntransfer-encoding: chunked",
                    new byte[0]));
            for (int sent = 0; sent < CHUNKS && !arena.isOver(); sent += CHUNKS_AT_ONCE) {
              out.write(tiny);
            }
            out.write(trailer);
            byte[] answer = new byte[1000];
            int read = socket.getInputStream().read(answer);
            arena.tally().count(read <= 0 ? "closed" : HalfRequests.firstLine(answer, read));
          }
        });
  }

  private static String repeated(int count, String each) {
    return IntStream.range(0, count)
        .mapToObj(i -> each.replace("%d", Integer.toString(i)))
        .collect(Collectors.joining(","));
  }

  private static byte[] body(String text) {
    return CosmosClient.utf8(text);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
