package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.count.Forecast;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.Tally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Holds the engine against the model through every way of reading. */
final class Comparison {
  private static final int SECONDS_AHEAD = 15;
  private final World world;
  private final FeedComparison feeds;
  private final IndexComparison indexes;

  Comparison(World world) {
    this.world = world;
    this.feeds = new FeedComparison(world);
    this.indexes = new IndexComparison(world);
  }

  void all() {
    for (Subject subject : world.subjects) {
      points(subject);
      many(subject);
      scans(subject);
      indexes.some(subject);
      counts(subject);
      feeds.latest(subject);
      feeds.versions(subject);
      feeds.expiries(subject);
    }
  }

  /** A container as a transaction sees it; its counts and feeds are not the transaction's. */
  void inTransaction(Subject subject) {
    points(subject);
    many(subject);
    scans(subject);
    indexes.some(subject);
  }

  private void points(Subject subject) {
    for (ItemKey key : subject.shape.keys()) {
      ModelItem expected = subject.model.living(key);
      Item item = subject.container.read(key);
      if (expected == null) {
        Check.that(item == null, () -> "point read of " + key + ": it is there and must not be");
      } else {
        Check.sameVersion(expected, item);
        remaining(subject, expected, item);
      }
    }
  }

  private void remaining(Subject subject, ModelItem expected, Item item) {
    long seconds = subject.model.secondsToLive(expected, world.now(), SECONDS_AHEAD);
    long reported = item.remainingSeconds();
    Check.that(
        seconds < 0 ? reported > SECONDS_AHEAD : reported == seconds,
        () -> "remaining seconds of " + expected + ": " + reported + ", the model says " + seconds);
  }

  private void many(Subject subject) {
    List<ItemKey> keys = new ArrayList<>();
    for (int i = world.random.nextInt(6); i > 0; i--) {
      keys.add(world.any(subject.shape.keys()));
    }
    List<ModelItem> expected =
        keys.stream().map(subject.model::living).filter(item -> item != null).toList();
    sameList("read many", expected, subject.container.readMany(keys).entries());
  }

  static void sameList(String what, List<ModelItem> expected, List<Item> items) {
    if (expected.size() != items.size()) {
      throw new AssertionError(what + ": " + items.size() + " items, the model says " + expected);
    }
    for (int i = 0; i < items.size(); i++) {
      Check.sameVersion(expected.get(i), items.get(i));
    }
  }

  private void scans(Subject subject) {
    scan(subject, EpkRange.FULL, item -> true);
    PartitionKeyRange physical = world.any(subject.container.ranges().list());
    scan(
        subject,
        physical.keys(),
        item -> physical.holds(subject.shape.partitionKey(), item.key.partitionKey()));
    PartitionKey partition = world.any(subject.shape.partitions());
    scan(
        subject,
        EpkRange.of(subject.shape.partitionKey(), partition),
        item -> item.key.partitionKey().equals(partition));
    if (partition.components().size() > 1) {
      PartitionKey outer = new PartitionKey(partition.components().subList(0, 1));
      scan(
          subject,
          EpkRange.of(subject.shape.partitionKey(), outer),
          item -> item.key.partitionKey().components().get(0).equals(outer.components().get(0)));
    }
  }

  private void scan(Subject subject, EpkRange range, Predicate<ModelItem> within) {
    List<Item> items = new ArrayList<>();
    byte[] continuation = null;
    do {
      Page<Item> page = subject.container.scan(range, continuation, anyLimits(world));
      items.addAll(page.entries());
      continuation = page.continuation();
    } while (continuation != null);
    for (int i = 1; i < items.size(); i++) {
      Check.that(
          Arrays.compareUnsigned(items.get(i - 1).address(), items.get(i).address()) < 0,
          "a scan is not in the order of keys");
    }
    items.sort((one, other) -> Long.compare(one.lsn(), other.lsn()));
    sameList("scan of " + range, inCommitOrder(subject.model.living(within)), items);
  }

  static ReadLimits anyLimits(World world) {
    int items = 1 + world.random.nextInt(6);
    return switch (world.random.nextInt(4)) {
      case 0 -> new ReadLimits(items, 1 + world.random.nextInt(200), 1000);
      case 1 -> new ReadLimits(items, 100_000, 1 + world.random.nextInt(5));
      case 2 -> ReadLimits.DEFAULT;
      default -> ReadLimits.items(items);
    };
  }

  static List<ModelItem> inCommitOrder(List<ModelItem> items) {
    return items.stream().sorted((one, other) -> Long.compare(one.version, other.version)).toList();
  }

  private void counts(Subject subject) {
    Container container = subject.container;
    Tally live = tally(subject.model.living(item -> true));
    Check.same("live", live, container.live());
    long rows = Rows.items(world.storage, container.state().number());
    Check.same("rows", rows, live.items() + container.metrics().backlog().items());
    if (!subject.intricate) {
      forecast(subject);
    }
  }

  private void forecast(Subject subject) {
    int seconds = 1 + world.random.nextInt(3);
    int intervals = 1 + world.random.nextInt(4);
    for (Forecast.Interval interval : subject.container.metrics().forecast(seconds, intervals)) {
      List<ModelItem> dying =
          subject.model.living(
              item ->
                  !subject.model.hasToDie(item, interval.afterSecond())
                      && subject.model.hasToDie(item, interval.upToSecond()));
      Check.same("forecast to " + interval.upToSecond(), tally(dying), interval.tally());
    }
  }

  static Tally tally(List<ModelItem> items) {
    return new Tally(items.size(), items.stream().mapToLong(item -> item.sizeBytes).sum());
  }
}
