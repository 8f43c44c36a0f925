package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueWriter;

/** Builds the body of a response with a page of results. */
final class PageBody {
  /** With the item that passes it, of at most as much again, an answer stays below 4 MB. */
  static final int BYTES_MAX = 2 << 20;

  /** No answer may have more, and a query can make more of an item than it is. */
  private static final int RESULT_BYTES_MAX = 4 << 20;

  /** Ten items of the usual size: most pages need no larger array. */
  private static final int FIRST_BYTES = 16 << 10;

  private final String containerRid;
  private final long countMax;
  private JsonWriter json;
  private long count;

  PageBody(String containerRid, long countMax) {
    this.containerRid = containerRid;
    this.countMax = countMax;
    clear();
  }

  /** Begins again, without results. */
  void clear() {
    count = 0;
    json = new JsonWriter(FIRST_BYTES);
    json.raw("{\"_rid\":").string(containerRid).raw(",\"Documents\":[");
  }

  void add(Value result) {
    if (count++ > 0) {
      json.raw(",");
    }
    int before = json.length();
    ValueWriter.write(result, json, before + RESULT_BYTES_MAX);
    if (json.length() - before > RESULT_BYTES_MAX) {
      throw QueryError.refused(
          "A result of the query is larger than " + RESULT_BYTES_MAX + " bytes: select less.");
    }
  }

  boolean isFull() {
    return count >= countMax || json.length() >= BYTES_MAX;
  }

  long count() {
    return count;
  }

  byte[] toByteArray() {
    return json.raw("],\"_count\":").number(count).raw("}").toByteArray();
  }
}
