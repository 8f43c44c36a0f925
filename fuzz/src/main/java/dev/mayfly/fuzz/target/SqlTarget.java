package dev.mayfly.fuzz.target;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.cosmos.json.Json;
import dev.mayfly.fuzz.world.CosmosWorld;
import dev.mayfly.fuzz.world.HttpConnection.Answer;
import dev.mayfly.fuzz.world.Limits;
import dev.mayfly.fuzz.world.LoggedFailures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Queries in Cosmos DB's SQL over a container with indexes and over one with the same items
 * without: answered in time, and where the order of items does not matter, with the same result.
 */
public final class SqlTarget implements Target {
  private static final int SECONDS_MAX = 30;
  private static final int PAGES_MAX = 20;
  private static final String PAGE_SIZE = "3";

  /** What depends on the order of items, on the time, or on the container. */
  private static final Pattern VARYING =
      Pattern.compile(
          "(?i)current|rand|top|limit|_rid|_ts|_etag|_self|_attachments|tostring|objecttoarray"
              + "|distinct|group|min|max|documentid");

  private CosmosWorld world;

  @Override
  public String name() {
    return "sql";
  }

  @Override
  public String about() {
    return "SQL text: planned and run in time without 500, the same with indexes as without";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.cosmos.query", "dev.mayfly.query", "dev.mayfly.engine.index");
  }

  @Override
  public int bytesMax() {
    return 1024;
  }

  @Override
  public String dictionary() {
    return "sql";
  }

  @Override
  public String describe(byte[] input) {
    return new String(input, UTF_8);
  }

  @Override
  public void run(byte[] input) throws Throwable {
    if (world == null) {
      world = new CosmosWorld();
    }
    String text = new String(input, UTF_8);
    Limits.inProcess(SECONDS_MAX, () -> check(text));
  }

  private void check(String text) {
    LoggedFailures.forget();
    Map<String, String> plan = Map.of("x-ms-cosmos-is-query-plan-request", "True");
    requireNoDefect(world.query(CosmosWorld.INDEXED, text, plan));
    List<String> indexed = results(CosmosWorld.INDEXED, text);
    if (indexed != null && !VARYING.matcher(text).find()) {
      List<String> plain = results(CosmosWorld.PLAIN, text);
      if (plain != null && !plain.equals(indexed)) {
        throw new AssertionError("with indexes " + indexed + ", without " + plain);
      }
    }
    LoggedFailures.requireNone();
  }

  /** The results of all pages, sorted; null if the query is refused or there are too many. */
  private List<String> results(String container, String text) {
    List<String> results = new ArrayList<>();
    Map<String, String> headers = new TreeMap<>(Map.of("x-ms-max-item-count", PAGE_SIZE));
    for (int page = 0; page < PAGES_MAX; page++) {
      Answer answer = world.query(container, text, headers);
      requireNoDefect(answer);
      if (answer.status() != 200) {
        return null;
      }
      for (BsonValue result : Json.parse(answer.body()).getArray("Documents")) {
        results.add(shown(result));
      }
      String continuation = answer.headers().get("x-ms-continuation");
      if (continuation == null) {
        Collections.sort(results);
        return results;
      }
      headers.put("x-ms-continuation", continuation);
    }
    return null;
  }

  private static void requireNoDefect(Answer answer) {
    if (answer.status() == 500) {
      throw new AssertionError("answered with 500: " + new String(answer.body(), UTF_8));
    }
  }

  /** Without what the server adds, and numbers with the digits on which all orders agree. */
  private static String shown(BsonValue value) {
    if (value instanceof BsonDocument document) {
      StringBuilder text = new StringBuilder("{");
      document.forEach(
          (name, each) -> {
            if (!VARYING.matcher(name).find()) {
              text.append(name).append(':').append(shown(each)).append(',');
            }
          });
      return text.append('}').toString();
    }
    if (value instanceof BsonArray array) {
      return array.stream().map(SqlTarget::shown).toList().toString();
    }
    return value.isNumber()
        ? String.format("%.9g", value.asNumber().doubleValue())
        : value.toString();
  }
}
