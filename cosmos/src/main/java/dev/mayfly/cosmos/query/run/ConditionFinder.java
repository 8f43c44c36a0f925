package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.run.IndexCondition.AllOf;
import dev.mayfly.cosmos.query.run.IndexCondition.AnyOf;
import dev.mayfly.cosmos.query.run.IndexCondition.OnPath;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Operator;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.error.EngineException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds out what a filter says that indexes can be asked for. Every item that passes the filter
 * meets the condition; what meets it need not pass.
 */
final class ConditionFinder {
  /** More values than this are looked at item by item. */
  private static final int VALUES_MAX = 1_000;

  private final IndexPaths paths;
  private final Parameters parameters;

  ConditionFinder(IndexPaths paths, Parameters parameters) {
    this.paths = paths;
    this.parameters = parameters;
  }

  /** What the filter says; null if nothing that is of use. */
  IndexCondition find(Expression filter) {
    try {
      return condition(filter);
    } catch (EngineException e) {
      return null; // a value that can't be a key
    }
  }

  private IndexCondition condition(Expression filter) {
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
      return new CallConditions(paths, parameters).of(call);
    } else if (filter instanceof Expression.Subquery subquery) {
      return exists(subquery);
    }
    return equal(filter, Value.of(true));
  }

  /** What the filter of an EXISTS says; for it to hold there must be a row that it is about. */
  private IndexCondition exists(Expression.Subquery subquery) {
    IndexPaths inner = paths.within(subquery);
    if (inner == null) {
      return null;
    }
    IndexCondition found =
        new ConditionFinder(inner, parameters).condition(subquery.query().where());
    return found instanceof OnPath on ? on.inexact() : found;
  }

  private IndexCondition equal(Expression path, Value value) {
    return value == null ? null : on(path, KeyBrackets.equalTo(value), value);
  }

  private IndexCondition binary(Expression.Binary binary) {
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

  private IndexCondition compared(Expression path, Operator operator, Value value) {
    KeySet keys =
        switch (operator) {
          case EQUAL -> KeyBrackets.equalTo(value);
          case LESS -> KeyBrackets.below(value, false);
          case LESS_OR_EQUAL -> KeyBrackets.below(value, true);
          case GREATER -> KeyBrackets.above(value, false);
          case GREATER_OR_EQUAL -> KeyBrackets.above(value, true);
          default -> null;
        };
    return on(path, keys, value);
  }

  private IndexCondition between(Expression.Between between) {
    Value low = parameters.constant(between.low());
    Value high = parameters.constant(between.high());
    if (low == null || high == null) {
      return null;
    }
    KeySet keys = KeyBrackets.above(low, true).intersect(KeyBrackets.below(high, true));
    return on(between.value(), keys, low, high);
  }

  private IndexCondition oneOf(Expression path, List<Expression> list) {
    if (list.size() > VALUES_MAX) {
      return null;
    }
    List<KeyInterval> intervals = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (Expression element : list) {
      Value value = parameters.constant(element);
      KeySet keys = value == null ? null : KeyBrackets.equalTo(value);
      if (keys == null) {
        return null;
      }
      values.add(value);
      intervals.addAll(keys.intervals());
    }
    return on(path, KeySet.of(intervals), values.toArray(Value[]::new));
  }

  /** The condition of keys that were made of some values. */
  private IndexCondition on(Expression path, KeySet keys, Value... values) {
    boolean exact = Arrays.stream(values).allMatch(KeyBrackets::isExact);
    return exact ? paths.on(path, keys) : paths.near(path, keys);
  }

  private IndexCondition like(Expression.Like like) {
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
        : paths.near(like.value(), KeyBrackets.beginningWith(parsed.beginning()));
  }

  private IndexCondition all(List<Expression> operands) {
    List<IndexCondition> found = new ArrayList<>();
    boolean exact = true;
    for (Expression operand : operands) {
      IndexCondition condition = condition(operand);
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
  private static void meet(List<IndexCondition> found, IndexCondition condition) {
    for (int i = 0; i < found.size(); i++) {
      // Two elements of an array can be what two conditions mean.
      if (found.get(i) instanceof OnPath old
          && condition instanceof OnPath on
          && !on.members()
          && !old.members()
          && on.path().equals(old.path())) {
        boolean exact = old.exact() && on.exact();
        found.set(i, new OnPath(on.path(), false, old.keys().intersect(on.keys()), exact));
        return;
      }
    }
    found.add(condition);
  }

  private IndexCondition any(List<Expression> operands) {
    List<IndexCondition> found = new ArrayList<>();
    for (Expression operand : operands) {
      IndexCondition condition = condition(operand);
      if (condition == null || found.size() > VALUES_MAX) {
        return null;
      }
      List<IndexCondition> each =
          condition instanceof AnyOf any ? any.conditions() : List.of(condition);
      each.forEach(one -> join(found, one));
    }
    return found.size() == 1 ? found.get(0) : new AnyOf(found);
  }

  private static void join(List<IndexCondition> found, IndexCondition condition) {
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i) instanceof OnPath old
          && condition instanceof OnPath on
          && on.members() == old.members()
          && on.path().equals(old.path())) {
        boolean exact = old.exact() && on.exact();
        found.set(i, new OnPath(on.path(), on.members(), old.keys().union(on.keys()), exact));
        return;
      }
    }
    found.add(condition);
  }
}
