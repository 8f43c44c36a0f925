package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/**
 * A container of the product's own, beside those of users, which is made when something is first
 * kept in it. So what it has is in backups, and as durable as data.
 *
 * @param partitionKey the path of its partition key, as in {@code /parent}
 */
public record OwnContainer(Engine engine, String database, String name, String partitionKey) {
  public OwnContainer {
    requireNonNull(engine, "engine");
    requireNonNull(database, "database");
    requireNonNull(name, "name");
    requireNonNull(partitionKey, "partitionKey");
  }

  /** The container, or null if nothing was ever kept in it. */
  public Container find() {
    try {
      return engine.container(database, name);
    } catch (EngineException e) {
      if (e.code() == ErrorCode.DATABASE_NOT_FOUND || e.code() == ErrorCode.CONTAINER_NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  /** The container, made if it is not there. One thread at a time. */
  public Container made() {
    Container container = find();
    if (container != null) {
      return container;
    }
    // A crash may have come between the two.
    if (engine.databases().stream().noneMatch(each -> each.name().equals(database))) {
      engine.createDatabase(database);
    }
    return engine.createContainer(
        database,
        ContainerDefinition.named(name)
            .partitionKey(partitionKey)
            .indexing(IndexingPolicy.OFF)
            .build());
  }
}
