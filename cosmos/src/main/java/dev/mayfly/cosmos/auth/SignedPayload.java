package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.List;
import java.util.Locale;

/**
 * The text that a client signs with an account key: verb, type, link and date, a line each. The
 * link is that of the resource, or of the parent where a feed is addressed: its names as they are,
 * or only its resource id in lower case.
 */
final class SignedPayload {
  /** A database's resource id has four bytes. */
  private static final int DATABASE_ID_LENGTH = 8;

  private final ResourcePath path;
  private final String verb;
  private final String date;
  private final boolean ownDate;

  SignedPayload(Request request, ResourcePath path) {
    this.path = path;
    this.verb = request.method().toLowerCase(Locale.ROOT);
    String own = request.header(HeaderNames.DATE);
    this.ownDate = own != null;
    this.date = ownDate ? own : request.header(HttpHeaderNames.DATE);
    if (date == null) {
      throw new CosmosException(
          401,
          "Authorization token mandates Date headers. Please pass in RFC 1123 style date format.");
    }
  }

  /** The date that counts: the service's own header if there is one. */
  String date() {
    return date;
  }

  String byNames() {
    return text(names());
  }

  String byResourceId() {
    return text(path.lastId().toLowerCase(Locale.ROOT));
  }

  /** Whether the ids of the path have the form of resource ids. */
  boolean hasResourceIds() {
    List<String> ids = path.ids();
    if (ids.isEmpty()) {
      return false;
    }
    if (path.type() == ResourceType.OFFER) {
      return true;
    }
    String database = ids.get(0);
    if (database.length() != DATABASE_ID_LENGTH || !database.endsWith("==")) {
      return false;
    }
    for (String id : ids) {
      if (ResourceId.parse(id) == null) {
        return false;
      }
    }
    return true;
  }

  private String text(String link) {
    StringBuilder text = new StringBuilder(128);
    text.append(verb).append('\n').append(type()).append('\n');
    text.append(link).append('\n');
    if (!ownDate) {
      text.append('\n');
    }
    text.append(date.toLowerCase(Locale.ROOT)).append('\n');
    if (ownDate) {
      text.append('\n');
    }
    return text.toString();
  }

  /** Addresses are asked for in the name of what is to be found there. */
  private String type() {
    ResourceType type = path.type();
    if (type == ResourceType.ADDRESS) {
      type = path.ids().isEmpty() ? ResourceType.DATABASE : ResourceType.ITEM;
    }
    return type.segment();
  }

  private String names() {
    List<String> ids = path.ids();
    if (ids.isEmpty()) {
      return "";
    }
    StringBuilder link = new StringBuilder(64);
    for (int i = 0; i < ids.size(); i++) {
      if (i > 0) {
        link.append('/');
      }
      link.append(segment(path.type(), i)).append('/').append(ids.get(i));
    }
    return link.toString();
  }

  /** What stands before an id in a path to that type. */
  private static String segment(ResourceType type, int depth) {
    boolean ofUser = type == ResourceType.PERMISSION;
    ResourceType at =
        switch (type) {
          case OFFER -> type;
          case CONTAINER, USER, ENCRYPTION_KEY -> depth == 0 ? ResourceType.DATABASE : type;
          default ->
              switch (depth) {
                case 0 -> ResourceType.DATABASE;
                case 1 -> ofUser ? ResourceType.USER : ResourceType.CONTAINER;
                default -> type;
              };
        };
    return at.segment();
  }
}
