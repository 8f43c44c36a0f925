package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.LikePattern;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Operator;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.PathCondition;
import dev.mayfly.query.plan.PathCondition.AllOf;
import dev.mayfly.query.plan.PathCondition.AnyOf;
import dev.mayfly.query.plan.PathCondition.OnPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds out what a filter says that indexes can be asked for. Every item that passes the filter
 * meets the condition; what meets it need not pass.
 */
final class ConditionFinder {
  /** With more values than this, the filter is evaluated item by item. */
  private static final int VALUES_MAX = 1_000;

  private final IndexPaths paths;
  private final Parameters parameters;
  private final FullTextIndexes texts;

  ConditionFinder(IndexPaths paths, Parameters parameters) {
    this(paths, parameters, FullTextIndexes.NONE);
  }

  ConditionFinder(IndexPaths paths, Parameters parameters, FullTextIndexes texts) {
    this.paths = paths;
    this.parameters = parameters;
    this.texts = texts;
  }

  /** What the filter says; null if nothing that is of use. */
  PathCondition find(Expression filter) {
    try {
      return condition(filter);
    } catch (EngineException e) {
      return null; // a value that can't be a key
    }
  }

  private PathCondition condition(Expression filter) {
    if (filter instanceof Expression.And and) {
      return all(and.operands());
    } else if (filter instanceof Expression.Or or) {
      return any(or.operands());
    } else if (filter instanceof Expression.Binary binary) {
      return binary(binary);
    } else if (filter instanceof Expression.Between between) {
      return between(between);
    } else if (filter instanceof Expression.In in) {
      return oneOf(in.value(), in.list());
    } else if (filter instanceof Expression.Like like) {
      return like(like);
    } else if (filter instanceof Expression.Unary unary && unary.operator() == Operator.NOT) {
      return equal(unary.operand(), Value.of(false));
    } else if (filter instanceof Expression.Call call && !call.userDefined()) {
      PathCondition ofText = texts.of(call, paths, parameters);
      return ofText == null ? new CallConditions(paths, parameters).of(call) : ofText;
    } else if (filter instanceof Expression.Subquery subquery) {
      return exists(subquery);
    }
    return equal(filter, Value.of(true));
  }

  /** What the filter of an EXISTS says; for it to hold there must be a row that it is about. */
  private PathCondition exists(Expression.Subquery subquery) {
    IndexPaths inner = paths.within(subquery);
    if (inner == null) {
      return null;
    }
    PathCondition found =
        new ConditionFinder(inner, parameters).condition(subquery.query().where());
    return found instanceof OnPath on ? on.inexact() : found;
  }

  private PathCondition equal(Expression path, Value value) {
    return value == null ? null : on(path, KeyIntervals.equalTo(value), value);
  }

  private PathCondition binary(Expression.Binary binary) {
    Value right = parameters.constant(binary.right());
    if (right != null) {
      return compared(binary.left(), binary.operator(), right);
    }
    Value left = parameters.constant(binary.left());
    return left == null ? null : compared(binary.right(), flipped(binary.operator()), left);
  }

  private static Operator flipped(Operator operator) {
    return switch (operator) {
      case LESS -> Operator.GREATER;
      case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
      case GREATER -> Operator.LESS;
      case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
      default -> operator;
    };
  }

  private PathCondition compared(Expression path, Operator operator, Value value) {
    KeySet keys =
        switch (operator) {
          case EQUAL -> KeyIntervals.equalTo(value);
          case LESS -> KeyIntervals.below(value, false);
          case LESS_OR_EQUAL -> KeyIntervals.below(value, true);
          case GREATER -> KeyIntervals.above(value, false);
          case GREATER_OR_EQUAL -> KeyIntervals.above(value, true);
          default -> null;
        };
    return on(path, keys, value);
  }

  private PathCondition between(Expression.Between between) {
    Value low = parameters.constant(between.low());
    Value high = parameters.constant(between.high());
    if (low == null || high == null) {
      return null;
    }
    KeySet keys = KeyIntervals.above(low, true).intersect(KeyIntervals.below(high, true));
    return on(between.value(), keys, low, high);
  }

  private PathCondition oneOf(Expression path, List<Expression> list) {
    if (list.size() > VALUES_MAX) {
      return null;
    }
    List<KeyInterval> intervals = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (Expression element : list) {
      Value value = parameters.constant(element);
      KeySet keys = value == null ? null : KeyIntervals.equalTo(value);
      if (keys == null) {
        return null;
      }
      values.add(value);
      intervals.addAll(keys.intervals());
    }
    return on(path, KeySet.of(intervals), values.toArray(Value[]::new));
  }

  /** The condition of keys that were made of some values. */
  private PathCondition on(Expression path, KeySet keys, Value... values) {
    boolean exact = Arrays.stream(values).allMatch(KeyIntervals::isExact);
    return exact ? paths.on(path, keys) : paths.near(path, keys);
  }

  private PathCondition like(Expression.Like like) {
    Character escape =
        like.escape() == null || like.escape().length() != 1 ? null : like.escape().charAt(0);
    if (!(parameters.constant(like.pattern()) instanceof StringValue pattern)) {
      return null;
    }
    LikePattern parsed = new LikePattern(pattern.text(), escape);
    if (parsed.literal() != null) {
      return equal(like.value(), Value.of(parsed.literal()));
    }
    return parsed.beginning().isEmpty()
        ? null
        : paths.near(like.value(), KeyIntervals.beginningWith(parsed.beginning()));
  }

  private PathCondition all(List<Expression> operands) {
    List<PathCondition> found = new ArrayList<>();
    boolean exact = true;
    for (Expression operand : operands) {
      PathCondition condition = condition(operand);
      exact &= condition != null;
      if (condition instanceof AllOf all) {
        all.conditions().forEach(each -> meet(found, each));
      } else if (condition != null) {
        meet(found, condition);
      }
    }
    if (found.size() == 1 && !exact && found.get(0) instanceof OnPath on) {
      return on.inexact();
    }
    return found.isEmpty() ? null : found.size() == 1 ? found.get(0) : new AllOf(found);
  }

  /** Adds a condition; one on a property that has one already narrows that. */
  private static void meet(List<PathCondition> found, PathCondition condition) {
    for (int i = 0; i < found.size(); i++) {
      // Two elements of an array can be what two conditions mean.
      if (found.get(i) instanceof OnPath old
          && condition instanceof OnPath on
          && !on.isOfElement()
          && !old.isOfElement()
          && on.path().equals(old.path())) {
        boolean exact = old.exact() && on.exact();
        found.set(i, on.with(old.keys().intersect(on.keys()), exact));
        return;
      }
    }
    found.add(condition);
  }

  private PathCondition any(List<Expression> operands) {
    List<PathCondition> found = new ArrayList<>();
    for (Expression operand : operands) {
      PathCondition condition = condition(operand);
      if (condition == null || found.size() > VALUES_MAX) {
        return null;
      }
      List<PathCondition> each =
          condition instanceof AnyOf any ? any.conditions() : List.of(condition);
      each.forEach(one -> join(found, one));
    }
    return found.size() == 1 ? found.get(0) : new AnyOf(found);
  }

  private static void join(List<PathCondition> found, PathCondition condition) {
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i) instanceof OnPath old
          && condition instanceof OnPath on
          && on.isOfElement() == old.isOfElement()
          && on.path().equals(old.path())) {
        boolean exact = old.exact() && on.exact();
        found.set(i, on.with(old.keys().union(on.keys()), exact));
        return;
      }
    }
    found.add(condition);
  }
}
