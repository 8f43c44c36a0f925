package dev.mayfly.cosmos.resource;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.error.EngineException;
import java.util.List;

/**
 * Finds what a path names, by names or by resource ids. A name wins where a text could be both.
 * Databases whose names begin with a slash are the product's own and are not found, nor are the
 * collections of the MongoDB API: their documents are not JSON.
 */
public final class Directory {
  /** No client can name such a database: a slash ends an id in a path. */
  public static final String OWN_PREFIX = "/";

  /** What the MongoDB API leaves in the definitions of its collections. */
  private static final String COLLECTION_MARK = "mongodb";

  private final Engine engine;

  public Directory(Engine engine) {
    this.engine = requireNonNull(engine, "engine");
  }

  public Engine engine() {
    return engine;
  }

  public List<Database> databases() {
    return engine.databases().stream()
        .filter(database -> !database.name().startsWith(OWN_PREFIX))
        .toList();
  }

  /** The database with that name or resource id, or null. */
  public Database findDatabase(String id) {
    try {
      return id.startsWith(OWN_PREFIX) ? null : engine.database(id);
    } catch (EngineException e) {
      int number = ResourceId.databaseNumber(id);
      return number == 0
          ? null
          : databases().stream()
              .filter(database -> database.number() == number)
              .findFirst()
              .orElse(null);
    }
  }

  /** The database that the path goes through. */
  public Database parentDatabase(ResourcePath path) {
    Database database = findDatabase(path.databaseId());
    if (database == null) {
      throw CosmosException.ownerNotFound();
    }
    return database;
  }

  public List<Container> containers(Database database) {
    return engine.containers(database.name()).stream().filter(Directory::isContainer).toList();
  }

  private static boolean isContainer(Container container) {
    return !container.definition().opaque().containsKey(COLLECTION_MARK);
  }

  /** The container with that name or resource id, or null. */
  public Container findContainer(Database database, String id) {
    try {
      Container named = engine.container(database.name(), id);
      return isContainer(named) ? named : null;
    } catch (EngineException e) {
      int number = ResourceId.containerNumber(id);
      return number == 0
          ? null
          : containers(database).stream()
              .filter(container -> container.state().number() == number)
              .findFirst()
              .orElse(null);
    }
  }

  /** The container that the path goes through, the one that the client means by it. */
  public Container parentContainer(ResourcePath path, Request request) {
    Container container = findContainer(parentDatabase(path), path.secondId());
    if (container == null) {
      throw CosmosException.ownerNotFound();
    }
    String intended = request.header(HeaderNames.INTENDED_RID);
    if (intended != null && !intended.equals(rid(container))) {
      throw CosmosException.errors(
          400,
          1024,
          "The container was deleted and made again: read it again to get its resource id.");
    }
    return container;
  }

  /** The database that the path names. */
  public Database database(ResourcePath path) {
    Database database = findDatabase(path.databaseId());
    if (database == null) {
      throw CosmosException.resourceNotFound();
    }
    return database;
  }

  /** The container that the path names. */
  public Container container(ResourcePath path) {
    Container container = findContainer(parentDatabase(path), path.secondId());
    if (container == null) {
      throw CosmosException.resourceNotFound();
    }
    return container;
  }

  public static String rid(Database database) {
    return ResourceId.database(database.number());
  }

  public static String rid(Container container) {
    return ResourceId.container(container.state().database(), container.state().number());
  }
}
