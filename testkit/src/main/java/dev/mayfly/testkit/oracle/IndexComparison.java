package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.catalog.IndexStatus;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/** What is read through indexes, held against the model. */
final class IndexComparison {
  private final World world;

  IndexComparison(World world) {
    this.world = world;
  }

  /** Reads through one of the indexes now and then: it is done after every step. */
  void some(Subject subject) {
    if (subject.model.indexes.isEmpty() || !world.oneIn(3)) {
      return;
    }
    List<IndexStatus> ready =
        subject.container.indexes().stream()
            .filter(status -> status.phase() == IndexStatus.Phase.READY)
            .toList();
    if (!ready.isEmpty()) {
      compare(subject, world.any(ready).source().index());
    }
  }

  private void compare(Subject subject, PathIndex index) {
    IndexRange range = anyRange(subject, index);
    PartitionKey partition = world.oneIn(3) ? world.any(subject.shape.partitions()) : null;
    EpkRange partitions =
        partition == null ? EpkRange.FULL : EpkRange.of(subject.shape.partitionKey(), partition);
    boolean backwards = world.random.nextBoolean();
    IndexQuery query = new IndexQuery(index.name(), range, backwards, partitions);
    Comparator<List<BsonValue>> order =
        backwards ? ModelIndex.order(index).reversed() : ModelIndex.order(index);
    Map<Long, List<BsonValue>> expected = new TreeMap<>();
    Map<Long, ModelItem> byVersion = new TreeMap<>();
    for (ModelItem item : subject.model.living(item -> true)) {
      boolean asked = partition == null || item.key.partitionKey().equals(partition);
      List<BsonValue> first =
          ModelIndex.keys(index, item.body).stream()
              .filter(key -> isIn(range, key))
              .min(order)
              .orElse(null);
      if (asked && first != null) {
        expected.put(item.version, first);
        byVersion.put(item.version, item);
      }
    }
    List<Item> items = read(subject, query);
    String what = "index " + index.name() + " " + range + (backwards ? " backwards" : "");
    List<BsonValue> last = null;
    for (Item item : items) {
      ModelItem model =
          byVersion.values().stream()
              .filter(each -> item.etag().equals(each.etag))
              .findFirst()
              .orElse(null);
      Check.that(model != null, () -> what + ": " + Bodies.decode(item.body()) + " is not due");
      List<BsonValue> key = expected.get(model.version);
      Check.that(
          last == null || order.compare(last, key) <= 0, () -> what + ": not in order at " + key);
      Check.sameVersion(model, item);
      byVersion.remove(model.version);
      last = key;
    }
    Check.that(byVersion.isEmpty(), () -> what + ": missing " + byVersion.values());
    Check.same(
        what + ": count",
        (long) expected.size(),
        subject.container.countIndex(query, null, ReadLimits.DEFAULT).items());
  }

  private List<Item> read(Subject subject, IndexQuery query) {
    List<Item> items = new ArrayList<>();
    byte[] continuation = null;
    do {
      Page<IndexEntry> page =
          subject.container.scanIndex(query, continuation, Comparison.anyLimits(world));
      page.entries().forEach(entry -> items.add(entry.item()));
      continuation = page.continuation();
    } while (continuation != null);
    return items;
  }

  private static boolean isIn(IndexRange range, List<BsonValue> key) {
    for (int i = 0; i < range.equal().size(); i++) {
      if (ModelIndex.compare(range.equal().get(i), key.get(i)) != 0) {
        return false;
      }
    }
    int next = range.equal().size();
    return (range.lower() == null || fits(key.get(next), range.lower(), 1))
        && (range.upper() == null || fits(key.get(next), range.upper(), -1));
  }

  private static boolean fits(BsonValue value, IndexRange.Bound bound, int side) {
    int order = ModelIndex.compare(value, bound.value()) * side;
    return order > 0 || order == 0 && bound.inclusive();
  }

  private IndexRange anyRange(Subject subject, PathIndex index) {
    int equal = world.random.nextInt(index.parts().size() + 1);
    List<BsonValue> values = new ArrayList<>();
    List<ModelItem> living = subject.model.living(item -> true);
    List<BsonValue> known = List.of();
    if (!living.isEmpty()) {
      List<List<BsonValue>> keys = ModelIndex.keys(index, world.any(living).body);
      known = keys.isEmpty() ? List.of() : world.any(keys);
    }
    for (int i = 0; i < equal; i++) {
      values.add(known.isEmpty() ? anyValue() : known.get(i));
    }
    if (equal == index.parts().size() || world.oneIn(2)) {
      return new IndexRange(values, null, null);
    }
    return new IndexRange(values, anyBound(), anyBound());
  }

  private IndexRange.Bound anyBound() {
    return world.oneIn(3) ? null : new IndexRange.Bound(anyValue(), world.random.nextBoolean());
  }

  private BsonValue anyValue() {
    return switch (world.random.nextInt(6)) {
      case 0 -> BsonNull.VALUE;
      case 1 -> new BsonUndefined();
      case 2 -> new BsonString("s" + world.random.nextInt(3));
      default -> new BsonInt32(world.random.nextInt(5));
    };
  }
}
