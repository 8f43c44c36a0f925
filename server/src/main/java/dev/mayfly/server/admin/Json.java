package dev.mayfly.server.admin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the few small JSON objects that the admin port answers with. */
final class Json {
  private Json() {}

  /** A text that is JSON already. */
  record Raw(String json) {}

  /**
   * Members in the map's order; values are strings, numbers, booleans, lists, maps, texts that are
   * JSON already, or null.
   */
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
    if (value == null || value instanceof Boolean || value instanceof Number) {
      json.append(value);
    } else if (value instanceof Raw raw) {
      json.append(raw.json());
    } else if (value instanceof String text) {
      string(json, text);
    } else if (value instanceof Map<?, ?> map) {
      Map<String, Object> members = new LinkedHashMap<>();
      map.forEach((name, member) -> members.put((String) name, member));
      json.append(object(members));
    } else if (value instanceof List<?> list) {
      json.append('[');
      for (int i = 0; i < list.size(); i++) {
        json.append(i == 0 ? "" : ",");
        value(json, list.get(i));
      }
      json.append(']');
    } else {
      throw new IllegalArgumentException("not a value for JSON: " + value);
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
