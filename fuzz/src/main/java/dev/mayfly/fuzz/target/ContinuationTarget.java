package dev.mayfly.fuzz.target;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.fuzz.input.Edits;
import dev.mayfly.fuzz.input.Input;
import dev.mayfly.fuzz.world.CosmosWorld;
import dev.mayfly.fuzz.world.HttpConnection.Answer;
import dev.mayfly.fuzz.world.Limits;
import dev.mayfly.fuzz.world.LoggedFailures;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Continuation tokens of queries and feeds: real ones with edits, whose checksum is made right
 * again, and texts that are none. A forged token gets an answer or a refusal, never a failure.
 */
public final class ContinuationTarget implements Target {
  private static final int SECONDS_MAX = 20;
  private static final String TOKEN = "x-ms-continuation";
  private static final Map<String, String> SMALL = Map.of("x-ms-max-item-count", "1");

  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM c",
          "SELECT * FROM c WHERE c.a > 0",
          "SELECT * FROM c ORDER BY c.a",
          "SELECT * FROM c ORDER BY c.b DESC",
          "SELECT * FROM c ORDER BY c.a, c.b",
          "SELECT x FROM c JOIN x IN c.c",
          "SELECT VALUE COUNT(1) FROM c",
          "SELECT MAX(c.a), MIN(c.b) FROM c",
          "SELECT DISTINCT c.pk FROM c ORDER BY c.pk",
          "SELECT * FROM c WHERE c.b IN ('x','X','abc') OFFSET 1 LIMIT 2");

  private CosmosWorld world;
  private final List<String> tokens = new ArrayList<>();

  @Override
  public String name() {
    return "continuation";
  }

  @Override
  public String about() {
    return "continuation tokens with edits: followed or refused in time, never 500";
  }

  @Override
  public List<String> instrumented() {
    return List.of(
        "dev.mayfly.cosmos.query.run",
        "dev.mayfly.cosmos.query.token",
        "dev.mayfly.cosmos.item",
        "dev.mayfly.cosmos.resource",
        "dev.mayfly.engine.read",
        "dev.mayfly.engine.item",
        "dev.mayfly.engine.feed",
        "dev.mayfly.engine.index",
        "dev.mayfly.engine.bson");
  }

  @Override
  public int bytesMax() {
    return 512;
  }

  @Override
  public void run(byte[] input) throws Throwable {
    if (world == null) {
      world = new CosmosWorld();
      for (int reading = 0; reading < QUERIES.size() + 3; reading++) {
        tokens.add(token(read(reading, SMALL)));
      }
    }
    Limits.inProcess(SECONDS_MAX, () -> check(new Input(input)));
  }

  /** Change feeds resume by another header. */
  private static String token(Answer answer) {
    return answer.headers().getOrDefault(TOKEN, answer.headers().getOrDefault("etag", ""));
  }

  private void check(Input input) {
    LoggedFailures.forget();
    int reading = input.below(QUERIES.size() + 3);
    String token = edited(tokens.get(reading), input);
    Map<String, String> headers = new TreeMap<>(SMALL);
    headers.put(reading == QUERIES.size() + 1 ? "if-none-match" : TOKEN, header(token));
    Answer answer = read(reading, headers);
    if (answer.status() == 500) {
      throw new AssertionError(
          "the token " + token + " is answered with " + new String(answer.body(), UTF_8));
    }
    LoggedFailures.requireNone();
  }

  /** What can stand in a header. */
  private static String header(String token) {
    return token.replaceAll("[^ -~]", "_").strip();
  }

  private static String edited(String token, Input input) {
    int mode = input.below(4);
    byte[] bytes = token.getBytes(ISO_8859_1);
    if (mode == 0) {
      return new String(input.rest(), ISO_8859_1);
    }
    if (mode == 1) {
      return new String(Edits.apply(bytes, input), ISO_8859_1);
    }
    try {
      byte[] checked = Base64.getUrlDecoder().decode(token);
      int length = Math.max(0, checked.length - Integer.BYTES);
      byte[] content = Edits.apply(Arrays.copyOf(checked, length), input);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(summed(content));
    } catch (IllegalArgumentException e) {
      return new String(Edits.apply(bytes, input), ISO_8859_1);
    }
  }

  private static byte[] summed(byte[] content) {
    CRC32 sum = new CRC32();
    sum.update(content, 0, content.length);
    return ByteBuffer.allocate(content.length + Integer.BYTES)
        .put(content)
        .putInt((int) sum.getValue())
        .array();
  }

  private Answer read(int reading, Map<String, String> headers) {
    if (reading < QUERIES.size()) {
      return world.query(CosmosWorld.INDEXED, QUERIES.get(reading), headers);
    }
    Map<String, String> all = new TreeMap<>(headers);
    return switch (reading - QUERIES.size()) {
      case 0 -> world.ask("GET", CosmosWorld.INDEXED + "/docs", all, new byte[0]);
      case 1 -> {
        all.put("a-im", "Incremental feed");
        yield world.ask("GET", CosmosWorld.INDEXED + "/docs", all, new byte[0]);
      }
      default -> world.ask("GET", "/dbs/db/colls", all, new byte[0]);
    };
  }
}
