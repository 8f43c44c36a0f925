package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import java.nio.charset.StandardCharsets;

/** How the service refuses an item whose ttl is not valid. */
final class TtlErrors {
  private static final byte[] TTL = "ttl".getBytes(StandardCharsets.US_ASCII);
  private static final int SHOWN_MAX = 200;

  private TtlErrors() {}

  /** Names the value of the ttl in a body that was refused for it. */
  static CosmosException of(byte[] body) {
    RawValue ttl = RawBson.findRoot(body, TTL);
    JsonWriter writer = new JsonWriter();
    writer.value(ttl);
    String raw = new String(writer.toByteArray(), StandardCharsets.UTF_8);
    String shown = raw.length() > SHOWN_MAX ? raw.substring(0, SHOWN_MAX) + "..." : raw;
    return CosmosException.errors(
        400,
        0,
        "The input ttl '"
            + shown
            + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to"
            + " '2147483647', or '-1' which means never expire.");
  }
}
