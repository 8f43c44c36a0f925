package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/**
 * A request to the admin port, decoded.
 *
 * @param path without the query
 * @param arrivedNanos when it had arrived, by {@link System#nanoTime}
 */
record AdminRequest(
    String method, String path, Map<String, List<String>> query, long arrivedNanos) {
  AdminRequest {
    requireNonNull(method, "method");
    requireNonNull(path, "path");
    query = Map.copyOf(query);
  }

  /**
   * The value of a parameter that must be there once.
   *
   * @param example a whole request that would be right
   */
  String parameter(String name, String example) {
    List<String> values = query.getOrDefault(name, List.of());
    if (values.size() != 1) {
      String problem = values.isEmpty() ? "is missing" : "is given more than once";
      throw new AdminException(
          400, "the parameter '" + name + "' " + problem + "; try POST " + example);
    }
    return values.get(0);
  }
}
