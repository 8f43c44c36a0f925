package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.value.Detached;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueSet;
import java.util.ArrayList;
import java.util.List;

/** The values that MAKELIST or MAKESET has found so far. */
final class ValueList {
  private static final int SET_ENTRY_BYTES = 160;

  private final RowBudget memory;
  private final boolean beyondRow;
  private final ValueSet set;
  private final List<Value> list = new ArrayList<>();
  private final RowBudget kept = new RowBudget();

  /**
   * @param distinct whether each value is kept once
   * @param memory counts what is kept
   * @param beyondRow whether that is for longer than a row
   */
  ValueList(boolean distinct, RowBudget memory, boolean beyondRow) {
    this.beyondRow = beyondRow;
    this.memory = memory;
    this.set = distinct ? new ValueSet() : null;
  }

  void add(Value value) {
    Value own = Detached.of(value);
    if (set == null || set.add(own)) {
      memory.keep(own, beyondRow, set == null ? 0 : SET_ENTRY_BYTES);
      kept.takePart(own);
      list.add(own);
    }
  }

  List<Value> values() {
    return list;
  }

  long sizeBytes() {
    return kept.used();
  }
}
