package dev.mayfly.fuzz.target;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.cosmos.json.Json;
import dev.mayfly.fuzz.input.Edits;
import dev.mayfly.fuzz.input.Input;
import dev.mayfly.fuzz.world.CosmosWorld;
import dev.mayfly.fuzz.world.HttpConnection.Answer;
import dev.mayfly.fuzz.world.Limits;
import dev.mayfly.fuzz.world.LoggedFailures;
import dev.mayfly.fuzz.world.Signature;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Authorization headers: signatures and resource tokens with edits, and texts that are neither.
 * Only who shows the right signature, or a whole resource token, reads the item.
 */
public final class AuthorizationTarget implements Target {
  private static final int SECONDS_MAX = 20;
  private static final String PATH = CosmosWorld.INDEXED + "/docs/1";
  private static final Map<String, String> KEY = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");

  private CosmosWorld world;
  private String token;

  @Override
  public String name() {
    return "authorization";
  }

  @Override
  public String about() {
    return "authorization headers and resource tokens with edits: only whole ones are let in";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.cosmos.auth", "dev.mayfly.cosmos.resource");
  }

  @Override
  public int bytesMax() {
    return 512;
  }

  @Override
  public String dictionary() {
    return "authorization";
  }

  @Override
  public void run(byte[] input) throws Throwable {
    if (world == null) {
      world = new CosmosWorld();
      token = issue();
    }
    Limits.inProcess(SECONDS_MAX, () -> check(new Input(input)));
  }

  private String issue() {
    post("/dbs/db/users", "{\"id\":\"u\"}");
    Answer answer =
        post(
            "/dbs/db/users/u/permissions",
            "{\"id\":\"m\",\"permissionMode\":\"Read\",\"resource\":\"dbs/db/colls/items\"}");
    return Json.parse(answer.body()).getString("_token").getValue();
  }

  private Answer post(String path, String body) {
    Answer answer = world.ask("POST", path, Map.of(), body.getBytes(UTF_8));
    if (answer.status() != 201) {
      throw new IllegalStateException(path + ": " + answer.status());
    }
    return answer;
  }

  private void check(Input input) {
    LoggedFailures.forget();
    String header = header(candidate(input));
    Answer answer = world.ask(header, "GET", PATH, KEY, new byte[0]);
    if (answer.status() / 100 == 5) {
      throw new AssertionError(header + " is answered with " + answer.status());
    }
    if (answer.status() == 200 && !isWhole(header)) {
      throw new AssertionError("a client that sends " + header + " is let in");
    }
    LoggedFailures.requireNone();
  }

  private String candidate(Input input) {
    return switch (input.below(5)) {
      case 0 -> new String(input.rest(), ISO_8859_1);
      case 1 -> edited(Signature.header("GET", PATH), input);
      case 2 -> edited(Signature.plain("GET", PATH), input);
      case 3 -> edited(token, input);
      default -> {
        // The signed text with edits, and the signature of the original.
        String[] parts = token.split(";");
        byte[] message = Edits.apply(Base64.getDecoder().decode(parts[1]), input);
        yield parts[0] + ";" + Base64.getEncoder().encodeToString(message) + ";";
      }
    };
  }

  private static String edited(String text, Input input) {
    return new String(Edits.apply(text.getBytes(ISO_8859_1), input), ISO_8859_1);
  }

  /** What can stand in a header. */
  private static String header(String text) {
    return text.replaceAll("[^ -~]", "_").strip();
  }

  /** Whether it says what the signature or the token says, in whatever encoding of it. */
  private boolean isWhole(String header) {
    String plain;
    try {
      plain = URLDecoder.decode(header.replace("+", "%2B"), ISO_8859_1);
    } catch (IllegalArgumentException e) {
      return false;
    }
    int at = plain.indexOf("&sig=");
    if (at < 0) {
      return false;
    }
    String[] shown = plain.substring(at + 5).split(";");
    if (plain.startsWith("type=master&")) {
      return same(shown[0], Base64.getEncoder().encodeToString(Signature.mac("GET", PATH)));
    }
    String[] issued = token.substring(token.indexOf("sig=") + 4).split(";");
    return plain.startsWith("type=resource&")
        && shown.length >= 2
        && same(shown[0], issued[0])
        && same(shown[1], issued[1]);
  }

  private static boolean same(String shown, String right) {
    try {
      return Arrays.equals(Base64.getDecoder().decode(shown), Base64.getDecoder().decode(right));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
