package dev.mayfly.cosmos.sdk;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * An item of a container of queries, as plain Java sees it.
 *
 * @param s null where the item has none
 * @param rare null where the item has none
 */
record Sample(int i, String pk, int n, String s, boolean even, Integer rare, List<String> tags) {
  static final int COUNT = 30;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All of them, in the order of their ids. */
  static List<Sample> all() {
    List<Sample> all = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      List<String> tags = new ArrayList<>();
      for (int tag = 0; tag < i % 4; tag++) {
        tags.add("t" + (i + tag) % 5);
      }
      all.add(
          new Sample(
              i,
              "p" + i % 5,
              i * 7 % 11,
              i % 6 == 5 ? null : "name" + i % 4,
              i % 2 == 0,
              i % 7 == 0 ? i : null,
              tags));
    }
    return all;
  }

  String id() {
    return String.format("i%02d", i);
  }

  ObjectNode json() {
    ObjectNode json = JSON.createObjectNode().put("id", id()).put("pk", pk).put("n", n);
    if (s != null) {
      json.put("s", s);
    }
    json.put("even", even);
    if (rare != null) {
      json.put("rare", rare);
    }
    json.putObject("o").put("x", i % 3).putObject("y").put("z", -i);
    ArrayNode array = json.putArray("tags");
    tags.forEach(array::add);
    ArrayNode lines = json.putArray("lines");
    for (int line = 0; line < tags.size(); line++) {
      lines.addObject().put("p", tags.get(line)).put("c", line + 1);
    }
    return json;
  }
}
