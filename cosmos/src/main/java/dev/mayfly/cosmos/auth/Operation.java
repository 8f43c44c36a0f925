package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;

/** What a request does with the resource or the feed that its path names. */
public enum Operation {
  READ("GET"),
  LIST("GET, a feed"),
  QUERY("POST, a query"),
  QUERY_PLAN("POST, a query plan"),
  CREATE("POST"),
  UPSERT("POST, an upsert"),
  BATCH("POST, a batch"),
  BULK("POST, bulk operations"),
  REPLACE("PUT"),
  PATCH("PATCH"),
  DELETE("DELETE"),
  EXECUTE("POST, an execution"),
  DELETE_PARTITION("POST, `operations/partitionkeydelete`"),
  /** Nothing that there is. */
  OTHER("anything else");

  private final String text;

  Operation(String text) {
    this.text = text;
  }

  /** As documentation says it. */
  public String text() {
    return text;
  }

  /**
   * A request that says it is two things is taken for the one that needs more: a handler could take
   * it for either.
   */
  public static Operation of(Request request, ResourcePath path) {
    return switch (request.method()) {
      case "GET", "HEAD" -> path.isFeed() ? LIST : READ;
      case "POST" -> path.isFeed() ? posted(request, path) : called(path);
      case "PUT" -> REPLACE;
      case "PATCH" -> PATCH;
      case "DELETE" -> DELETE;
      default -> OTHER;
    };
  }

  private static Operation posted(Request request, ResourcePath path) {
    boolean items = path.type() == ResourceType.ITEM;
    if (request.flag(HeaderNames.IS_BATCH)) {
      // Elsewhere the header means nothing, and the request is a creation.
      return !items ? CREATE : request.flag(HeaderNames.BATCH_ATOMIC) ? BATCH : BULK;
    }
    if (request.flag(HeaderNames.IS_UPSERT)) {
      return canBeUpserted(path.type()) ? UPSERT : CREATE;
    }
    // Only items have plans: elsewhere a creation could call itself one.
    if (items && request.flag(HeaderNames.IS_QUERY_PLAN)) {
      return QUERY_PLAN;
    }
    return request.isQuery() ? QUERY : CREATE;
  }

  private static boolean canBeUpserted(ResourceType type) {
    return switch (type) {
      case DATABASE, CONTAINER, ENCRYPTION_KEY -> false;
      default -> true;
    };
  }

  private static Operation called(ResourcePath path) {
    if (path.operation() != null) {
      return path.operation().equals("partitionkeydelete") ? DELETE_PARTITION : OTHER;
    }
    return path.type() == ResourceType.STORED_PROCEDURE ? EXECUTE : OTHER;
  }
}
