package dev.mayfly.cosmos.resource;

import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.Database;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The headers that name the parent of what an answer is about, by names and by resource id. */
public final class ParentHeaders {
  private ParentHeaders() {}

  /** For a container, or another direct child of a database. */
  public static Response inDatabase(Response response, Database database) {
    return response
        .header(HeaderNames.ALT_CONTENT_PATH, "dbs/" + encoded(database.name()))
        .header(HeaderNames.CONTENT_PATH, Directory.rid(database));
  }

  /** For a permission. */
  public static Response inUser(Response response, Database database, String user, String rid) {
    String path = "dbs/" + encoded(database.name()) + "/users/" + encoded(user);
    return response
        .header(HeaderNames.ALT_CONTENT_PATH, path)
        .header(HeaderNames.CONTENT_PATH, rid);
  }

  /** For what is in a container and in none of its ranges; with a session token. */
  public static Response inContainer(Response response, Container container) {
    return inContainer(response, container, container.ranges().list().get(0).id());
  }

  /** For items of a partition key range; with the session token. */
  public static Response inContainer(Response response, Container container, int rangeId) {
    response
        .header(HeaderNames.ALT_CONTENT_PATH, path(container))
        .header(HeaderNames.CONTENT_PATH, Directory.rid(container));
    return RangeIds.add(response, rangeId, container.lastLsn());
  }

  /** The container by names, as in response headers. */
  public static String path(Container container) {
    return "dbs/" + encoded(container.database()) + "/colls/" + encoded(container.name());
  }

  /** Headers are ASCII: other characters stand there as in a path. */
  static String encoded(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c <= ' ' || c >= 0x7F) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
      }
    }
    return name;
  }
}
