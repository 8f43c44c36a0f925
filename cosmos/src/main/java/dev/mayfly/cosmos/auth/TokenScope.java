package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.PartitionKeyHeader;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.Database;

/**
 * Whether a request stays within what a resource token allows. Every holder may read the account,
 * and the definition and ranges of the container, without which clients cannot work.
 */
final class TokenScope {
  private final Directory directory;

  TokenScope(Directory directory) {
    this.directory = directory;
  }

  boolean allows(Caller.Grant grant, Request request, ResourcePath path) {
    Operation operation = Operation.of(request, path);
    return switch (RouteAccess.of(path.type(), operation).token()) {
      case NONE -> false;
      case ANY -> true;
      case INSIDE -> isInside(grant, containerPath(grant, path));
      case READ -> isGranted(grant, operation, request, path);
      case ALL -> !grant.readOnly() && isGranted(grant, operation, request, path);
    };
  }

  private boolean isGranted(
      Caller.Grant grant, Operation operation, Request request, ResourcePath path) {
    return isGranted(grant, containerPath(grant, path), path)
        && isInPartition(grant, operation, request, path);
  }

  /** The container that a path goes through, in the form that the grant uses, or null. */
  private String containerPath(Caller.Grant grant, ResourcePath path) {
    Database database = path.ids().size() < 2 ? null : directory.findDatabase(path.databaseId());
    Container container =
        database == null ? null : directory.findContainer(database, path.secondId());
    if (container == null) {
      return null;
    }
    String named = PermissionBody.namedPath(database.name(), container.name());
    boolean byName = grant.path().equals(named) || grant.path().startsWith(named + "/");
    return byName ? named : PermissionBody.containerPath(database, container);
  }

  /** Whether the grant is for a container or something in it. */
  private static boolean isInside(Caller.Grant grant, String container) {
    return container != null
        && (grant.path().equals(container) || grant.path().startsWith(container + "/"));
  }

  private static boolean isGranted(Caller.Grant grant, String container, ResourcePath path) {
    return container != null
        && (grant.path().equals(container)
            || !path.isFeed() && grant.path().equals(container + PermissionBody.childPath(path)));
  }

  /** What is not in the partitions whose keys begin as the grant's is not for its holder. */
  private static boolean isInPartition(
      Caller.Grant grant, Operation operation, Request request, ResourcePath path) {
    if (grant.partitionKey() == null) {
      return true;
    }
    if (path.type() != ResourceType.ITEM) {
      return false;
    }
    if (operation == Operation.QUERY_PLAN) {
      // A plan reveals no data of the container, and clients send no partition key for it.
      return true;
    }
    String key = request.header(HeaderNames.PARTITION_KEY);
    return key != null
        // Each operation of a bulk request may name a partition of its own.
        && operation != Operation.BULK
        && request.header(HeaderNames.START_EPK) == null
        && request.header(HeaderNames.END_EPK) == null
        && isWithin(PartitionKeyHeader.parse(key).toString(), grant.partitionKey());
  }

  /** Whether a key, as a JSON array, begins with all values of another. */
  private static boolean isWithin(String key, String prefix) {
    int values = prefix.length() - 1;
    return key.length() > values
        && key.startsWith(prefix.substring(0, values))
        && (key.charAt(values) == ',' || key.charAt(values) == ']');
  }
}
