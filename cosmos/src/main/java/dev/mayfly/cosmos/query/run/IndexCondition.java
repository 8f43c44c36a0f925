package dev.mayfly.cosmos.query.run;

import java.util.List;

/** What a filter says of the items that pass it, as far as an index can find them by it. */
sealed interface IndexCondition {
  /**
   * A property has one of some values.
   *
   * @param path of the property
   * @param members whether it is an element of an array that has the value, or a property of one
   * @param exact whether all items with these values pass, if JSON has written them
   */
  record OnPath(List<String> path, boolean members, KeySet keys, boolean exact)
      implements IndexCondition {
    public OnPath {
      path = List.copyOf(path);
    }

    OnPath inexact() {
      return new OnPath(path, members, keys, false);
    }
  }

  /** All of these hold. */
  record AllOf(List<IndexCondition> conditions) implements IndexCondition {
    public AllOf {
      conditions = List.copyOf(conditions);
    }
  }

  /** One of these holds. */
  record AnyOf(List<IndexCondition> conditions) implements IndexCondition {
    public AnyOf {
      conditions = List.copyOf(conditions);
    }
  }
}
