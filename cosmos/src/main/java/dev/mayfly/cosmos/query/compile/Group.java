package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The rows with the same values of GROUP BY, or all rows: how far their aggregates have come. */
public final class Group {
  /** About what an aggregate takes on the heap before it has seen a row. */
  public static final int AGGREGATE_BYTES = 128;

  private final CompiledQuery query;
  private final Value[] keys;
  private final List<Aggregate.State> states;

  public Group(CompiledQuery query, Value[] keys) {
    this(query, keys, startStates(query));
  }

  public Group(CompiledQuery query, Value[] keys, List<Aggregate.State> states) {
    this.query = query;
    this.keys = keys;
    this.states = new ArrayList<>(states);
  }

  private static List<Aggregate.State> startStates(CompiledQuery query) {
    List<Aggregate.State> states = new ArrayList<>();
    query
        .aggregates()
        .forEach(aggregate -> states.add(aggregate.start(query.budget(), query.outerWidth() == 0)));
    return states;
  }

  public void add(Value[] row) {
    for (int i = 0; i < states.size(); i++) {
      states.set(i, query.aggregates().get(i).add(states.get(i), row));
    }
  }

  /** What the aggregates of a query take of a row. */
  public static Value[] arguments(CompiledQuery query, Value[] row) {
    return query.aggregates().stream().map(each -> each.argument(row)).toArray(Value[]::new);
  }

  /** Adds what the aggregates took of a row. */
  public void addArguments(Value[] arguments) {
    for (int i = 0; i < states.size(); i++) {
      states.set(i, query.aggregates().get(i).addValue(states.get(i), arguments[i]));
    }
  }

  /** The group with so many more rows, of aggregates that only count them. */
  public Group counted(long rows) {
    List<Aggregate.State> more = new ArrayList<>();
    for (Aggregate.State state : states) {
      more.add(new Aggregate.State(state.count() + rows, 0, Value.UNDEFINED, false));
    }
    return new Group(query, keys, more);
  }

  /** How far the aggregates have come. */
  public List<Aggregate.State> states() {
    return Collections.unmodifiableList(states);
  }

  /** About what it keeps in memory. */
  public long sizeBytes() {
    long size = 0;
    for (Aggregate.State state : states) {
      size += state.sizeBytes();
    }
    return size;
  }

  /** The result of the group: what is selected of the keys and of what the aggregates say. */
  public Value result(Value[] outer) {
    Value[] row = new Value[query.outerWidth() + keys.length + states.size()];
    System.arraycopy(outer, 0, row, 0, query.outerWidth());
    System.arraycopy(keys, 0, row, query.outerWidth(), keys.length);
    for (int i = 0; i < states.size(); i++) {
      row[query.outerWidth() + keys.length + i] = query.aggregates().get(i).result(states.get(i));
    }
    return query.select().evaluate(row);
  }
}
