package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A request to the admin port.
 *
 * @param path without the query, as it was sent: what is between slashes is not decoded
 * @param query the decoded parameters
 * @param headers of those that the routes look at, by their names in lower case
 * @param body empty if there is none
 * @param arrivedNanos when it had arrived, by {@link System#nanoTime}
 * @param grant what its sender has proved to be allowed
 */
record AdminRequest(
    String method,
    String path,
    Map<String, List<String>> query,
    Map<String, String> headers,
    byte[] body,
    long arrivedNanos,
    Grant grant) {
  AdminRequest {
    requireNonNull(method, "method");
    requireNonNull(path, "path");
    query = Map.copyOf(query);
    headers = Map.copyOf(headers);
    requireNonNull(body, "body");
    requireNonNull(grant, "grant");
  }

  /** The same request of a sender who has proved more. */
  AdminRequest as(Grant other) {
    return new AdminRequest(method, path, query, headers, body, arrivedNanos, other);
  }

  /** The header's value, or null. */
  String header(String lowerCaseName) {
    return headers.get(lowerCaseName);
  }

  /** A part of the path between slashes, decoded; the first one is number 1. */
  String segment(int number) {
    String part = path.split("/", -1)[number];
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new AdminException(400, "the address can't be read: " + part);
    }
  }

  /** Whether the path has the form of another one, in which braces stand for any part. */
  boolean fits(String form) {
    String[] parts = path.split("/", -1);
    String[] wanted = form.split("/", -1);
    if (parts.length != wanted.length) {
      return false;
    }
    for (int i = 0; i < parts.length; i++) {
      if (wanted[i].startsWith("{") ? parts[i].isEmpty() : !parts[i].equals(wanted[i])) {
        return false;
      }
    }
    return true;
  }

  /**
   * The value of a parameter that must be there once.
   *
   * @param example a whole request that would be right
   */
  String parameter(String name, String example) {
    String value = parameter(name);
    if (value == null) {
      throw new AdminException(
          400, "the parameter '" + name + "' is missing; try " + method + " " + example);
    }
    return value;
  }

  /** The value of a parameter that may be there once, or null. */
  String parameter(String name) {
    List<String> values = query.getOrDefault(name, List.of());
    if (values.size() > 1) {
      throw new AdminException(400, "the parameter '" + name + "' is given more than once");
    }
    return values.isEmpty() ? null : values.get(0);
  }

  /** A parameter that is true or false; false if it is not there. */
  boolean flag(String name) {
    String value = parameter(name);
    if (value == null || value.equals("false")) {
      return false;
    }
    if (value.equals("true")) {
      return true;
    }
    throw new AdminException(400, name + " is '" + value + "'; it must be true or false");
  }

  /** A parameter that is a whole number of a range. */
  long number(String name, long otherwise, long least, long most) {
    String value = parameter(name);
    if (value == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number that is out of range.
    }
    throw new AdminException(
        400, name + " is '" + value + "'; it must be a whole number from " + least + " to " + most);
  }
}
