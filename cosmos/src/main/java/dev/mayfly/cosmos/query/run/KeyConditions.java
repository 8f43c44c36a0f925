package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.Aggregate;
import dev.mayfly.cosmos.query.compile.ConstantConditions;
import dev.mayfly.cosmos.query.compile.LikePattern;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Operator;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a filter says about the id and the partition key of the items that can pass it: that they
 * have one of these combinations of values. Every item that passes has one of them; whether every
 * item that has one passes is said by {@code exact}.
 *
 * @param alternatives each a value for the id and for each path of the partition key, null where
 *     nothing is said; empty if no item can pass
 */
record KeyConditions(List<Value[]> alternatives, boolean exact) {
  /** With more alternatives than this, the filter is evaluated item by item. */
  static final int ALTERNATIVES_MAX = 10_000;

  /** Which place of an alternative is the id's. */
  static final int ID = 0;

  /** Up to here, numbers that are equal as doubles are equal. */
  private static final double EXACT_MAX = 0x1p53;

  private static final KeyConditions NOTHING = new KeyConditions(List.of(), true);

  /** Finds out what a filter says. */
  static final class Finder {
    private final List<List<String>> paths;
    private final String rootAlias;
    private final Parameters parameters;

    /**
     * @param paths the id's, then those of the partition key
     */
    Finder(List<List<String>> paths, String rootAlias, Parameters parameters) {
      this.paths = paths;
      this.rootAlias = rootAlias;
      this.parameters = parameters;
    }

    /** What the filter says; null if it says nothing that is of use. */
    KeyConditions find(Expression filter) {
      if (filter instanceof Expression.And and) {
        return all(and.operands());
      } else if (filter instanceof Expression.Or or) {
        return any(or.operands());
      }
      KeyConditions found = findSingle(filter);
      return found == null && ConstantConditions.neverHolds(filter, parameters) ? NOTHING : found;
    }

    private KeyConditions findSingle(Expression filter) {
      if (filter instanceof Expression.In in) {
        return in(in);
      } else if (filter instanceof Expression.Binary binary) {
        return binary(binary);
      } else if (filter instanceof Expression.Literal literal) {
        return literal.value().isTrue() ? null : NOTHING;
      } else if (filter instanceof Expression.Unary unary && unary.operator() == Operator.NOT) {
        return anyOf(unary.operand(), List.of(Value.of(false)));
      } else if (filter instanceof Expression.Like like) {
        return like(like);
      } else if (filter instanceof Expression.Call call && !call.userDefined()) {
        return call(call);
      }
      return anyOf(filter, List.of(Value.of(true)));
    }

    private KeyConditions binary(Expression.Binary binary) {
      KeyConditions found = null;
      if (binary.operator() == Operator.EQUAL) {
        found = equal(binary.left(), binary.right());
        found = found == null ? equal(binary.right(), binary.left()) : found;
      }
      found = found == null ? ofSubquery(binary.left()) : found;
      return found == null ? ofSubquery(binary.right()) : found;
    }

    /**
     * What must hold for a subquery of the item itself to have a result. Without one it is
     * undefined, and so is what an operator makes of it.
     */
    private KeyConditions ofSubquery(Expression operand) {
      if (!(operand instanceof Expression.Subquery subquery)
          || subquery.kind() != Expression.SubqueryKind.SCALAR
          || subquery.query().where() == null
          || !isOfItem(subquery.query())) {
        return null;
      }
      KeyConditions found = find(subquery.query().where());
      return found == null ? null : new KeyConditions(found.alternatives, false);
    }

    /** Whether the only rows of a query are the item; aggregates have a result without rows. */
    private boolean isOfItem(Query query) {
      boolean aggregated =
          query.selection() instanceof Query.Selection.Single single
                  && Aggregate.isIn(single.value())
              || query.selection() instanceof Query.Selection.Items items
                  && items.items().stream().anyMatch(item -> Aggregate.isIn(item.value()));
      return !aggregated
          && query.groupBy().isEmpty()
          && query.from().size() == 1
          && !query.from().get(0).each()
          && query.from().get(0).collection() instanceof Query.Collection.Path path
          && path.value() instanceof Expression.Identifier identifier
          && identifier.name().equals(rootAlias)
          && (query.from().get(0).alias() == null || query.from().get(0).alias().equals(rootAlias));
    }

    private KeyConditions like(Expression.Like like) {
      Character escape =
          like.escape() == null || like.escape().length() != 1 ? null : like.escape().charAt(0);
      if (!(parameters.constant(like.pattern()) instanceof StringValue pattern)) {
        return null;
      }
      String literal = new LikePattern(pattern.text(), escape).literal();
      return literal == null ? null : anyOf(like.value(), List.of(Value.of(literal)));
    }

    private KeyConditions call(Expression.Call call) {
      List<Expression> arguments = call.arguments();
      return switch (call.name().toUpperCase(Locale.ROOT)) {
        case "IS_NULL" -> anyOf(arguments.get(0), List.of(Value.NULL));
        case "IS_BOOL", "IS_BOOLEAN" ->
            anyOf(arguments.get(0), List.of(Value.of(false), Value.of(true)));
        case "ARRAY_CONTAINS", "_TRY_ARRAY_CONTAINS" -> {
          boolean known =
              arguments.size() == 2 && parameters.constant(arguments.get(0)) instanceof ArrayValue;
          yield known
              ? anyOf(
                  arguments.get(1), ((ArrayValue) parameters.constant(arguments.get(0))).elements())
              : null;
        }
        default -> null;
      };
    }

    /** What it says that a path has one of these values. */
    private KeyConditions anyOf(Expression path, List<Value> values) {
      int place = place(path);
      if (place < 0 || values.size() > ALTERNATIVES_MAX) {
        return null;
      }
      List<Value[]> alternatives = new ArrayList<>(values.size());
      boolean exact = true;
      for (Value value : values) {
        KeyConditions one = single(place, value);
        alternatives.addAll(one.alternatives);
        exact &= one.exact;
      }
      return new KeyConditions(alternatives, exact);
    }

    private KeyConditions equal(Expression path, Expression constant) {
      int place = place(path);
      Value value = parameters.constant(constant);
      if (place < 0 && value instanceof NumberValue number && isAbsolute(path)) {
        double size = number.asDouble();
        return anyOf(
            ((Expression.Call) path).arguments().get(0),
            size < 0 ? List.of() : List.of(value, Value.of(-size)));
      }
      return place < 0 || value == null ? null : single(place, value);
    }

    private static boolean isAbsolute(Expression expression) {
      return expression instanceof Expression.Call call
          && !call.userDefined()
          && call.name().equalsIgnoreCase("ABS");
    }

    private KeyConditions single(int place, Value value) {
      if (!value.isDefined()) {
        return new KeyConditions(List.of(), true);
      }
      Value[] alternative = new Value[paths.size()];
      alternative[place] = value;
      return new KeyConditions(List.<Value[]>of(alternative), isExact(value));
    }

    private static boolean isExact(Value value) {
      return !(value instanceof NumberValue number) || Math.abs(number.asDouble()) < EXACT_MAX;
    }

    private KeyConditions in(Expression.In in) {
      int place = place(in.value());
      if (place < 0 || in.list().size() > ALTERNATIVES_MAX) {
        return null;
      }
      List<Value[]> alternatives = new ArrayList<>(in.list().size());
      boolean exact = true;
      for (Expression element : in.list()) {
        Value value = parameters.constant(element);
        if (value == null) {
          return null;
        }
        KeyConditions one = single(place, value);
        alternatives.addAll(one.alternatives);
        exact &= one.exact;
      }
      return new KeyConditions(alternatives, exact);
    }

    private KeyConditions any(List<Expression> operands) {
      List<Value[]> alternatives = new ArrayList<>();
      boolean exact = true;
      for (Expression operand : operands) {
        KeyConditions found = find(operand);
        if (found == null || alternatives.size() + found.alternatives.size() > ALTERNATIVES_MAX) {
          return null;
        }
        alternatives.addAll(found.alternatives);
        exact &= found.exact;
      }
      return new KeyConditions(alternatives, exact);
    }

    private KeyConditions all(List<Expression> operands) {
      KeyConditions conditions = null;
      boolean exact = true;
      for (Expression operand : operands) {
        KeyConditions found = find(operand);
        if (found == null) {
          exact = false;
        } else if (conditions == null) {
          conditions = found;
        } else {
          conditions = conditions.and(found);
        }
      }
      return conditions == null
          ? null
          : new KeyConditions(conditions.alternatives, exact && conditions.exact);
    }

    private int place(Expression expression) {
      List<String> names = new ArrayList<>();
      Expression of = expression;
      while (of instanceof Expression.Member member) {
        names.add(0, member.name());
        of = member.of();
      }
      boolean fromRoot =
          of instanceof Expression.Identifier identifier && identifier.name().equals(rootAlias);
      return fromRoot ? paths.indexOf(names) : -1;
    }
  }

  /** What holds if both do. */
  KeyConditions and(KeyConditions other) {
    if ((long) alternatives.size() * other.alternatives.size() > ALTERNATIVES_MAX) {
      // One of them is enough to narrow the search.
      KeyConditions fewer = alternatives.size() < other.alternatives.size() ? this : other;
      return new KeyConditions(fewer.alternatives, false);
    }
    List<Value[]> both = new ArrayList<>();
    for (Value[] left : alternatives) {
      for (Value[] right : other.alternatives) {
        Value[] merged = merge(left, right);
        if (merged != null) {
          both.add(merged);
        }
      }
    }
    return new KeyConditions(both, exact && other.exact);
  }

  /** Both alternatives in one, or null if they exclude each other. */
  private static Value[] merge(Value[] left, Value[] right) {
    Value[] merged = Arrays.copyOf(left, left.length);
    for (int i = 0; i < merged.length; i++) {
      if (merged[i] == null) {
        merged[i] = right[i];
      } else if (right[i] != null && !Comparison.equal(merged[i], right[i])) {
        return null;
      }
    }
    return merged;
  }
}
