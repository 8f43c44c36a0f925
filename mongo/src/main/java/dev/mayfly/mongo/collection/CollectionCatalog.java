package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.StoreSnapshot;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/**
 * The catalog of collections and views. Containers of another front end are not visible and never
 * modified.
 */
public final class CollectionCatalog {
  private static final int ATTEMPTS_MAX = 100;

  /** Prefix of internal databases. */
  private static final String OWN_PREFIX = "/";

  private final Engine engine;
  private final TtlReading ttlReading;

  /** Null outside of transactions. */
  private final Transaction transaction;

  /** Finds a container by the names of its database and its own. */
  private final BiFunction<String, String, Container> containers;

  private final Map<Namespace, Collection> known = new ConcurrentHashMap<>();
  private final ReentrantLock[] upserts;

  /**
   * @param documentTtl whether the {@code ttl} field of a document is honoured (D7)
   */
  public CollectionCatalog(Engine engine, boolean documentTtl) {
    this(
        engine,
        documentTtl ? TtlReading.LENIENT : TtlReading.IGNORED,
        null,
        engine::container,
        256);
  }

  private CollectionCatalog(
      Engine engine,
      TtlReading ttlReading,
      Transaction transaction,
      BiFunction<String, String, Container> containers,
      int upsertLocks) {
    this.engine = requireNonNull(engine, "engine");
    this.ttlReading = requireNonNull(ttlReading, "ttlReading");
    this.transaction = transaction;
    this.containers = requireNonNull(containers, "containers");
    this.upserts = new ReentrantLock[upsertLocks];
    Arrays.setAll(upserts, i -> new ReentrantLock());
  }

  /** The collections as a transaction sees them, those included that it makes. */
  public CollectionCatalog in(Transaction open) {
    return new CollectionCatalog(engine, ttlReading, open, open::container, 1);
  }

  /** The collections as of a snapshot, to be read only. */
  public CollectionCatalog in(StoreSnapshot snapshot) {
    return new CollectionCatalog(engine, ttlReading, null, snapshot::container, 1);
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

  private IndexUsage uses(Namespace name, Container container, CollectionSpec spec) {
    Collection before = known.get(name);
    boolean same =
        before != null && before.container().state().number() == container.state().number();
    return new IndexUsage(spec, same ? before.uses() : null, engine.clock().epochMilli());
  }

  /** One lock for all handles of a collection. */
  private ReentrantLock upserts(Namespace name) {
    return upserts[Math.floorMod(name.hashCode(), upserts.length)];
  }

  private Container container(Namespace name) {
    if (name.database().startsWith(OWN_PREFIX)) {
      return null;
    }
    try {
      return containers.apply(name.database(), name.collection());
    } catch (EngineException e) {
      if (e.code() == ErrorCode.DATABASE_NOT_FOUND || e.code() == ErrorCode.CONTAINER_NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  /** The collection or view; throws NamespaceNotFound if there is none. */
  public Collection require(Namespace name) {
    Collection found = find(name);
    if (found == null) {
      throw new MongoException(ErrorCodes.NAMESPACE_NOT_FOUND, "ns does not exist: " + name);
    }
    return found;
  }

  /**
   * The collection, created if it does not exist.
   *
   * @param call waits for a transaction that makes it
   */
  public Collection orCreate(Namespace name, CommandCall call) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Collection found = find(name);
      if (found != null) {
        return found;
      }
      try {
        return create(name, CollectionSpec.with(new BsonDocument()), call);
      } catch (MongoException e) {
        if (e.code() != ErrorCodes.NAMESPACE_EXISTS || find(name) == null) {
          throw e;
        }
      }
    }
    throw new MongoException(
        ErrorCodes.OPERATION_FAILED, "Collection " + name + " is made and dropped all the time");
  }

  /**
   * Creates a collection or view.
   *
   * @param call waits for a transaction that makes it
   */
  public Collection create(Namespace name, CollectionSpec spec, CommandCall call) {
    return LockWait.write(call, () -> create(name, spec));
  }

  /** As above; fails where another transaction makes it. */
  public Collection create(Namespace name, CollectionSpec spec) {
    Names.checkNew(name);
    ContainerDefinition definition =
        ContainerDefinitions.of(ContainerDefinition.named(name.collection()), spec);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      try {
        if (transaction == null) {
          ensureDatabase(name.database());
          engine.createContainer(name.database(), definition);
        } else {
          transaction.createContainer(name.database(), definition);
        }
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
      checkCase(name);
      try {
        engine.createDatabase(name);
      } catch (EngineException e) {
        if (e.code() != ErrorCode.ALREADY_EXISTS) {
          throw e;
        }
      }
    }
  }

  /** Rejects a name that differs from that of another database only by upper and lower case. */
  private void checkCase(String name) {
    for (String other : databases()) {
      if (other.equalsIgnoreCase(name) && !other.equals(name)) {
        throw new MongoException(
            ErrorCodes.DATABASE_DIFFER_CASE,
            "db already exists with different case already have: [%s] trying to create [%s]"
                .formatted(other, name));
      }
    }
  }

  /** Updates a collection; the function may be applied more than once. */
  public Collection change(Namespace name, UnaryOperator<CollectionSpec> change) {
    return redefine(
        name,
        before -> {
          CollectionSpec spec = CollectionSpec.of(before);
          CollectionSpec next = change.apply(spec);
          return next.equals(spec) ? before : ContainerDefinitions.of(before.toBuilder(), next);
        });
  }

  /**
   * Keeps expiry events of a collection from now on, or stops to.
   *
   * @param retention null if they are not kept
   */
  public Collection changeExpiryEvents(Namespace name, Retention retention) {
    return redefine(
        name,
        before ->
            Objects.equals(before.expiryEvents(), retention)
                ? before
                : before.toBuilder().expiryEvents(retention).build());
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
        if (transaction == null) {
          engine.replaceContainer(name.database(), next, etag);
        } else {
          transaction.replaceContainer(name.database(), next);
        }
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

  /** Whether it existed. */
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
   * Renames a collection.
   *
   * @param dropTarget whether an existing target is dropped
   */
  public void rename(Namespace from, Namespace to, boolean dropTarget) {
    require(from);
    Names.checkNew(to);
    boolean taken = container(to) != null;
    Collection target = find(to);
    if (taken && (!dropTarget || target == null)) {
      throw new MongoException(ErrorCodes.NAMESPACE_EXISTS, "target namespace exists");
    }
    if (target != null && target.view() != null) {
      throw new MongoException(
          ErrorCodes.NAMESPACE_EXISTS, "a view already exists with that name: " + to);
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

  /** Drops all collections, and the database if it is then empty. */
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

  /** Whether a database is not one of the server itself. */
  public static boolean isVisible(String database) {
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
