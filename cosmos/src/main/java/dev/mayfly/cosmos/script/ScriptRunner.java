package dev.mayfly.cosmos.script;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.AnswerTime;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.ScriptQueries;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.scripts.Script;
import dev.mayfly.scripts.Scripts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** What stored procedures and triggers need to be run. */
final class ScriptRunner {
  private static final int LOG_CHARACTERS = 8_000;
  private static final long KB = 1 << 10;
  private static final long MB = 1 << 20;

  /** What a container may hold that has no quota, as the service says it. */
  private static final long QUOTA_MB = 50 * 1024;

  /** What is left of an answer's time for the server. */
  private static final Duration MARGIN = Duration.ofMillis(400);

  private final Engine engine;
  private final Scripts scripts;
  private final ScriptQueries queries;

  ScriptRunner(Engine engine, Scripts scripts, ScriptQueries queries) {
    this.engine = requireNonNull(engine, "engine");
    this.scripts = requireNonNull(scripts, "scripts");
    this.queries = requireNonNull(queries, "queries");
  }

  Engine engine() {
    return engine;
  }

  ScriptQueries queries() {
    return queries;
  }

  /** For how long a script may run whose client waits so long. */
  Duration time(AnswerTime answer) {
    Duration longest = Duration.ofNanos(answer.wholeNanos()).minus(MARGIN);
    return longest.compareTo(scripts.limits().time()) < 0 ? longest : scripts.limits().time();
  }

  /**
   * What a script starts with.
   *
   * @param kind sproc, pre or post
   * @param parameters as they were sent
   * @param request its values as JSON, by name
   * @param response null for a pre-trigger
   */
  static String input(
      Container container,
      String kind,
      boolean logging,
      String parameters,
      Map<String, String> request,
      Map<String, String> response) {
    ContainerLinks links = new ContainerLinks(container);
    StringBuilder json = new StringBuilder("{\"kind\":\"").append(kind);
    json.append("\",\"logging\":").append(logging);
    json.append(",\"logCharacters\":").append(LOG_CHARACTERS);
    json.append(",\"parameters\":").append(quoted(parameters));
    json.append(",\"selfLink\":").append(quoted(links.self()));
    json.append(",\"altLink\":").append(quoted(links.alt()));
    json.append(",\"usage\":").append((container.live().bytes() + MB - 1) / MB);
    json.append(",\"quota\":").append(quotaMegabytes(container));
    json.append(",\"request\":").append(object(request));
    if (response != null) {
      json.append(",\"response\":").append(object(response));
    }
    return json.append('}').toString();
  }

  private static long quotaMegabytes(Container container) {
    long quotaBytes = container.definition().quotaBytes();
    return quotaBytes > 0 ? quotaBytes / MB : QUOTA_MB;
  }

  /** What a container holds, as post-triggers read it, in kilobytes. */
  static String usage(Container container) {
    Tally live = container.live();
    return "documentsCount="
        + live.items()
        + ";collectionSize="
        + (live.bytes() + KB - 1) / KB
        + ";";
  }

  /** What a container may hold, in the same form. */
  static String quota(Container container) {
    return "collectionSize=" + quotaMegabytes(container) * KB + ";";
  }

  private static String object(Map<String, String> values) {
    return values.entrySet().stream()
        .map(each -> quoted(each.getKey()) + ":" + each.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** A text as JSON. */
  static String quoted(String text) {
    return new String(new JsonWriter().string(text).toByteArray(), StandardCharsets.UTF_8);
  }

  /** Waits for a process: before a transaction is begun, which should not wait. */
  Scripts.Lease lease() {
    return scripts.lease();
  }

  Script script(String id, String body, String input, Duration time) {
    return new Script(id, body, input, engine.clock().epochMilli(), time);
  }

  Script.Result run(Script script, ScriptSession session) {
    return scripts.run(script, session);
  }

  /** What an execution costs beside its operations; booked as well. */
  static long overhead(Container container) {
    container.chargeRefused();
    return Charges.rejectedWrite();
  }

  /** A log as a header's value. */
  static String header(String log) {
    return URLEncoder.encode(log, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
