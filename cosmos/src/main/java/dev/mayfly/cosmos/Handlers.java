package dev.mayfly.cosmos;

import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourceType;
import java.util.EnumMap;
import java.util.Map;

/** Who answers for which type of resource: the one place where handlers are put together. */
final class Handlers {
  private Handlers() {}

  static Map<ResourceType, Handler> of(Directory directory, CosmosOptions options) {
    Map<ResourceType, Handler> handlers = new EnumMap<>(ResourceType.class);
    return handlers;
  }
}
