package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;

/** What a request does, as far as rights go. */
final class Access {
  private Access() {}

  /** Whether a request changes nothing. */
  static boolean isReading(Request request, ResourcePath path) {
    return switch (request.method()) {
      case "GET", "HEAD" -> true;
      case "POST" -> isQuery(request, path) || isQueryPlan(request, path);
      default -> false;
    };
  }

  private static boolean isQuery(Request request, ResourcePath path) {
    return isPlain(request, path) && request.isQuery();
  }

  /** Only items have plans: elsewhere a creation could call itself one. */
  static boolean isQueryPlan(Request request, ResourcePath path) {
    return path.type() == ResourceType.ITEM
        && isPlain(request, path)
        && request.flag(HeaderNames.IS_QUERY_PLAN);
  }

  /** Whether each operation of a request may name a partition of its own. */
  static boolean isBulk(Request request) {
    return request.flag(HeaderNames.IS_BATCH) && !request.flag(HeaderNames.BATCH_ATOMIC);
  }

  /** A request that says it is two things could be taken for the other one later. */
  private static boolean isPlain(Request request, ResourcePath path) {
    return path.isFeed()
        && !request.flag(HeaderNames.IS_BATCH)
        && !request.flag(HeaderNames.IS_UPSERT);
  }

  static CosmosException insufficient() {
    return new CosmosException(
        403,
        "Insufficient permissions provided in the authorization header for the corresponding"
            + " request. Please retry with another authorization header.");
  }
}
