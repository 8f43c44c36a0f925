package dev.mayfly.torture.store;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import dev.mayfly.testkit.storage.FaultyStorage;
import dev.mayfly.testkit.suite.Bodies;
import dev.mayfly.torture.ledger.Violation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.bson.BsonBinary;
import org.bson.BsonDocument;

/**
 * The engine on RocksDB, with a storage that can be made to fail, beside a model of what it must
 * show. One thread uses it.
 */
final class ModelledStore implements AutoCloseable {
  static final String DATABASE = "d";
  static final List<String> CONTAINERS = List.of("plain", "rich");
  private static final int KEYS = 30;
  private static final Integer[] DEFAULTS = {null, -1, 5, 20, 100};
  private static final int TRIES_MAX = 50;

  private final Path directory;
  private final RocksDbOptions options;
  private final Random random;
  private TtlClock clock;
  private RocksDbStorage inner;
  private FaultyStorage storage;
  private Engine engine;
  private Map<String, Model> models = new TreeMap<>();
  private long version;

  /**
   * Makes a store, or opens one that another left.
   *
   * @param clock which only the caller moves
   */
  ModelledStore(Path directory, Durability durability, TtlClock clock, Random random) {
    this(directory, RocksDbOptions.defaults().withDurability(durability), clock, random);
  }

  /** As above, with options of which only the memory is chosen here. */
  ModelledStore(Path directory, RocksDbOptions options, TtlClock clock, Random random) {
    this.directory = directory;
    this.options = options.withMemoryBytes(8L << 20);
    this.random = random;
    this.clock = clock;
    open();
    engine.createDatabase(DATABASE);
    engine.createContainer(
        DATABASE, ContainerDefinition.named("plain").partitionKey("/pk").defaultTtl(-1).build());
    engine.createContainer(
        DATABASE,
        ContainerDefinition.named("rich")
            .partitionKey("/pk")
            .defaultTtl(-1)
            .uniqueKeys(UniqueKey.of("/v"))
            .allVersions(new Retention(1000, 1 << 20))
            .expiryEvents(new Retention(1000, 1 << 20))
            .build());
    CONTAINERS.forEach(name -> models.put(name, new Model(-1)));
  }

  /** A store as another one was at some time, for a copy of its directory. */
  private ModelledStore(Path directory, ModelledStore of, Map<String, Model> models) {
    this.directory = directory;
    this.options = of.options;
    this.random = of.random;
    this.clock = of.clock;
    this.models = models;
  }

  /** Opens a copy of this store's directory, which may be as the models say. */
  ModelledStore onCopy(Path copy, Map<String, Model> expected) {
    ModelledStore store = new ModelledStore(copy, this, expected);
    store.open();
    return store;
  }

  private void open() {
    inner = RocksDbStorage.open(directory, options);
    storage = new FaultyStorage(inner);
    // Budgets that go by real time would make the number of calls depend on the machine.
    EngineOptions still = EngineOptions.DEFAULT.withoutBackground().withRealTime(() -> 0);
    engine = Engine.open(storage, clock, still);
  }

  /** Closes and opens it again, with another clock. */
  void reopen(TtlClock next) {
    engine.close();
    clock = next;
    open();
  }

  FaultyStorage storage() {
    return storage;
  }

  TtlClock clock() {
    return clock;
  }

  Container container(String name) {
    return engine.container(DATABASE, name);
  }

  Map<String, Model> models() {
    Map<String, Model> copies = new TreeMap<>();
    models.forEach((name, model) -> copies.put(name, model.copy()));
    return copies;
  }

  /** Continues from here. */
  void adopt(Map<String, Model> found) {
    models = found;
  }

  void age() {
    long second = clock.epochSecond();
    models.values().forEach(model -> model.age(second));
  }

  /** A change of the models, and the call that makes the engine do the same. */
  private record Act(String what, Map<String, Model> after, Runnable call) {}

  /**
   * Does one thing.
   *
   * @return what
   * @throws EngineException if it failed, and then nothing of it is there; if its message has the
   *     word "lost" all of it may be there
   */
  String act() {
    age();
    Act act = choose();
    Map<String, Model> before = models();
    try {
      act.call().run();
      models = act.after();
      age();
      return act.what();
    } catch (EngineException e) {
      if (e.getMessage().contains("lost") && matches(act.after())) {
        models = act.after();
      } else {
        models = before;
      }
      throw e;
    }
  }

  private Act choose() {
    String name = CONTAINERS.get(random.nextInt(CONTAINERS.size()));
    int dice = random.nextInt(100);
    if (dice < 45) {
      return upserts(name, 1, 200);
    } else if (dice < 55) {
      return upserts(name, 2 + random.nextInt(8), 3000);
    } else if (dice < 70) {
      return delete(name);
    } else if (dice < 75) {
      return transaction();
    } else if (dice < 83) {
      return setDefault(name);
    } else if (dice < 88) {
      return setIndexes();
    } else if (dice < 93) {
      int items = 1 + random.nextInt(40);
      return new Act("purge", models(), () -> container(name).maintenance().purge(items));
    } else if (dice < 97) {
      return new Act("tidy", models(), () -> engine.background().catchUp());
    }
    return new Act("fold", models(), () -> engine.background().foldCounts());
  }

  private WriteRequest upsert(Model model, String key, int bytesMax) {
    long mine = ++version;
    int bytes = random.nextInt(bytesMax);
    Integer ttl = random.nextInt(3) == 0 ? Integer.valueOf(1 + random.nextInt(30)) : null;
    byte[] noise = new byte[bytes];
    new Random(mine).nextBytes(noise);
    byte[] body =
        ttl == null
            ? Bodies.of(key, "v", mine, "x", new BsonBinary(noise))
            : Bodies.of(key, "v", mine, "ttl", ttl, "x", new BsonBinary(noise));
    model.rows.put(key, new Model.Row(mine, ttl, clock.epochSecond(), bytes));
    return WriteRequest.upsert(ItemKey.of("p", key), body);
  }

  /** One item, or several that are one batch. */
  private Act upserts(String name, int number, int bytesMax) {
    Map<String, Model> after = models();
    List<WriteRequest> requests = new ArrayList<>();
    int first = random.nextInt(KEYS);
    for (int i = 0; i < number; i++) {
      requests.add(upsert(after.get(name), "k" + (first + i) % KEYS, bytesMax));
    }
    return new Act("write " + number, after, () -> container(name).batch(requests));
  }

  /** Writes an item of so many bytes. */
  void writeLarge(int bytes) {
    age();
    Map<String, Model> after = models();
    long mine = ++version;
    byte[] noise = new byte[bytes];
    new Random(mine).nextBytes(noise);
    String key = "large" + mine;
    after.get("plain").rows.put(key, new Model.Row(mine, null, clock.epochSecond(), bytes));
    container("plain")
        .upsert(ItemKey.of("p", key), Bodies.of(key, "v", mine, "x", new BsonBinary(noise)));
    models = after;
  }

  private Act delete(String name) {
    String key = "k" + random.nextInt(KEYS);
    Map<String, Model> after = models();
    boolean there = after.get(name).rows.remove(key) != null;
    return new Act(
        "delete",
        after,
        () -> {
          try {
            container(name).delete(ItemKey.of("p", key));
          } catch (EngineException e) {
            if (there || e.code() != ErrorCode.ITEM_NOT_FOUND) {
              throw e;
            }
          }
        });
  }

  private Act transaction() {
    Map<String, Model> after = models();
    String key = "k" + random.nextInt(KEYS);
    Map<String, WriteRequest> requests = new TreeMap<>();
    CONTAINERS.forEach(name -> requests.put(name, upsert(after.get(name), key, 200)));
    return new Act(
        "transaction",
        after,
        () -> {
          try (Transaction transaction = engine.begin()) {
            requests.forEach((name, request) -> transaction.write(container(name), request));
            transaction.commit();
          }
        });
  }

  private Act setDefault(String name) {
    Integer ttl = DEFAULTS[random.nextInt(DEFAULTS.length)];
    Map<String, Model> after = models();
    after.get(name).defaultTtl = ttl;
    return new Act(
        "default " + ttl,
        after,
        () ->
            engine.replaceContainer(
                DATABASE, container(name).definition().toBuilder().defaultTtl(ttl).build()));
  }

  private Act setIndexes() {
    PathIndex[] indexes =
        random.nextBoolean()
            ? new PathIndex[] {PathIndex.of("by_v", "v").asUnique(), PathIndex.of("by_ttl", "ttl")}
            : new PathIndex[0];
    return new Act(
        "indexes " + indexes.length,
        models(),
        () ->
            engine.replaceContainer(
                DATABASE, container("rich").definition().toBuilder().pathIndexes(indexes).build()));
  }

  /** True if the engine shows just this. */
  boolean matches(Map<String, Model> expected) {
    return mismatch(expected) == null;
  }

  /** Compares everything that can be seen and everything that is stored. */
  void verify() {
    age();
    String mismatch = mismatch(models);
    if (mismatch != null) {
      throw new Violation(mismatch);
    }
    List<String> problems = new ArrayList<>();
    new Verifier(inner).check(problems::add);
    if (!problems.isEmpty()) {
      throw new Violation("check: " + problems);
    }
  }

  /** Compares what readers see. */
  void verifyReads() {
    age();
    String mismatch = mismatch(models);
    if (mismatch != null) {
      throw new Violation(mismatch);
    }
  }

  /** How what readers see differs from what is expected, or null. */
  String mismatch(Map<String, Model> expected) {
    for (String name : CONTAINERS) {
      Model model = expected.get(name).copy();
      model.age(clock.epochSecond());
      Map<String, String> shown = new TreeMap<>();
      model.rows.forEach((key, row) -> shown.put(key, row.version() + "/" + row.bytes()));
      Map<String, String> seen = again(() -> scan(name));
      if (!seen.equals(shown)) {
        return name + " should show " + shown + ", and shows " + seen;
      }
      long live = again(() -> container(name).live().items());
      if (live != shown.size()) {
        return name + " has " + shown.size() + " items, and counts " + live;
      }
      Integer ttl = container(name).definition().defaultTtl();
      if (ttl == null ? model.defaultTtl != null : !ttl.equals(model.defaultTtl)) {
        return "the default of " + name + " should be " + model.defaultTtl + ", and is " + ttl;
      }
    }
    return null;
  }

  /** Planned failures may meet readers too; there are only so many of them. */
  private static <R> R again(Supplier<R> reading) {
    for (int i = 0; i < TRIES_MAX; i++) {
      try {
        return reading.get();
      } catch (EngineException e) {
        if (!e.getMessage().contains("planned")) {
          throw e;
        }
      }
    }
    return reading.get();
  }

  private Map<String, String> scan(String name) {
    Map<String, String> seen = new TreeMap<>();
    byte[] continuation = null;
    do {
      Page<Item> page = container(name).scan(EpkRange.FULL, continuation, ReadLimits.DEFAULT);
      for (Item item : page.entries()) {
        BsonDocument body = Bodies.decode(item.body());
        long mine = body.getInt64("v").getValue();
        byte[] bytes = body.getBinary("x").getData();
        byte[] noise = new byte[bytes.length];
        new Random(mine).nextBytes(noise);
        String mark = Arrays.equals(bytes, noise) ? "/" : "/other bytes, ";
        seen.put(body.getString("id").getValue(), mine + mark + bytes.length);
      }
      continuation = page.continuation();
    } while (continuation != null);
    return seen;
  }

  @Override
  public void close() {
    engine.close();
  }
}
