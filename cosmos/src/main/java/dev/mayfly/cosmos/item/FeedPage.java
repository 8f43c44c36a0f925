package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.PageSize;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.read.ReadLimits;
import java.util.concurrent.TimeUnit;

/** The body of an answer with a page of a container's items or changes, in the making. */
final class FeedPage {

  /** With the item that passes it, of at most as much again, an answer stays below 4 MB. */
  private static final long BYTES = 2L << 20;

  /** After so many rows it is looked whether time is up. */
  private static final int ROWS = 10_000;

  /** Dead items, and those of other partitions, end an answer only after so long. */
  private static final long NANOS = TimeUnit.SECONDS.toNanos(5);

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

  /** Until when an answer that begins now may look for more. */
  static long endNanos() {
    return System.nanoTime() + NANOS;
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
