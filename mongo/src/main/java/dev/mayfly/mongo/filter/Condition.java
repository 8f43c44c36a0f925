package dev.mayfly.mongo.filter;

import java.util.List;

/**
 * What operators ask of a field, before it is known whether they stand at a path or within {@code
 * $elemMatch}, where they look at a single value.
 */
sealed interface Condition {
  /** As a filter of documents. */
  Filter at(FilterPath path);

  /** As a test of one value. */
  ValueTest alone();

  /** One test. */
  record Leaf(ValueTest test) implements Condition {
    @Override
    public Filter at(FilterPath path) {
      return new FieldFilter(path, test);
    }

    @Override
    public ValueTest alone() {
      return test;
    }
  }

  /** The opposite. */
  record Opposite(Condition of) implements Condition {
    @Override
    public Filter at(FilterPath path) {
      return new Not(of.at(path));
    }

    @Override
    public ValueTest alone() {
      ValueTest test = of.alone();
      return (value, variables, match) -> !test.test(value, variables, null);
    }
  }

  /** All of them, each looking for a value of its own. */
  record All(List<Condition> conditions) implements Condition {
    @Override
    public Filter at(FilterPath path) {
      return And.of(conditions.stream().map(each -> each.at(path)).toList());
    }

    @Override
    public ValueTest alone() {
      ValueTest[] tests = conditions.stream().map(Condition::alone).toArray(ValueTest[]::new);
      return (value, variables, match) -> {
        for (ValueTest test : tests) {
          if (!test.test(value, variables, null)) {
            return false;
          }
        }
        return true;
      };
    }
  }

  /** Never. */
  record Never() implements Condition {
    @Override
    public Filter at(FilterPath path) {
      return AlwaysFalse.FILTER;
    }

    @Override
    public ValueTest alone() {
      return (value, variables, match) -> false;
    }
  }
}
