package dev.mayfly.cosmos;

import dev.mayfly.cosmos.account.AccountHandler;
import dev.mayfly.cosmos.account.DatabaseHandler;
import dev.mayfly.cosmos.account.EncryptionKeyHandler;
import dev.mayfly.cosmos.account.OfferHandler;
import dev.mayfly.cosmos.account.PermissionHandler;
import dev.mayfly.cosmos.account.UserHandler;
import dev.mayfly.cosmos.auth.ResourceTokens;
import dev.mayfly.cosmos.container.ConflictHandler;
import dev.mayfly.cosmos.container.ContainerHandler;
import dev.mayfly.cosmos.container.PartitionKeyRangesHandler;
import dev.mayfly.cosmos.container.ScriptHandler;
import dev.mayfly.cosmos.direct.AddressHandler;
import dev.mayfly.cosmos.direct.DirectEndpoint;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.item.ItemHandler;
import dev.mayfly.cosmos.item.PartitionDelete;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.query.MetadataQuery;
import dev.mayfly.cosmos.query.PatchCondition;
import dev.mayfly.cosmos.query.QueryHandler;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.Locations;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.cosmos.script.ServerScripts;
import dev.mayfly.net.work.RequestExecutor;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.vector.VectorIndexes;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Who answers for which type of resource: the one place where handlers are put together. */
final class Handlers {
  private Handlers() {}

  static Map<ResourceType, Handler> of(
      Directory directory,
      ChildStore children,
      ResourceTokens tokens,
      RequestExecutor workers,
      MemoryPool memory,
      DirectEndpoint direct,
      Locations locations,
      ServerScripts scripts,
      VectorIndexes vectors,
      long defaultThroughput) {
    LongSupplier clock = directory.engine().clock()::epochMilli;
    MetadataFeed.Query query = new MetadataQuery(clock)::query;
    Map<ResourceType, Handler> handlers = new EnumMap<>(ResourceType.class);
    handlers.put(ResourceType.ACCOUNT, new AccountHandler(locations));
    handlers.put(ResourceType.OFFER, new OfferHandler(directory, query));
    handlers.put(ResourceType.DATABASE, new DatabaseHandler(directory, query, children::deleteAll));
    handlers.put(ResourceType.USER, new UserHandler(directory, children, query));
    handlers.put(
        ResourceType.PERMISSION, new PermissionHandler(directory, children, tokens, query));
    handlers.put(ResourceType.ENCRYPTION_KEY, new EncryptionKeyHandler(directory, children, query));
    handlers.put(
        ResourceType.CONTAINER,
        new ContainerHandler(
            directory,
            query,
            children::deleteAll,
            new PartitionDelete(directory),
            defaultThroughput));
    handlers.put(ResourceType.PARTITION_KEY_RANGE, new PartitionKeyRangesHandler(directory));
    handlers.put(ResourceType.ADDRESS, new AddressHandler(directory, direct, locations));
    handlers.put(ResourceType.CONFLICT, new ConflictHandler(directory));
    for (ResourceType script :
        List.of(ResourceType.STORED_PROCEDURE, ResourceType.TRIGGER, ResourceType.FUNCTION)) {
      handlers.put(
          script,
          new ScriptHandler(
              script,
              directory,
              children,
              query,
              scripts.procedures()::execute,
              scripts::requireEngine,
              scripts::warmUp));
    }
    handlers.put(
        ResourceType.ITEM,
        new ItemHandler(
            directory,
            new QueryHandler(
                directory,
                container -> StoredItem.of(container)::document,
                workers,
                memory,
                scripts::functions,
                vectors),
            text -> PatchCondition.parse(text, clock)::holds,
            workers,
            scripts.triggers()));
    return handlers;
  }
}
