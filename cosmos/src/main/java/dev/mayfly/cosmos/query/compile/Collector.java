package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueHash;
import dev.mayfly.cosmos.query.value.ValueSet;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** What a query makes of rows that all fit into memory: those of a subquery, or of few items. */
public final class Collector {
  private static final int GROUP_BYTES = 240;

  private static final int SEEN_BYTES = 160;

  private final CompiledQuery query;
  private final Value[] outer;
  private final Predicate<Value> sink;
  private final ValueSet seen = new ValueSet();
  private final Map<ByteBuffer, Group> groups = new LinkedHashMap<>();
  private final RowBudget kept = new RowBudget();
  private boolean wantsMore = true;

  /**
   * @param outer the row around the query, if it is a subquery
   * @param sink takes the results; false if it wants no more
   */
  public Collector(CompiledQuery query, Value[] outer, Predicate<Value> sink) {
    this.query = query;
    this.outer = outer;
    this.sink = sink;
    if (query.isAggregated() && !query.isGrouped()) {
      groups.put(null, new Group(query, new Value[0]));
    }
  }

  /** Runs a subquery within a row. */
  public static void run(CompiledQuery query, Value[] outer, Predicate<Value> sink) {
    Collector collector = new Collector(query, outer, sink);
    collector.addAll(outer);
    collector.finish();
  }

  /** Adds the rows that start with these values and pass the filter. */
  public void addAll(Value[] start) {
    Value[] row = query.rowOf(start);
    JoinCursor joins = query.rows(row);
    while (wantsMore && joins.next()) {
      if (query.passes(row)) {
        add(row);
      }
    }
  }

  private void add(Value[] row) {
    if (!query.isAggregated() && !query.isGrouped()) {
      emit(query.select().evaluate(row));
      return;
    }
    if (!query.isGrouped()) {
      groups.get(null).add(row);
      return;
    }
    Value[] keys = query.groupKeys(row);
    ByteBuffer hash = ByteBuffer.wrap(ValueHash.of(keys));
    Group group = groups.get(hash);
    if (group == null) {
      for (Value key : keys) {
        kept.takePart(key);
        hold(key, GROUP_BYTES + (long) Group.AGGREGATE_BYTES * query.aggregates().size());
      }
      group = new Group(query, keys);
      groups.put(hash, group);
    }
    group.add(row);
  }

  private void emit(Value result) {
    if (!result.isDefined() || query.distinct() && !seen.add(result)) {
      return;
    }
    kept.takePart(result);
    hold(result, query.distinct() ? SEEN_BYTES : 0);
    wantsMore = sink.test(result);
  }

  /** What a subquery keeps belongs to the row around it. */
  private void hold(Value value, long more) {
    query.budget().keep(value, outer.length == 0, more);
  }

  /** Emits the results that depend on the last row. */
  public void finish() {
    for (Group group : groups.values()) {
      if (!wantsMore) {
        return;
      }
      emit(group.result(outer));
    }
  }
}
