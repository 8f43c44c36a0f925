package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.PageSize;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.read.ReadLimits;

/** Builds the body of a response with a page of a container's items or changes. */
final class FeedPage {

  /** With the item that passes it, of at most as much again, an answer stays below 4 MB. */
  private static final long BYTES = 2L << 20;

  /** The deadline is checked after this many rows. */
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
    return new ReadLimits(PageSize.of(request), BYTES, ROWS);
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
