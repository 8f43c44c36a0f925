package dev.mayfly.mongo.plan;

import dev.mayfly.engine.Reading;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.query.cursor.IndexScan;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.plan.AccessPath;
import dev.mayfly.query.plan.AccessPath.IndexAccess;
import dev.mayfly.query.plan.Conditions;
import dev.mayfly.query.plan.Explanation;
import dev.mayfly.query.plan.IndexBounds;
import dev.mayfly.query.plan.IndexOrdering.SortKey;
import dev.mayfly.query.plan.IndexPlanner;
import dev.mayfly.query.plan.PathCondition;
import dev.mayfly.query.plan.PathCondition.AllOf;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** By which indexes of a collection a query is read. */
public final class IndexPlan {
  private static final List<EpkRange> EVERYWHERE = List.of(EpkRange.FULL);
  private static final String ALL = "[MinKey, MaxKey]";

  private final CollectionRules rules;
  private final IndexPlanner planner;
  private final AccessPath chosen;

  private IndexPlan(CollectionRules rules, IndexPlanner planner) {
    this.rules = rules;
    this.planner = planner;
    this.chosen = planner.choose(true, false, Long.MAX_VALUE);
  }

  /**
   * Plans a query; null if everything must be read.
   *
   * @param sort null for any order
   * @param hint the name of the only index that may be read; null for any
   * @param simple whether texts compare without a collation
   */
  public static IndexPlan of(
      BsonDocument filter,
      SortPattern sort,
      List<ReadableIndex> indexes,
      String hint,
      boolean simple,
      Reading reading) {
    return of(filter, sort, indexes, hint, simple, reading, null);
  }

  /**
   * As {@link #of}, with a condition instead of the filter's geometries.
   *
   * @param more null for none
   */
  static IndexPlan of(
      BsonDocument filter,
      SortPattern sort,
      List<ReadableIndex> indexes,
      String hint,
      boolean simple,
      Reading reading,
      PathCondition more) {
    CollectionRules rules = new CollectionRules(indexes, reading.indexes(), hint, simple);
    List<SortKey> keys = new ArrayList<>();
    if (sort != null) {
      sort.fields()
          .forEach(
              field ->
                  keys.add(new SortKey(FilterConditions.names(field.path()), field.descending())));
    }
    PathCondition all =
        more == null
            ? FilterConditions.of(filter, new GeoConditions(indexes))
            : new AllOf(List.of(more, FilterConditions.of(filter)));
    IndexPlan plan = new IndexPlan(rules, new IndexPlanner(rules, reading, all, keys, EVERYWHERE));
    return plan.chosen == null ? null : plan;
  }

  /** Whether an index holds all documents that a query may match. */
  public static boolean holds(ReadableIndex index, BsonDocument filter, boolean simple) {
    BsonDocument held = index.index().filter();
    return held == null
        || simple && PartialIndexes.hold(held, Conditions.of(FilterConditions.of(filter)));
  }

  /** Whether less than a whole index is read. */
  public boolean isBounded() {
    return !chosen.isWhole();
  }

  /** Whether documents come in the order that the query asks for. */
  public boolean isOrdered() {
    return chosen.isOrdered();
  }

  /** The indexes that are read. */
  public List<IndexSpec> indexes() {
    return chosen.accesses().stream().map(each -> rules.spec(each.index())).distinct().toList();
  }

  /** The scans of its ranges, in the order of each index. */
  public List<IndexScan> scans() {
    List<IndexScan> scans = new ArrayList<>();
    for (IndexAccess each : chosen.accesses()) {
      boolean backwards = each.isBackwards();
      each.bounds()
          .rangesInOrder(backwards)
          .forEach(range -> scans.add(IndexScan.of(rules.open(each.index()), range, backwards)));
    }
    return scans;
  }

  /** Why it was chosen, and what was not. */
  public Explanation explanation() {
    return planner.explain(chosen);
  }

  /** As explain shows it. */
  public BsonDocument shown(Explanation explanation) {
    if (explanation.stage() == Explanation.Stage.UNION) {
      BsonArray inputs = new BsonArray();
      explanation.inputs().forEach(each -> inputs.add(shown(each)));
      return new BsonDocument("stage", new BsonString("OR")).append("inputStages", inputs);
    }
    IndexAccess access = explanation.access();
    IndexSpec spec = rules.spec(access.index());
    return new BsonDocument("stage", new BsonString("IXSCAN"))
        .append("keyPattern", spec.key())
        .append("indexName", new BsonString(spec.name()))
        .append("isMultiKey", BsonBoolean.valueOf(rules.isMultikey(access.index())))
        .append("isUnique", BsonBoolean.valueOf(spec.isUnique()))
        .append("isSparse", BsonBoolean.valueOf(spec.isSparse()))
        .append("isPartial", BsonBoolean.valueOf(spec.partialFilter() != null))
        .append("indexVersion", new BsonInt32(2))
        .append("direction", new BsonString(access.isBackwards() ? "backward" : "forward"))
        .append("indexBounds", shown(spec, access.bounds()));
  }

  private static BsonDocument shown(IndexSpec spec, IndexBounds bounds) {
    BsonDocument shown = new BsonDocument();
    for (String path : spec.key().keySet()) {
      BsonArray intervals = new BsonArray();
      if (shown.size() < bounds.keys().size()) {
        bounds.keys().get(shown.size()).intervals().forEach(each -> intervals.add(shown(each)));
      } else {
        intervals.add(new BsonString(ALL));
      }
      shown.append(path, intervals);
    }
    return shown;
  }

  private static BsonString shown(KeyInterval interval) {
    return new BsonString(
        (interval.lower().isAfter() ? "(" : "[")
            + BsonText.of(interval.lower().value())
            + ", "
            + BsonText.of(interval.upper().value())
            + (interval.upper().isAfter() ? "]" : ")"));
  }
}
