package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.direct.FrameBuilder;
import dev.mayfly.cosmos.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Calls of routes as frames of direct mode, with the credentials that they have over HTTP. */
final class RouteFrame {
  private static final Map<String, Integer> RESOURCES =
      Map.of(
          "dbs",
          0x01,
          "colls",
          0x02,
          "docs",
          0x03,
          "users",
          0x05,
          "permissions",
          0x06,
          "sprocs",
          0x07,
          "conflicts",
          0x08,
          "triggers",
          0x09,
          "udfs",
          0x0A,
          "pkranges",
          0x16);

  private static final Map<String, Integer> LEAVES =
      Map.of(
          "docs",
          0x17,
          "permissions",
          0x1A,
          "sprocs",
          0x1B,
          "udfs",
          0x1C,
          "triggers",
          0x1D,
          "conflicts",
          0x20,
          "pkranges",
          0x36);

  private RouteFrame() {}

  /** The frame, or null if there is none for such a call. */
  static FrameBuilder of(String type, String shape, String call, Request request, String body) {
    Integer resource = RESOURCES.get(type);
    int operation = operation(shape, call);
    if (resource == null || operation == 0) {
      return null;
    }
    FrameBuilder frame = new FrameBuilder(resource, operation);
    boolean one = shape.equals("one");
    if (one || !type.equals("dbs")) {
      frame.text(0x0015, "d");
    }
    if (List.of("users", "permissions").contains(type)) {
      if (one || type.equals("permissions")) {
        frame.text(0x0019, "u");
      }
    } else if (!type.equals("dbs") && (one || !type.equals("colls"))) {
      frame.text(0x0016, "c");
    }
    if (one && LEAVES.containsKey(type)) {
      frame.text(LEAVES.get(type), "one");
    }
    header(frame, 0x0001, request, "authorization");
    header(frame, 0x0003, request, "x-ms-date");
    header(frame, 0x002B, request, "x-ms-documentdb-partitionkey");
    if (call.equals("POST batch")) {
      frame.flag(0x0073, true);
    }
    return body.isEmpty() ? frame : frame.payload(body.getBytes(StandardCharsets.UTF_8));
  }

  private static void header(FrameBuilder frame, int id, Request request, String name) {
    if (request.header(name) != null) {
      frame.text(id, request.header(name));
    }
  }

  private static int operation(String shape, String call) {
    boolean feed = shape.equals("feed");
    return switch (call) {
      case "GET" -> feed ? 0x04 : 0x03;
      case "POST" -> feed ? 0x01 : shape.equals("one") ? 0x08 : 0;
      case "POST query" -> 0x0F;
      case "POST upsert" -> 0x13;
      case "POST batch", "POST bulk" -> 0x25;
      case "PUT" -> 0x06;
      case "PATCH" -> 0x02;
      case "DELETE" -> 0x05;
      default -> 0;
    };
  }
}
