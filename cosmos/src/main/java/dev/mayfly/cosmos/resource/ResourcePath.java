package dev.mayfly.cosmos.resource;

import dev.mayfly.cosmos.http.CosmosException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a request's path names: a resource, or the feed of a parent's resources of one type. Ids are
 * decoded. They are names or resource ids; which of the two is for {@link Directory} to find out.
 *
 * @param type of the resource or of the feed's resources
 * @param ids of the parents, the outermost first, and of the resource unless it is a feed
 * @param isFeed true if no single resource is named
 * @param operation what follows "operations/", such as partitionkeydelete, or null
 */
public record ResourcePath(ResourceType type, List<String> ids, boolean isFeed, String operation) {
  private static final int SEGMENTS_MAX = 8;

  public ResourcePath {
    ids = List.copyOf(ids);
  }

  /** The path of a request, leading and trailing slashes or not. */
  public static ResourcePath parse(String path) {
    List<String> segments = segments(path);
    if (segments.isEmpty()) {
      return new ResourcePath(ResourceType.ACCOUNT, List.of(), false, null);
    }
    ResourceType parent = ResourceType.ACCOUNT;
    List<String> ids = new ArrayList<>(4);
    for (int i = 0; ; i += 2) {
      String segment = segments.get(i);
      if (segment.equals("operations")
          && parent == ResourceType.CONTAINER
          && segments.size() == i + 2) {
        return new ResourcePath(parent, ids, false, segments.get(i + 1));
      }
      ResourceType type = ResourceType.ofSegment(segment);
      if (type == null || !isChild(parent, type)) {
        throw unknown(path);
      }
      if (i + 1 == segments.size()) {
        return new ResourcePath(type, ids, true, null);
      }
      ids.add(segments.get(i + 1));
      if (i + 2 == segments.size()) {
        return new ResourcePath(type, ids, false, null);
      }
      parent = type;
    }
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>(SEGMENTS_MAX);
    int from = 0;
    while (from < path.length()) {
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? path.length() : slash;
      if (to > from) {
        if (segments.size() == SEGMENTS_MAX) {
          throw unknown(path);
        }
        segments.add(decode(path.substring(from, to)));
      }
      from = to + 1;
    }
    return segments;
  }

  private static String decode(String segment) {
    if (segment.indexOf('%') < 0) {
      return segment;
    }
    try {
      // A plus sign in a path is a plus sign.
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw CosmosException.badRequest("The path segment '" + segment + "' is not well encoded.");
    }
  }

  private static boolean isChild(ResourceType parent, ResourceType type) {
    return switch (type) {
      case ACCOUNT -> false;
      case DATABASE, OFFER, ADDRESS -> parent == ResourceType.ACCOUNT;
      case CONTAINER, USER, ENCRYPTION_KEY -> parent == ResourceType.DATABASE;
      case PERMISSION -> parent == ResourceType.USER;
      default -> parent == ResourceType.CONTAINER;
    };
  }

  private static CosmosException unknown(String path) {
    return new CosmosException(
        404, "The path '" + path + "' names nothing that this service knows.");
  }

  /** Its ids and then its type, for logs: what is not printable is encoded as in a URL. */
  public String text() {
    StringBuilder text = new StringBuilder(64);
    for (String id : ids) {
      text.append('/').append(ParentHeaders.encoded(id));
    }
    return text.append('/').append(type.segment()).toString();
  }

  /** The id of the database that the path goes through. */
  public String databaseId() {
    return ids.get(0);
  }

  /** The second id: of the container or user that the path goes through, or names. */
  public String secondId() {
    return ids.get(1);
  }

  /** The id of the resource itself; for a feed, of its parent. */
  public String lastId() {
    return ids.get(ids.size() - 1);
  }
}
