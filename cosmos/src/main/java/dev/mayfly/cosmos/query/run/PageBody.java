package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueWriter;

/** The body of an answer with a page of results, in the making. */
final class PageBody {
  /** With the result that passes it, of at most as much again, an answer stays below 4 MB. */
  static final int BYTES_MAX = 2 << 20;

  private final JsonWriter json = new JsonWriter(4096);
  private final long countMax;
  private long count;

  PageBody(String containerRid, long countMax) {
    this.countMax = countMax;
    json.raw("{\"_rid\":").string(containerRid).raw(",\"Documents\":[");
  }

  void add(Value result) {
    if (count++ > 0) {
      json.raw(",");
    }
    ValueWriter.write(result, json);
  }

  boolean isFull() {
    return count >= countMax || json.length() >= BYTES_MAX;
  }

  long count() {
    return count;
  }

  int length() {
    return json.length();
  }

  byte[] toByteArray() {
    return json.raw("],\"_count\":").number(count).raw("}").toByteArray();
  }
}
