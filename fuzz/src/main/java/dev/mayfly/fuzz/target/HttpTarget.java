package dev.mayfly.fuzz.target;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mayfly.fuzz.world.CosmosWorld;
import dev.mayfly.fuzz.world.HttpConnection;
import dev.mayfly.fuzz.world.Limits;
import dev.mayfly.fuzz.world.LoggedFailures;
import dev.mayfly.fuzz.world.Signature;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes on a new connection to the Cosmos DB port, which is then half closed. So that mutated
 * requests get past the front door, an exclamation mark as the value of {@code authorization}
 * stands for the right signature, and as that of {@code content-length} for what follows the head.
 */
public final class HttpTarget implements Target {
  private static final int SECONDS_MAX = 20;
  private static final Pattern UNSIGNED = Pattern.compile("(?i)(?m)^authorization: !$");
  private static final Pattern UNMEASURED = Pattern.compile("(?i)(?m)^content-length: !$");
  private static final Pattern REQUEST_LINE = Pattern.compile("(?m)^([A-Z]+) (\\S+) HTTP/1");
  private static final Pattern INTERNAL_ERROR = Pattern.compile("(?m)^HTTP/1\\.[01] 500 ");
  private static final Pattern CHANGED = Pattern.compile("(?m)^HTTP/1\\.[01] 2");
  private static final Pattern CHANGING = Pattern.compile("(?m)^(POST|PUT|PATCH|DELETE) ");

  private CosmosWorld world;

  @Override
  public String name() {
    return "http";
  }

  @Override
  public String about() {
    return "bytes to the Cosmos DB port: answered without 500 or closed, and others are served";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.cosmos", "dev.mayfly.net", "dev.mayfly.query");
  }

  @Override
  public int bytesMax() {
    return 4096;
  }

  @Override
  public String dictionary() {
    return "http";
  }

  @Override
  public String describe(byte[] input) {
    return "\n" + new String(completed(input), ISO_8859_1);
  }

  @Override
  public void run(byte[] input) throws Throwable {
    if (world == null) {
      world = new CosmosWorld();
    }
    Limits.inProcess(SECONDS_MAX, () -> send(input));
  }

  private void send(byte[] input) throws IOException {
    LoggedFailures.forget();
    byte[] sent = completed(input);
    String answers = "";
    try {
      answers = answers(world, sent);
      if (INTERNAL_ERROR.matcher(answers).find()) {
        throw new AssertionError("answered with " + answers);
      }
      if (world.ask("GET", CosmosWorld.INDEXED, Map.of(), new byte[0]).status() / 100 == 5) {
        throw new AssertionError("another client is not served any more");
      }
      LoggedFailures.requireNone();
    } finally {
      if (CHANGED.matcher(answers).find()
          && CHANGING.matcher(new String(sent, ISO_8859_1)).find()) {
        world.reset();
      }
    }
  }

  /** Everything that the server says to these bytes. */
  static String answers(CosmosWorld world, byte[] sent) throws IOException {
    try (HttpConnection connection = world.connect()) {
      try {
        connection.send(sent);
        connection.endOutput();
      } catch (IOException e) {
        // The server may close before it has read everything; what it said still counts.
      }
      return new String(connection.readAll(), ISO_8859_1);
    }
  }

  /** An input with the signatures and the length that it leaves open. */
  static byte[] completed(byte[] input) {
    String text = new String(input, ISO_8859_1);
    StringBuilder whole = new StringBuilder();
    Matcher unsigned = UNSIGNED.matcher(text);
    int from = 0;
    while (unsigned.find()) {
      whole.append(text, from, unsigned.start());
      whole.append("authorization: ").append(signature(text.substring(0, unsigned.start())));
      from = unsigned.end();
    }
    whole.append(text.substring(from));
    return measured(whole.toString()).getBytes(ISO_8859_1);
  }

  private static String signature(String before) {
    String header = "";
    for (Matcher line = REQUEST_LINE.matcher(before); line.find(); ) {
      header = Signature.header(line.group(1), line.group(2));
    }
    return header;
  }

  private static String measured(String text) {
    Matcher unmeasured = UNMEASURED.matcher(text);
    int head = text.lastIndexOf("\r\n\r\n");
    int length = head < 0 ? 0 : text.length() - head - 4;
    return unmeasured.replaceAll("content-length: " + length);
  }
}
