package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.read.ReadLimits;

/** The body of an answer with a page of a container's items or changes, in the making. */
final class FeedPage {
  private static final int ITEMS_DEFAULT = 100;
  private static final int ITEMS_MAX = 1000;

  /** With the item that passes it, of at most as much again, an answer stays below 4 MB. */
  private static final long BYTES = 2L << 20;

  private static final int ROWS = 10_000;

  private final JsonWriter json = new JsonWriter();
  private int count;

  FeedPage(String containerRid) {
    json.raw("{\"_rid\":");
    json.string(containerRid);
    json.raw(",\"Documents\":[");
  }

  /** How much a client asks for, within what is possible. */
  static ReadLimits limits(Request request) {
    String header = request.header(HeaderNames.MAX_ITEM_COUNT);
    return new ReadLimits(header == null ? ITEMS_DEFAULT : itemCount(header), BYTES, ROWS);
  }

  private static int itemCount(String header) {
    try {
      long count = Long.parseLong(header.trim());
      if (count == -1) {
        return ITEMS_MAX;
      }
      if (count >= 1) {
        return (int) Math.min(count, ITEMS_MAX);
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw CosmosException.badRequest(
        "The value '"
            + header
            + "' of the header x-ms-max-item-count is invalid: it must be -1 or positive.");
  }

  /** Where the next document is to be written. */
  JsonWriter next() {
    if (count++ > 0) {
      json.raw(",");
    }
    return json;
  }

  int count() {
    return count;
  }

  byte[] toByteArray() {
    json.raw("],\"_count\":");
    json.number(count);
    json.raw("}");
    return json.toByteArray();
  }
}
