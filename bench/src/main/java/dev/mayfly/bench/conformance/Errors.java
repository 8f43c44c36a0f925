package dev.mayfly.bench.conformance;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** Whether a refusal carries the error that is known for a query. */
final class Errors {
  private static final Likeness EXACT = new Likeness(0);
  private static final String BEFORE = "Message: ";

  private Errors() {}

  /**
   * An error whose places count from the first of them: some were recorded for texts with blanks
   * before them and line breaks, which the file has not kept.
   */
  private static BsonDocument fromFirstPlace(BsonValue error) {
    BsonDocument moved = error.asDocument().clone();
    Integer first = null;
    for (BsonValue each : moved.getArray("errors", new BsonArray())) {
      BsonDocument place = each.asDocument().getDocument("location", new BsonDocument());
      for (String end : List.copyOf(place.keySet())) {
        int at = place.getNumber(end).intValue();
        first = first == null ? at : first;
        place.put(end, new BsonInt32(at - first));
      }
    }
    return moved;
  }

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
    return EXACT.alike(known, error) || EXACT.alike(fromFirstPlace(known), fromFirstPlace(error))
        ? null
        : Likeness.text(List.of(error)) + " instead of " + Likeness.text(List.of(known));
  }
}
