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

  /** For an item, or anything else in a container; with the session token. */
  public static Response inContainer(Response response, Container container, long lsn) {
    return response
        .header(HeaderNames.ALT_CONTENT_PATH, path(container))
        .header(HeaderNames.CONTENT_PATH, Directory.rid(container))
        .header(HeaderNames.SESSION_TOKEN, "0:-1#" + lsn)
        .header(HeaderNames.LSN, lsn);
  }

  /** The container by names, as headers tell it. */
  public static String path(Container container) {
    return "dbs/" + encoded(container.database()) + "/colls/" + encoded(container.name());
  }

  /** Headers are ASCII: other characters stand there as in a path. */
  private static String encoded(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c <= ' ' || c >= 0x7F) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
      }
    }
    return name;
  }
}
