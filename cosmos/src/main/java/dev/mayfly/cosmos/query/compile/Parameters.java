package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Operator;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.Span;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values that came beside a query's text, by names with their at signs. */
public record Parameters(Map<String, Value> values) {
  public static final Parameters NONE = new Parameters(Map.of());

  private static final long COUNT_MAX = 0xFFFF_FFFFL;

  public Parameters {
    values = Map.copyOf(values);
  }

  /** A number that is the same for the same parameters, in whatever order they came. */
  public int check() {
    Map<String, Value> defined = new HashMap<>(values);
    defined.values().removeIf(value -> !value.isDefined());
    return Arrays.hashCode(ValueHash.of(Value.of(defined)));
  }

  Value get(Expression.Parameter parameter) {
    Value value = values.get(parameter.name());
    if (value == null) {
      throw QueryError.at(
          parameter.span(),
          "SC2001",
          "Parameter '" + parameter.name() + "' is used in the query but has no value.");
    }
    return value;
  }

  /** Whether an expression names a parameter, outside of subqueries. */
  static boolean isIn(Expression expression) {
    return expression instanceof Expression.Parameter
        || expression.children().stream().anyMatch(Parameters::isIn);
  }

  /** The value of a literal, a parameter or what is made of such, or null for anything else. */
  public Value constant(Expression expression) {
    if (expression instanceof Expression.Literal literal) {
      return literal.value();
    } else if (expression instanceof Expression.Parameter parameter) {
      return get(parameter);
    } else if (expression instanceof Expression.Unary unary
        && unary.operator() == Operator.NEGATE) {
      Value operand = constant(unary.operand());
      return operand == null ? null : Operators.unary(unary.operator(), operand);
    } else if (expression instanceof Expression.NewArray array) {
      return array(array);
    }
    return expression instanceof Expression.NewObject object ? object(object) : null;
  }

  private Value array(Expression.NewArray array) {
    List<Value> elements = new ArrayList<>();
    for (Expression part : array.elements()) {
      Value element = constant(part);
      if (element == null) {
        return null;
      }
      if (element.isDefined()) {
        elements.add(element);
      }
    }
    return Value.of(elements);
  }

  private Value object(Expression.NewObject object) {
    Map<String, Value> members = new LinkedHashMap<>();
    for (Expression.Property part : object.properties()) {
      Value member = constant(part.value());
      if (member == null) {
        return null;
      }
      if (member.isDefined()) {
        members.put(part.name(), member);
      }
    }
    return Value.of(members);
  }

  /** The clauses that count results, and what is said if they can't. */
  public enum Count {
    TOP("SC2060", "The count value provided for a TOP clause must be an integer.", Long.MAX_VALUE),
    LIMIT("SC2061", "The LIMIT count value exceeds the maximum allowed value.", Long.MAX_VALUE),
    OFFSET("SC2062", "The OFFSET count value exceeds the maximum allowed value.", 0);

    private final String code;
    private final String message;
    private final long none;

    Count(String code, String message, long none) {
      this.code = code;
      this.message = message;
      this.none = none;
    }
  }

  /**
   * The number of rows that a TOP, OFFSET or LIMIT says.
   *
   * @param expression null for none
   */
  public long count(Expression expression, Span span, Count clause) {
    if (expression == null) {
      return clause.none;
    }
    if (constant(expression) instanceof NumberValue number) {
      double count = number.asDouble();
      if (count >= 0 && count <= COUNT_MAX && count == Math.rint(count)) {
        return (long) count;
      }
    }
    throw QueryError.at(span, clause.code, clause.message);
  }
}
