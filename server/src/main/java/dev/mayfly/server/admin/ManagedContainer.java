package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.expiry.ExpiryJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Finds containers for the tools of the admin port, and changes their definitions. */
public final class ManagedContainer {
  /** Databases of this prefix are the server's own. */
  private static final String OWN_PREFIX = "/";

  private static final int ATTEMPTS = 10;

  private ManagedContainer() {}

  /** Whether a database is the server's own, which users do not see. */
  public static boolean isOwn(String database) {
    return database.startsWith(OWN_PREFIX);
  }

  /** The container that a request names as the second and third part of its path. */
  static Container of(Engine engine, AdminRequest request) {
    String database = request.segment(2);
    String name = request.segment(3);
    try {
      if (!isOwn(database)) {
        return engine.container(database, name);
      }
    } catch (EngineException e) {
      if (e.code() != ErrorCode.DATABASE_NOT_FOUND && e.code() != ErrorCode.CONTAINER_NOT_FOUND) {
        throw e;
      }
    }
    throw new AdminException(
        404,
        "there is no container '"
            + name
            + "' in a database '"
            + database
            + "'; GET /containers lists what there is");
  }

  /** The names of the databases that users have made. */
  static List<String> databases(Engine engine) {
    return engine.databases().stream().map(Database::name).filter(name -> !isOwn(name)).toList();
  }

  /** The containers of a database; none if it is dropped meanwhile. */
  static List<Container> in(Engine engine, String database) {
    try {
      return engine.containers(database);
    } catch (EngineException e) {
      if (e.code() == ErrorCode.DATABASE_NOT_FOUND) {
        return List.of();
      }
      throw e;
    }
  }

  /** All containers that users have made, by database. */
  static List<Container> all(Engine engine) {
    List<Container> all = new ArrayList<>();
    databases(engine).forEach(database -> all.addAll(in(engine, database)));
    return all;
  }

  static boolean isCollection(Container container) {
    return ExpiryJson.isCollection(container.definition());
  }

  /**
   * Changes the definition of a container, whatever is changed at the same time.
   *
   * @param force whether the guard of changes that expire much at once is passed over
   */
  static Container change(
      Engine engine,
      Container container,
      boolean force,
      UnaryOperator<ContainerDefinition> change) {
    requireNonNull(change, "change");
    for (int attempt = 1; ; attempt++) {
      ContainerState state = container.state();
      ContainerDefinition next = change.apply(state.definition());
      try {
        return force
            ? engine.forceReplaceContainer(container.database(), next, engine.etag(state))
            : engine.replaceContainer(container.database(), next, engine.etag(state));
      } catch (EngineException e) {
        if (e.code() != ErrorCode.PRECONDITION_FAILED || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
