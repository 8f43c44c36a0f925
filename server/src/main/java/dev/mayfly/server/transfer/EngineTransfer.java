package dev.mayfly.server.transfer;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.container.ContainerJson;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.item.ItemImport;
import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.Receipt;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionCatalog;
import dev.mayfly.mongo.command.catalog.CollectionDump;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Brings items into a store of this process and takes them out. */
public final class EngineTransfer implements TransferStore {
  /** Imports of this id are remembered for good. */
  public static final String SEED = "seed";

  private static final String TS = "_ts";

  /** Databases of this prefix are the server's own. */
  private static final String OWN_PREFIX = "/";

  private static final ReadLimits PAGE = new ReadLimits(1000, 1 << 20, 10_000);
  private static final long PAGE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** What is over after a while, and no fault of an item. */
  private static final Set<ErrorCode> BUSY =
      Set.of(
          ErrorCode.TOO_MANY_REQUESTS,
          ErrorCode.OVERLOADED,
          ErrorCode.ITEM_LOCKED,
          ErrorCode.WRITE_CONFLICT);

  /** What ends an import, and is no fault of an item. */
  private static final Set<ErrorCode> GENERAL =
      Set.of(
          ErrorCode.CONTAINER_NOT_FOUND,
          ErrorCode.DATABASE_NOT_FOUND,
          ErrorCode.NOT_SUPPORTED,
          ErrorCode.QUOTA_EXCEEDED);

  private final Engine engine;
  private final Runnable close;
  private final CollectionCatalog collections;

  public EngineTransfer(Engine engine) {
    this(engine, () -> {});
  }

  /**
   * @param close run when it is closed
   */
  public EngineTransfer(Engine engine, Runnable close) {
    this.engine = requireNonNull(engine, "engine");
    this.close = requireNonNull(close, "close");
    this.collections = new CollectionCatalog(engine, MongoOptions.defaults().documentTtl());
  }

  @Override
  public List<ContainerName> containers() {
    List<ContainerName> names = new ArrayList<>();
    for (Database database : engine.databases()) {
      if (!database.name().startsWith(OWN_PREFIX)) {
        engine
            .containers(database.name())
            .forEach(each -> names.add(new ContainerName(database.name(), each.name())));
      }
    }
    return names;
  }

  private static Namespace namespace(ContainerName name) {
    return new Namespace(name.database(), name.container());
  }

  private Container container(ContainerName name) {
    if (name.database().startsWith(OWN_PREFIX)) {
      throw new EngineException(
          ErrorCode.DATABASE_NOT_FOUND, "There is no database '" + name.database() + "'.");
    }
    return engine.container(name.database(), name.container());
  }

  @Override
  public BsonDocument describe(ContainerName name) {
    Container container;
    try {
      container = container(name);
    } catch (EngineException e) {
      if (e.code() == ErrorCode.CONTAINER_NOT_FOUND || e.code() == ErrorCode.DATABASE_NOT_FOUND) {
        return null;
      }
      throw e;
    }
    Collection collection = collections.find(namespace(name));
    BsonDocument definition =
        collection == null
            ? ContainerJson.write(container.state(), engine.etag(container.state()))
            : CollectionDump.describe(collection);
    if (collection == null) {
      definition.keySet().removeIf(property -> property.startsWith("_"));
    }
    return new BsonDocument(API, new BsonString(collection == null ? NOSQL : MONGODB))
        .append(DEFINITION, definition)
        .append(ITEMS, new BsonInt64(container.live().items()))
        .append(
            IDENTITY, new BsonString(container.incarnation() + "/" + container.state().number()));
  }

  @Override
  public void create(ContainerName name, BsonDocument description) {
    BsonDocument definition = new BsonDocument();
    definition.putAll(description.getDocument(DEFINITION));
    try {
      if (name.database().startsWith(OWN_PREFIX)) {
        throw refused("The name of a database must not begin with '/'.");
      }
      if (description.getString(API).getValue().equals(MONGODB)) {
        CollectionDump.create(collections, namespace(name), definition);
        return;
      }
      definition.put("id", new BsonString(name.container()));
      ensureDatabase(name.database());
      engine.createContainer(name.database(), ContainerJson.create(Json.bytes(definition)));
    } catch (CosmosException e) {
      throw refused(plain(e));
    } catch (MongoException e) {
      throw refused(e.getMessage());
    }
  }

  private void ensureDatabase(String name) {
    try {
      engine.createDatabase(name);
    } catch (EngineException e) {
      if (e.code() != ErrorCode.ALREADY_EXISTS) {
        throw e;
      }
    }
  }

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }

  @Override
  public Page read(ContainerName name, byte[] continuation) {
    Container container = container(name);
    dev.mayfly.engine.read.Page<Item> page =
        container
            .beginUncharged(System.nanoTime() + PAGE_NANOS)
            .scan(EpkRange.FULL, continuation, PAGE);
    List<byte[]> items = new ArrayList<>(page.entries().size());
    List<Long> seconds = new ArrayList<>(page.entries().size());
    for (Item item : page.entries()) {
      items.add(item.body());
      seconds.add(item.tsSecond());
    }
    return new Page(items, seconds, page.continuation());
  }

  @Override
  public long records(ContainerName name, String importId) {
    Container container = container(name);
    long now = engine.clock().epochSecond();
    byte[] row = engine.receipts().read(ImportReceipt.key(container, importId));
    if (row == null) {
      engine.receipts().sweep(old -> ImportReceipt.isOver(old, now));
    }
    return ImportReceipt.records(row);
  }

  @Override
  public Outcome write(ContainerName name, Batch batch) {
    Container container = container(name);
    byte[] key = ImportReceipt.key(container, batch.id());
    long committed = ImportReceipt.records(engine.receipts().read(key));
    if (committed >= batch.to()) {
      return new Outcome(batch.items().size(), 0);
    }
    if (committed > batch.from() || batch.items().isEmpty()) {
      throw refused(
          "Of this import "
              + committed
              + " records are committed; a batch must begin after them and have an item.");
    }
    List<WriteRequest> requests = requests(name, container, batch);
    long now = engine.clock().epochSecond();
    byte[] row = ImportReceipt.encode(batch.to(), now, batch.id().equals(SEED));
    int last = requests.size() - 1;
    requests.set(
        last, new WriteRequest.Receipted(requests.get(last), new Receipt(key, done -> row)));
    try {
      long kept =
          container.bring(requests).stream()
              .filter(outcome -> outcome.kind() == WriteOutcome.Kind.READ)
              .count();
      return new Outcome(requests.size() - kept, kept);
    } catch (BatchRejectedException e) {
      throw judged(e.failure(), e.failedIndex());
    } catch (EngineException e) {
      throw BUSY.contains(e.code())
          ? new EngineException(ErrorCode.OVERLOADED, e.getMessage(), e)
          : e;
    }
  }

  private List<WriteRequest> requests(ContainerName name, Container container, Batch batch) {
    Collection collection = collections.find(namespace(name));
    List<WriteRequest> requests = new ArrayList<>(batch.items().size());
    for (int i = 0; i < batch.items().size(); i++) {
      try {
        requests.add(request(container, collection, batch, batch.items().get(i)));
      } catch (CosmosException e) {
        throw new RefusedItemException(i, plain(e));
      } catch (MongoException e) {
        throw new RefusedItemException(i, e.getMessage());
      } catch (EngineException e) {
        throw judged(e, i);
      }
    }
    return requests;
  }

  private static WriteRequest request(
      Container container, Collection collection, Batch batch, byte[] bson) {
    if (collection != null && batch.times() == Times.NONE) {
      return CollectionDump.document(collection, bson, null, batch.existing());
    }
    BsonDocument item = BsonBytes.decode(bson);
    BsonValue ts = item.remove(TS);
    Long kept = batch.times() == Times.KEEP ? (Long) second(ts) : null;
    return collection == null
        ? ItemImport.of(container.definition(), item, kept, batch.existing())
        : CollectionDump.document(collection, BsonBytes.encode(item), kept, batch.existing());
  }

  private static long second(BsonValue ts) {
    if (ts == null || !ts.isNumber() || ts.asNumber().doubleValue() % 1 != 0) {
      throw refused(
          "Its _ts is "
              + (ts == null ? "missing" : ts.toString())
              + "; to keep times, each item needs the second of its last write there.");
    }
    return ts.asNumber().longValue();
  }

  private static RuntimeException judged(EngineException failure, int index) {
    if (BUSY.contains(failure.code())) {
      return new EngineException(ErrorCode.OVERLOADED, failure.getMessage(), failure);
    }
    return failure.code().kind() != ErrorCode.Kind.USER || GENERAL.contains(failure.code())
        ? failure
        : new RefusedItemException(index, failure.getMessage());
  }

  /** The text of a refusal without the envelope that the service puts around it. */
  private static String plain(CosmosException refusal) {
    String text = refusal.getMessage();
    String begin = "Message: {\"Errors\":[\"";
    String end = "\"]}";
    return text.startsWith(begin) && text.endsWith(end)
        ? text.substring(begin.length(), text.length() - end.length()).replace("\\\"", "\"")
        : text;
  }

  @Override
  public void close() {
    close.run();
  }
}
