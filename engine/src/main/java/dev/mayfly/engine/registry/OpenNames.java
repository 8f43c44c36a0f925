package dev.mayfly.engine.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The names of databases and containers. Written by commits only; read by any thread. */
final class OpenNames {
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private final Map<ContainerName, OpenContainer> containers = new ConcurrentHashMap<>();

  /** How often a container lost its name. */
  private volatile long removals;

  private record ContainerName(int database, String name) {}

  /** The row by which a transaction locks the name of a container that it makes. */
  static byte[] lockOf(String database, String container) {
    return (database + "\0" + container).getBytes(UTF_8);
  }

  boolean hasDatabase(String name) {
    return databases.containsKey(name);
  }

  Database database(String name) {
    Database database = databases.get(name);
    if (database == null) {
      throw new EngineException(
          ErrorCode.DATABASE_NOT_FOUND, "There is no database named '" + name + "'.");
    }
    return database;
  }

  String databaseName(int number) {
    return databases.values().stream()
        .filter(each -> each.number() == number)
        .map(Database::name)
        .findFirst()
        .orElse("?");
  }

  /** The database with that number, or null. */
  Database databaseNumbered(int number) {
    return databases.values().stream()
        .filter(each -> each.number() == number)
        .findFirst()
        .orElse(null);
  }

  /** The container with that number, or null. */
  OpenContainer containerNumbered(int number) {
    return containers.values().stream()
        .filter(each -> each.number() == number)
        .findFirst()
        .orElse(null);
  }

  List<Database> databases() {
    return databases.values().stream().sorted(Comparator.comparing(Database::name)).toList();
  }

  int databaseCount() {
    return databases.size();
  }

  void put(Database database) {
    databases.put(database.name(), database);
  }

  void removeDatabase(String name) {
    databases.remove(name);
  }

  /** The container of that name, or null. */
  OpenContainer find(int database, String name) {
    return containers.get(new ContainerName(database, name));
  }

  boolean contains(String databaseName, String name) {
    Database database = databases.get(databaseName);
    return database != null && find(database.number(), name) != null;
  }

  OpenContainer container(String databaseName, String name) {
    OpenContainer container = find(database(databaseName).number(), name);
    if (container == null) {
      throw new EngineException(
          ErrorCode.CONTAINER_NOT_FOUND,
          "There is no container named '" + name + "' in database '" + databaseName + "'.");
    }
    return container;
  }

  List<OpenContainer> containers(String databaseName) {
    int database = database(databaseName).number();
    return containers.values().stream()
        .filter(container -> container.snapshot().state().database() == database)
        .sorted(Comparator.comparing(container -> container.snapshot().definition().name()))
        .toList();
  }

  Collection<OpenContainer> all() {
    return containers.values();
  }

  int containerCount() {
    return containers.size();
  }

  void put(int database, String name, OpenContainer container) {
    containers.put(new ContainerName(database, name), container);
  }

  void remove(ContainerState state) {
    removals++;
    containers.remove(new ContainerName(state.database(), state.definition().name()));
  }

  long removals() {
    return removals;
  }
}
