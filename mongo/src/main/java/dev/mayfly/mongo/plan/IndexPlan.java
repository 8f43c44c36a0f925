package dev.mayfly.mongo.plan;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.mongo.bson.BsonText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Which keys of an index are read, and in which direction.
 *
 * @param open the index as it was when the plan was made
 * @param bounds of its first paths; none to read all of it
 * @param backwards from the last key to the first
 * @param ordered whether the keys come in the order that the query asks for
 */
public record IndexPlan(
    ReadableIndex index, OpenIndex open, List<Bounds> bounds, boolean backwards, boolean ordered) {
  private static final String ALL = "[MinKey, MaxKey]";

  public IndexPlan {
    requireNonNull(index, "index");
    requireNonNull(open, "open");
    bounds = List.copyOf(bounds);
  }

  public String name() {
    return open.index().name();
  }

  /** The ranges of keys, in the order in which they are read; none holds a key of another one. */
  public List<IndexRange> ranges() {
    List<List<BsonValue>> heads = new ArrayList<>();
    heads.add(List.of());
    int part = 0;
    while (part < bounds.size() && bounds.get(part).isPoints()) {
      List<List<BsonValue>> longer = new ArrayList<>();
      for (List<BsonValue> head : heads) {
        for (Interval each : inOrder(part)) {
          List<BsonValue> next = new ArrayList<>(head);
          next.add(each.lower());
          longer.add(next);
        }
      }
      heads = longer;
      part++;
    }
    List<IndexRange> ranges = new ArrayList<>();
    for (List<BsonValue> head : heads) {
      if (part == bounds.size()) {
        ranges.add(new IndexRange(head, null, null));
        continue;
      }
      for (Interval each : inOrder(part)) {
        ranges.add(
            new IndexRange(
                head,
                new IndexRange.Bound(each.lower(), each.fromLower()),
                new IndexRange.Bound(each.upper(), each.toUpper())));
      }
    }
    if (backwards) {
      Collections.reverse(ranges);
    }
    return ranges;
  }

  /** The intervals of a path as they follow each other in the index. */
  private List<Interval> inOrder(int part) {
    List<Interval> intervals = new ArrayList<>(bounds.get(part).intervals());
    if (index.isDescending(part)) {
      Collections.reverse(intervals);
    }
    return intervals;
  }

  /** As explain shows it. */
  public BsonDocument explained() {
    BsonDocument shown = new BsonDocument();
    for (int part = 0; part < index.paths().size(); part++) {
      BsonArray intervals = new BsonArray();
      if (part < bounds.size()) {
        bounds.get(part).intervals().forEach(each -> intervals.add(shown(each)));
      } else {
        intervals.add(new BsonString(ALL));
      }
      shown.append(index.paths().get(part), intervals);
    }
    return new BsonDocument("stage", new BsonString("IXSCAN"))
        .append("keyPattern", index.spec().key())
        .append("indexName", new BsonString(index.spec().name()))
        .append("isMultiKey", BsonBoolean.valueOf(open.progress().multikey()))
        .append("isUnique", BsonBoolean.valueOf(index.spec().isUnique()))
        .append("isSparse", BsonBoolean.valueOf(index.spec().isSparse()))
        .append("isPartial", BsonBoolean.valueOf(index.spec().partialFilter() != null))
        .append("indexVersion", new BsonInt32(2))
        .append("direction", new BsonString(backwards ? "backward" : "forward"))
        .append("indexBounds", shown);
  }

  private static BsonString shown(Interval interval) {
    return new BsonString(
        (interval.fromLower() ? "[" : "(")
            + BsonText.of(interval.lower())
            + ", "
            + BsonText.of(interval.upper())
            + (interval.toUpper() ? "]" : ")"));
  }
}
