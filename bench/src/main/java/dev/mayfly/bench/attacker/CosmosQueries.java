package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.CosmosClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Cosmos queries that need far more time or memory than their text suggests. */
final class CosmosQueries {
  private static final int CONNECTIONS = 60;
  private static final String HEADERS =
      CosmosClient.CROSS_PARTITION_QUERY_HEADERS + "\r\nx-ms-max-item-count: -1";

  static final Map<String, Attack> ALL = all();

  private CosmosQueries() {}

  private static Map<String, Attack> all() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(
        "joins",
        "SELECT VALUE COUNT(1) FROM c JOIN x IN c.a JOIN y IN c.a JOIN z IN c.a JOIN w IN c.a"
            + " WHERE x + y + z + w < 0");
    texts.put(
        "subqueries",
        "SELECT VALUE ARRAY(SELECT VALUE ARRAY(SELECT VALUE ARRAY(SELECT VALUE z FROM z IN c.a)"
            + " FROM y IN c.a) FROM x IN c.a) FROM c");
    texts.put(
        "in-list",
        "SELECT * FROM c WHERE c.n IN ("
            + IntStream.range(1_000_000, 1_100_000)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","))
            + ")");
    texts.put("like", "SELECT * FROM c WHERE c.filler LIKE '" + "%m%a".repeat(100) + "%z'");
    texts.put("regex", "SELECT * FROM c WHERE RegexMatch(c.filler, '(.*m.*a.*y.*f.*l.*y.*)*z$')");
    texts.put("group-by", "SELECT x AS k, COUNT(1) AS n FROM c JOIN x IN c.a GROUP BY x, c.n");
    texts.put("order-by", "SELECT * FROM c ORDER BY c.filler DESC");
    texts.put(
        "text-doubling",
        "SELECT VALUE " + "REPLICATE(".repeat(6) + "c.filler" + ", 100)".repeat(6) + " FROM c");
    Map<String, Attack> all = new LinkedHashMap<>();
    texts.forEach((name, text) -> all.put(name, arena -> run(arena, text)));
    return all;
  }

  private static void run(Arena arena, String query) {
    byte[] body = CosmosClient.utf8("{\"query\":\"" + query + "\"}");
    arena.threads(
        CONNECTIONS,
        thread -> {
          try (CosmosClient client = arena.cosmos()) {
            while (!arena.isOver()) {
              arena.tally().count("asked");
              arena.count(client.feed("POST", HEADERS, body));
            }
          }
        });
  }
}
