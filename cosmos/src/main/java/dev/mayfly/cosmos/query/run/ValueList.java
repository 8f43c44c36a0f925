package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.value.Detached;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueSet;
import java.util.ArrayList;
import java.util.List;

/** The values that MAKELIST or MAKESET has found so far. */
final class ValueList {
  private final ValueSet set;
  private final List<Value> list = new ArrayList<>();
  private final RowBudget kept = new RowBudget();

  /**
   * @param distinct whether each value is kept once
   */
  ValueList(boolean distinct) {
    this.set = distinct ? new ValueSet() : null;
  }

  void add(Value value) {
    Value own = Detached.of(value);
    if (set == null || set.add(own)) {
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
