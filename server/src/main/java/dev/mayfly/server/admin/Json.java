package dev.mayfly.server.admin;

import java.util.Map;

/** Writes the few flat JSON objects that the admin port answers with. */
final class Json {
  private Json() {}

  /** Members in the map's order; values are strings, numbers or booleans. */
  static String object(Map<String, ?> members) {
    StringBuilder json = new StringBuilder("{");
    members.forEach(
        (name, value) -> {
          if (json.length() > 1) {
            json.append(',');
          }
          string(json, name);
          json.append(':');
          value(json, value);
        });
    return json.append('}').toString();
  }

  private static void value(StringBuilder json, Object value) {
    if (value instanceof Boolean || value instanceof Long || value instanceof Integer) {
      json.append(value);
    } else if (value instanceof String text) {
      string(json, text);
    } else {
      throw new IllegalArgumentException("not a string, whole number or boolean: " + value);
    }
  }

  private static void string(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < 0x20 || Character.isSurrogate(c)) {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
