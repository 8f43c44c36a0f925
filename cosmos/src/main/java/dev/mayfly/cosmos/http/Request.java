package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One request, read whole and within the limits, as HTTP has it.
 *
 * @param method in upper case
 * @param path as it was sent: not decoded, without the query part
 * @param query the part of the address after a question mark, not decoded; empty if there is none
 * @param scheme http or https
 * @param host what the client calls this server, with the port if it named one
 * @param body empty if there is none
 * @param activityId the client's, or a new one
 */
public record Request(
    String method,
    String path,
    String query,
    String scheme,
    String host,
    HttpHeaders headers,
    byte[] body,
    String activityId) {
  public static final byte[] NO_BODY = {};

  private static final int ACTIVITY_ID_MAX = 64;
  private static final String QUERY_TYPE = "application/query+json";

  public Request {
    requireNonNull(method, "method");
    requireNonNull(path, "path");
    requireNonNull(query, "query");
    requireNonNull(scheme, "scheme");
    requireNonNull(host, "host");
    requireNonNull(headers, "headers");
    requireNonNull(body, "body");
    requireNonNull(activityId, "activityId");
  }

  /** A request whose address has no query part. */
  public Request(
      String method,
      String path,
      String scheme,
      String host,
      HttpHeaders headers,
      byte[] body,
      String activityId) {
    this(method, path, "", scheme, host, headers, body, activityId);
  }

  /** The header's value; null if it is absent or empty, which some clients mean the same by. */
  public String header(CharSequence name) {
    String value = headers.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** True if the header says true, in whatever case. */
  public boolean flag(CharSequence name) {
    return "true".equalsIgnoreCase(headers.get(name));
  }

  /** The same request with another verb. */
  public Request withMethod(String other) {
    return new Request(other, path, query, scheme, host, headers, body, activityId);
  }

  /** The same request with a body. */
  public Request withBody(byte[] bytes) {
    return new Request(method, path, query, scheme, host, headers, bytes, activityId);
  }

  /** Whether the body is a query: a header says so, or the body's type. */
  public boolean isQuery() {
    if (flag(HeaderNames.IS_QUERY)) {
      return true;
    }
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE);
    return type != null && type.regionMatches(true, 0, QUERY_TYPE, 0, QUERY_TYPE.length());
  }

  /** What to call a request that a client gave this id, or none. */
  public static String activityId(String given) {
    return given == null || !isPlain(given) ? newActivityId() : given;
  }

  /** Has the form of a random UUID. It need not be unpredictable, so a cheap generator is used. */
  private static String newActivityId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = random.nextLong() & ~0xF000L | 0x4000L;
    long low = random.nextLong() & ~(0b11L << 62) | 0b10L << 62;
    return new UUID(high, low).toString();
  }

  private static boolean isPlain(String id) {
    if (id.isEmpty() || id.length() > ACTIVITY_ID_MAX) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (!(c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')) {
        return false;
      }
    }
    return true;
  }
}
