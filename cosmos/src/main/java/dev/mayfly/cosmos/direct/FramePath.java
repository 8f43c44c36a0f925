package dev.mayfly.cosmos.direct;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import java.util.Arrays;
import java.util.List;

/** What the tokens of a frame name, by names or, where there are none, by a resource id. */
final class FramePath {
  private static final int DATABASE_BYTES = 4;
  private static final int CONTAINER_BYTES = 8;
  private static final int CHILD_BYTES = 16;

  private String database;
  private String container;
  private String user;
  private String leaf;
  private ResourceType leafType;
  private byte[] resourceId;

  void setDatabase(String name) {
    database = name;
  }

  void setContainer(String name) {
    container = name;
  }

  void setUser(String name) {
    user = name;
  }

  /** The name of something in a container, or of a permission. */
  void setLeaf(ResourceType type, String name) {
    leafType = type;
    leaf = name;
  }

  void setResourceId(byte[] bytes) {
    resourceId = bytes;
  }

  /**
   * The path to a resource of that type, or to the feed of those of its parent.
   *
   * @throws CosmosException 400 if something is missing
   */
  ResourcePath path(int code, FrameOperation operation) {
    ResourceType type = type(code);
    boolean feed = operation.isOnFeed();
    return new ResourcePath(type, ids(type, feed), feed, null);
  }

  private List<String> ids(ResourceType type, boolean feed) {
    if (type == ResourceType.DATABASE && feed) {
      return List.of();
    }
    if (database == null) {
      return byResourceId(depth(type) - (feed ? 1 : 0));
    }
    String second = second(type);
    return switch (depth(type) - (feed ? 1 : 0)) {
      case 1 -> List.of(required(database));
      case 2 -> List.of(required(database), required(second));
      default ->
          List.of(required(database), required(second), required(leafType == type ? leaf : null));
    };
  }

  private String second(ResourceType type) {
    return type == ResourceType.USER || type == ResourceType.PERMISSION ? user : container;
  }

  private static String required(String name) {
    if (name == null || name.isEmpty()) {
      throw CosmosException.badRequest("The frame does not name everything that its path needs.");
    }
    return name;
  }

  private List<String> byResourceId(int depth) {
    int length = depth == 1 ? DATABASE_BYTES : depth == 2 ? CONTAINER_BYTES : CHILD_BYTES;
    if (resourceId == null || resourceId.length != length) {
      throw CosmosException.badRequest(
          "The frame has neither names nor a resource id of " + length + " bytes.");
    }
    return switch (depth) {
      case 1 -> List.of(prefix(DATABASE_BYTES));
      case 2 -> List.of(prefix(DATABASE_BYTES), prefix(CONTAINER_BYTES));
      default -> List.of(prefix(DATABASE_BYTES), prefix(CONTAINER_BYTES), prefix(CHILD_BYTES));
    };
  }

  private String prefix(int bytes) {
    return ResourceId.text(Arrays.copyOf(resourceId, bytes));
  }

  /** How many ids lead to a resource of that type. */
  private static int depth(ResourceType type) {
    return switch (type) {
      case DATABASE -> 1;
      case CONTAINER, USER -> 2;
      default -> 3;
    };
  }

  private static ResourceType type(int code) {
    return switch (code) {
      case 0x01 -> ResourceType.DATABASE;
      case 0x02 -> ResourceType.CONTAINER;
      case 0x03 -> ResourceType.ITEM;
      case 0x05 -> ResourceType.USER;
      case 0x06 -> ResourceType.PERMISSION;
      case 0x07 -> ResourceType.STORED_PROCEDURE;
      case 0x08 -> ResourceType.CONFLICT;
      case 0x09 -> ResourceType.TRIGGER;
      case 0x0A -> ResourceType.FUNCTION;
      case 0x16 -> ResourceType.PARTITION_KEY_RANGE;
      default ->
          throw CosmosException.badRequest(
              "Resources of type " + code + " are not served in direct mode: use gateway mode.");
    };
  }
}
