package dev.mayfly.cosmos;

import dev.mayfly.cosmos.account.AccountHandler;
import dev.mayfly.cosmos.account.DatabaseHandler;
import dev.mayfly.cosmos.container.ContainerHandler;
import dev.mayfly.cosmos.container.PartitionKeyRangesHandler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.item.ItemHandler;
import dev.mayfly.cosmos.item.PartitionDelete;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.ResourceType;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executor;

/** Who answers for which type of resource: the one place where handlers are put together. */
final class Handlers {
  private Handlers() {}

  static Map<ResourceType, Handler> of(Directory directory, ChildStore children, Executor workers) {
    MetadataFeed.Query query =
        (text, documents) -> {
          throw CosmosException.badRequest("Queries are not there yet.");
        };
    Map<ResourceType, Handler> handlers = new EnumMap<>(ResourceType.class);
    handlers.put(ResourceType.ACCOUNT, new AccountHandler());
    handlers.put(ResourceType.DATABASE, new DatabaseHandler(directory, query, children::deleteAll));
    handlers.put(
        ResourceType.CONTAINER,
        new ContainerHandler(
            directory, query, children::deleteAll, new PartitionDelete(directory)));
    handlers.put(ResourceType.PARTITION_KEY_RANGE, new PartitionKeyRangesHandler(directory));
    handlers.put(
        ResourceType.ITEM,
        new ItemHandler(
            directory,
            call -> {
              throw CosmosException.badRequest("Queries are not there yet.");
            },
            text -> {
              throw CosmosException.badRequest("Conditions are not there yet.");
            },
            workers));
    return handlers;
  }
}
