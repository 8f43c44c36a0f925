package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/**
 * Finds, makes, changes and drops collections. Containers that another front end made are not
 * collections: they are not found and never touched.
 */
public final class Collections {
  private static final int ATTEMPTS_MAX = 100;

  /** Databases whose names begin so are the product's own. */
  private static final String OWN_PREFIX = "/";

  private final Engine engine;
  private final TtlReading ttlReading;
  private final Map<Namespace, Collection> known = new ConcurrentHashMap<>();
  private final ReentrantLock[] upserts = new ReentrantLock[256];

  /**
   * @param documentTtl whether a document's {@code ttl} counts (D7)
   */
  public Collections(Engine engine, boolean documentTtl) {
    this.engine = requireNonNull(engine, "engine");
    this.ttlReading = documentTtl ? TtlReading.LENIENT : TtlReading.IGNORED;
    Arrays.setAll(upserts, i -> new ReentrantLock());
  }

  public Engine engine() {
    return engine;
  }

  /** The collection or view of that name, or null. */
  public Collection find(Namespace name) {
    Container container = container(name);
    if (container == null) {
      known.remove(name);
      return null;
    }
    Collection found = known.get(name);
    if (found != null && found.isOf(container)) {
      return found;
    }
    Collection opened = open(name, container);
    if (opened != null) {
      known.put(name, opened);
    }
    return opened;
  }

  private Collection open(Namespace name, Container container) {
    CollectionSpec spec = CollectionSpec.of(container.definition());
    return spec == null
        ? null
        : new Collection(
            name, container, spec, ttlReading, upserts(name), uses(name, container, spec));
  }

  private IndexUses uses(Namespace name, Container container, CollectionSpec spec) {
    Collection before = known.get(name);
    boolean same =
        before != null && before.container().state().number() == container.state().number();
    return new IndexUses(spec, same ? before.uses() : null, engine.clock().epochMilli());
  }

  /** The same for all who open the collection, however often and by how many it is opened. */
  private ReentrantLock upserts(Namespace name) {
    return upserts[Math.floorMod(name.hashCode(), upserts.length)];
  }

  private Container container(Namespace name) {
    if (name.database().startsWith(OWN_PREFIX)) {
      return null;
    }
    try {
      return engine.container(name.database(), name.collection());
    } catch (EngineException e) {
      if (e.code() == ErrorCode.DATABASE_NOT_FOUND || e.code() == ErrorCode.CONTAINER_NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  /** The collection or view of that name; it is a failure if there is none. */
  public Collection require(Namespace name) {
    Collection found = find(name);
    if (found == null) {
      throw new MongoException(ErrorCodes.NAMESPACE_NOT_FOUND, "ns does not exist: " + name);
    }
    return found;
  }

  /** The collection of that name, made if there is none. */
  public Collection orCreate(Namespace name) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Collection found = find(name);
      if (found != null) {
        return found;
      }
      try {
        return create(name, CollectionSpec.with(new BsonDocument()));
      } catch (MongoException e) {
        if (e.code() != ErrorCodes.NAMESPACE_EXISTS || find(name) == null) {
          throw e;
        }
      }
    }
    throw new MongoException(
        ErrorCodes.OPERATION_FAILED, "Collection " + name + " is made and dropped all the time");
  }

  /** Makes a collection or view where none is. */
  public Collection create(Namespace name, CollectionSpec spec) {
    Names.checkNew(name);
    ContainerDefinition definition =
        Definitions.of(ContainerDefinition.named(name.collection()), spec);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      ensureDatabase(name.database());
      try {
        engine.createContainer(name.database(), definition);
        return find(name);
      } catch (EngineException e) {
        if (e.code() == ErrorCode.ALREADY_EXISTS) {
          throw exists(name);
        }
        if (e.code() != ErrorCode.DATABASE_NOT_FOUND) {
          throw e;
        }
      }
    }
    throw new MongoException(
        ErrorCodes.OPERATION_FAILED,
        "Database " + name.database() + " is made and dropped all the time");
  }

  private MongoException exists(Namespace name) {
    String text =
        find(name) == null && container(name) != null
            ? "namespace '" + name + "' already exists, as a container of the NoSQL API"
            : "Collection " + name + " already exists.";
    return new MongoException(ErrorCodes.NAMESPACE_EXISTS, text);
  }

  private void ensureDatabase(String name) {
    try {
      engine.database(name);
    } catch (EngineException missing) {
      try {
        engine.createDatabase(name);
      } catch (EngineException e) {
        if (e.code() != ErrorCode.ALREADY_EXISTS) {
          throw e;
        }
      }
    }
  }

  /** Changes what a collection is; the change may be asked for more than once. */
  public Collection change(Namespace name, UnaryOperator<CollectionSpec> change) {
    return redefine(
        name,
        before -> {
          CollectionSpec spec = CollectionSpec.of(before);
          CollectionSpec next = change.apply(spec);
          return next.equals(spec) ? before : Definitions.of(before.toBuilder(), next);
        });
  }

  public Collection changeThroughput(Namespace name, Throughput throughput) {
    return redefine(name, before -> before.toBuilder().throughput(throughput).build());
  }

  private Collection redefine(Namespace name, UnaryOperator<ContainerDefinition> change) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Container container = require(name).container();
      Etag etag = engine.etag(container.state());
      ContainerDefinition before = container.definition();
      ContainerDefinition next = change.apply(before);
      if (next == before) {
        return find(name);
      }
      try {
        engine.replaceContainer(name.database(), next, etag);
        return find(name);
      } catch (EngineException e) {
        if (e.code() != ErrorCode.PRECONDITION_FAILED) {
          throw e;
        }
      }
    }
    throw new MongoException(
        ErrorCodes.OPERATION_FAILED, "Collection " + name + " is changed all the time");
  }

  /** Whether there was one to drop. */
  public boolean drop(Namespace name) {
    Collection found = find(name);
    if (found == null) {
      return false;
    }
    try {
      engine.deleteContainer(name.database(), name.collection());
      return true;
    } catch (EngineException e) {
      if (e.code() != ErrorCode.CONTAINER_NOT_FOUND && e.code() != ErrorCode.DATABASE_NOT_FOUND) {
        throw e;
      }
      return false;
    } finally {
      known.remove(name);
    }
  }

  /**
   * Gives a collection another name.
   *
   * @param dropTarget whether a collection of that name is dropped
   */
  public void rename(Namespace from, Namespace to, boolean dropTarget) {
    require(from);
    Names.checkNew(to);
    boolean taken = container(to) != null;
    if (taken && (!dropTarget || find(to) == null)) {
      throw new MongoException(ErrorCodes.NAMESPACE_EXISTS, "target namespace exists");
    }
    ensureDatabase(to.database());
    try {
      engine.renameContainer(
          from.database(), from.collection(), to.database(), to.collection(), dropTarget);
    } catch (EngineException e) {
      throw e.code() == ErrorCode.ALREADY_EXISTS
          ? new MongoException(ErrorCodes.NAMESPACE_EXISTS, "target namespace exists")
          : e;
    }
    known.remove(from);
    known.remove(to);
  }

  /** Drops all collections, and the database when nothing else is in it. */
  public void dropDatabase(String database) {
    for (Collection each : list(database)) {
      drop(each.namespace());
    }
    try {
      if (engine.containers(database).isEmpty() && isVisible(database)) {
        engine.deleteDatabase(database, engine.etag(engine.database(database)));
      }
    } catch (EngineException e) {
      if (e.code() != ErrorCode.DATABASE_NOT_FOUND && e.code() != ErrorCode.PRECONDITION_FAILED) {
        throw e;
      }
    }
  }

  private static boolean isVisible(String database) {
    return !database.startsWith(OWN_PREFIX);
  }

  /** The collections and views of a database, by name. */
  public List<Collection> list(String database) {
    List<Collection> found = new ArrayList<>();
    if (!isVisible(database)) {
      return found;
    }
    try {
      for (Container container : engine.containers(database)) {
        Collection collection = find(new Namespace(database, container.name()));
        if (collection != null) {
          found.add(collection);
        }
      }
    } catch (EngineException e) {
      if (e.code() != ErrorCode.DATABASE_NOT_FOUND) {
        throw e;
      }
    }
    return found;
  }

  /** The names of the databases that have collections. */
  public List<String> databases() {
    List<String> names = new ArrayList<>();
    for (Database database : engine.databases()) {
      if (!list(database.name()).isEmpty()) {
        names.add(database.name());
      }
    }
    return names;
  }
}
