package dev.mayfly.cosmos.resource;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.Container;

/**
 * The session token of a request: {@code range:version#lsn}, with further numbers after another
 * {@code #}, or {@code range:lsn}; tokens of several ranges are separated by commas.
 */
public final class SessionToken {
  private SessionToken() {}

  /** The token of an answer from a range of a container whose last change has that LSN. */
  static String of(int range, long lsn) {
    return range + ":-1#" + lsn;
  }

  /**
   * Refuses a read whose token is ahead of the container: what the client has seen is not here. All
   * ranges count by the same LSNs, so it does not matter which of them a token is of, nor whether
   * that range was split.
   *
   * @throws CosmosException 404 with sub-status 1002; 400 if it is not a token
   */
  public static void check(Request request, Container container) {
    String token = request.header(HeaderNames.SESSION_TOKEN);
    if (token != null && lsn(token) > container.reachedLsn()) {
      throw unavailable();
    }
  }

  /** What a client has seen elsewhere is not here yet: it reads at another location. */
  public static CosmosException unavailable() {
    return CosmosException.errors(
        404, 1002, "The read session is not available for the input session token.");
  }

  private static long lsn(String token) {
    long lsn = 0;
    for (String each : token.split(",")) {
      String[] numbers = each.substring(each.indexOf(':') + 1).trim().split("#", -1);
      try {
        lsn = Math.max(lsn, Long.parseLong(numbers[Math.min(1, numbers.length - 1)]));
      } catch (NumberFormatException e) {
        throw CosmosException.badRequest(
            "The session token '" + shown(token) + "' is invalid: send one of an earlier answer.");
      }
    }
    return lsn;
  }

  private static String shown(String token) {
    return token.length() > 100 ? token.substring(0, 100) + "..." : token;
  }
}
