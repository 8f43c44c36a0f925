package dev.mayfly.storage.suite;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.testkit.suite.Bodies;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;

/** One of everything that an engine commits, in an order that gives each something to do. */
final class FaultScript {
  static final String DATABASE = "d";
  static final String RICH = "rich";
  static final String PLAIN = "plain";

  /**
   * A step of the script.
   *
   * @param background true if it changes nothing that a reader of items can see, and may be half
   *     done: what is left comes next time
   */
  record Step(String name, boolean background, Action action) {}

  /** What a step does. */
  @FunctionalInterface
  interface Action {
    void run(Engine engine, MovableClock clock);
  }

  private FaultScript() {}

  static List<Step> steps() {
    return List.of(
        step("create database", (engine, clock) -> engine.createDatabase(DATABASE)),
        step("create rich", (engine, clock) -> engine.createContainer(DATABASE, rich())),
        step("create plain", (engine, clock) -> engine.createContainer(DATABASE, plain())),
        step("inheriting", (engine, clock) -> create(engine, RICH, "a", "u", 1)),
        step("own ttl", (engine, clock) -> create(engine, RICH, "b", "u", 2, "ttl", 30)),
        step("never", (engine, clock) -> create(engine, RICH, "c", "u", 3, "ttl", -1)),
        step("dated", FaultScript::createDated),
        step("plain", (engine, clock) -> create(engine, PLAIN, "a")),
        step("batch", (engine, clock) -> rich(engine).batch(batch())),
        step("replace", (engine, clock) -> rich(engine).replace(key("a"), Bodies.of("a", "u", 9))),
        step("patch", (engine, clock) -> rich(engine).write(patch())),
        step("delete", (engine, clock) -> rich(engine).delete(key("e"))),
        step("default 5", (engine, clock) -> setDefault(engine, 5)),
        background("time passes", (engine, clock) -> clock.advance(6)),
        background("purge two", (engine, clock) -> rich(engine).maintenance().purge(2)),
        background("tidy", (engine, clock) -> engine.background().catchUp()),
        step("indexes", (engine, clock) -> setIndexes(engine, "u", "id")),
        background("build indexes", (engine, clock) -> engine.background().catchUp()),
        step("over a dead one", (engine, clock) -> create(engine, RICH, "f", "u", 5)),
        step("another date", (engine, clock) -> setDates(engine, "at", "until")),
        background("build dates", (engine, clock) -> engine.background().catchUp()),
        step("drop a date", (engine, clock) -> setDates(engine, "until")),
        background("purge all", (engine, clock) -> rich(engine).maintenance().purge(1000)),
        step("drop an index", (engine, clock) -> setIndexes(engine, "u")),
        step("lift the default", (engine, clock) -> setDefault(engine, null)),
        step("import", (engine, clock) -> rich(engine).write(imported(clock))),
        step("confirm", (engine, clock) -> engine.background().confirm()),
        step("transaction", FaultScript::transaction),
        step("other throughput", FaultScript::throughput),
        step("delete partition", (engine, clock) -> rich(engine).deletePartition(partition())),
        step("after it", (engine, clock) -> create(engine, RICH, "z", "u", 77)),
        background("remove it", (engine, clock) -> engine.background().catchUp()),
        background("fold", (engine, clock) -> engine.background().foldCounts()),
        step("default 3", (engine, clock) -> setDefault(engine, 3)),
        background("more time", (engine, clock) -> clock.advance(40)),
        background("purge the rest", (engine, clock) -> rich(engine).maintenance().purge(1000)),
        step("rename", (engine, clock) -> rename(engine, RICH, "renamed")),
        step("rename back", (engine, clock) -> rename(engine, "renamed", RICH)),
        step("delete plain", (engine, clock) -> engine.deleteContainer(DATABASE, PLAIN)),
        step("at last", (engine, clock) -> create(engine, RICH, "last", "u", 99)));
  }

  private static Step step(String name, Action action) {
    return new Step(name, false, action);
  }

  private static Step background(String name, Action action) {
    return new Step(name, true, action);
  }

  private static ContainerDefinition rich() {
    return ContainerDefinition.named(RICH)
        .partitionKey("/pk")
        .defaultTtl(20)
        .uniqueKeys(UniqueKey.of("/u"))
        .dateTtls(new DateTtl("at", "at", 0))
        .allVersions(new Retention(1000, 1 << 20))
        .expiryEvents(new Retention(1000, 1 << 20))
        .partitionQuotaBytes(1 << 20)
        .build();
  }

  private static ContainerDefinition plain() {
    return ContainerDefinition.named(PLAIN).partitionKey("/pk").defaultTtl(10).build();
  }

  private static void rename(Engine engine, String from, String to) {
    engine.renameContainer(DATABASE, from, DATABASE, to, false);
  }

  private static void setIndexes(Engine engine, String... paths) {
    PathIndex[] indexes =
        Arrays.stream(paths)
            .map(path -> PathIndex.of("by_" + path, path).asUnique())
            .toArray(PathIndex[]::new);
    engine.replaceContainer(
        DATABASE, rich(engine).definition().toBuilder().pathIndexes(indexes).build());
  }

  private static Container rich(Engine engine) {
    return engine.container(DATABASE, RICH);
  }

  private static ItemKey key(String id) {
    return ItemKey.of("p", id);
  }

  private static PartitionKey partition() {
    return PartitionKey.of("p");
  }

  private static void create(Engine engine, String container, String id, Object... properties) {
    engine.container(DATABASE, container).create(key(id), Bodies.of(id, properties));
  }

  private static void createDated(Engine engine, MovableClock clock) {
    long now = clock.epochSecond();
    create(engine, RICH, "d", "u", 4, "at", Bodies.date(now + 3), "until", Bodies.date(now + 50));
  }

  private static List<WriteRequest> batch() {
    return List.of(
        WriteRequest.create(key("e"), Bodies.of("e", "u", 10)),
        WriteRequest.create(key("f"), Bodies.of("f", "u", 11)),
        WriteRequest.create(key("g"), Bodies.of("g", "u", 12, "ttl", 1000)));
  }

  private static WriteRequest patch() {
    return WriteRequest.patch(key("b"), body -> Bodies.of("b", "u", 2, "ttl", 30, "x", 1));
  }

  private static WriteRequest imported(MovableClock clock) {
    byte[] body = Bodies.of("i", "u", 40);
    return new WriteRequest.Import(key("i"), body, clock.epochSecond() - 2, TtlReading.STRICT);
  }

  private static void setDefault(Engine engine, Integer seconds) {
    engine.replaceContainer(
        DATABASE, rich(engine).definition().toBuilder().defaultTtl(seconds).build());
  }

  private static void setDates(Engine engine, String... paths) {
    DateTtl[] dates = new DateTtl[paths.length];
    for (int i = 0; i < paths.length; i++) {
      dates[i] = new DateTtl(paths[i], paths[i], 0);
    }
    engine.replaceContainer(
        DATABASE, rich(engine).definition().toBuilder().dateTtls(dates).build());
  }

  private static void transaction(Engine engine, MovableClock clock) {
    try (Transaction transaction = engine.begin()) {
      transaction.write(rich(engine), WriteRequest.upsert(key("t"), Bodies.of("t", "u", 50)));
      transaction.write(
          engine.container(DATABASE, PLAIN), WriteRequest.upsert(key("t"), Bodies.of("t")));
      transaction.commit();
    }
  }

  private static void throughput(Engine engine, MovableClock clock) {
    engine.replaceDatabase(DATABASE, Throughput.NONE, new BsonDocument("x", new BsonDocument()));
  }
}
