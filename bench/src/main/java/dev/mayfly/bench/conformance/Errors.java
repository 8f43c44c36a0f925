package dev.mayfly.bench.conformance;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Whether a refusal carries the error that is known for a query. */
final class Errors {
  private static final Likeness EXACT = new Likeness(0);
  private static final String BEFORE = "Message: ";

  private Errors() {}

  /** What is wrong with an answer, or null. */
  static String wrong(BsonDocument known, Response response) {
    String body = new String(response.body(), StandardCharsets.UTF_8);
    if (response.status() != 400) {
      return response.status() + " instead of an error: " + body;
    }
    String message = Json.parse(response.body()).getString("message").getValue();
    int end = message.indexOf("\r\n");
    if (!message.startsWith(BEFORE) || end < 0) {
      return body;
    }
    BsonValue error = Json.parseValue(message.substring(BEFORE.length(), end));
    return EXACT.alike(known, error)
        ? null
        : Likeness.text(List.of(error)) + " instead of " + Likeness.text(List.of(known));
  }
}
