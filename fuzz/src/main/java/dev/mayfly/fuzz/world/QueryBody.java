package dev.mayfly.fuzz.world;

import dev.mayfly.cosmos.json.JsonWriter;

/** The body of a request for a query, with parameters that queries may use. */
final class QueryBody {
  private static final String PARAMETERS =
      ",\"parameters\":[{\"name\":\"@p\",\"value\":1},{\"name\":\"@q\",\"value\":\"x\"},"
          + "{\"name\":\"@r\",\"value\":[1,\"x\"]},{\"name\":\"@s\",\"value\":null},"
          + "{\"name\":\"@t\",\"value\":{\"e\":1}}]}";

  private QueryBody() {}

  static byte[] of(String text) {
    return new JsonWriter().raw("{\"query\":").string(text).raw(PARAMETERS).toByteArray();
  }
}
