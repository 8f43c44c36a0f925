package dev.mayfly.mongo.filter;

import java.util.List;

/**
 * The parsed operators of a field, to be used on a path or within {@code $elemMatch}, where they
 * match a single value.
 */
sealed interface Condition {
  /** As a filter on documents. */
  Filter at(FilterPath path);

  /** As a matcher of one value. */
  ValueMatcher matcher();

  record Leaf(ValueMatcher test) implements Condition {
    @Override
    public Filter at(FilterPath path) {
      return new FieldFilter(path, test);
    }

    @Override
    public ValueMatcher matcher() {
      return test;
    }
  }

  record Opposite(Condition of) implements Condition {
    @Override
    public Filter at(FilterPath path) {
      return of.at(path).not();
    }

    @Override
    public ValueMatcher matcher() {
      ValueMatcher test = of.matcher();
      return (value, variables, match) -> !test.test(value, variables, null);
    }
  }

  /** All of them, each of which may match a different element. */
  record All(List<Condition> conditions) implements Condition {
    @Override
    public Filter at(FilterPath path) {
      return And.of(conditions.stream().map(each -> each.at(path)).toList());
    }

    @Override
    public ValueMatcher matcher() {
      ValueMatcher[] tests =
          conditions.stream().map(Condition::matcher).toArray(ValueMatcher[]::new);
      return (value, variables, match) -> {
        for (ValueMatcher test : tests) {
          if (!test.test(value, variables, null)) {
            return false;
          }
        }
        return true;
      };
    }
  }

  record Never() implements Condition {
    @Override
    public Filter at(FilterPath path) {
      return Filter.ALWAYS_FALSE;
    }

    @Override
    public ValueMatcher matcher() {
      return (value, variables, match) -> false;
    }
  }
}
