package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.variable.Constant;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Makes operators of functions: how many operands they take, and constants computed once. */
public final class Operators {
  private static final int WRONG_COUNT = 16020;
  private static final int COUNT_OUT_OF_RANGE = 28667;

  /** No element of an array counts more than this: it may be the same as the others. */
  private static final int ELEMENT_BYTES_MAX = 1024;

  /** A constant that takes more is computed when it is needed, and counted then. */
  private static final long CONSTANT_BYTES_MAX = 16 << 10;

  private Operators() {}

  private static Variables parsing() {
    long[] made = new long[1];
    return Variables.at(0)
        .watchedBy(
            () -> {},
            new MadeValues(
                bytes -> {
                  made[0] += bytes;
                  if (made[0] > CONSTANT_BYTES_MAX) {
                    throw new MongoException(
                        ErrorCodes.EXCEEDED_MEMORY_LIMIT, "a large constant is not computed yet");
                  }
                }));
  }

  /** Of one value. */
  @FunctionalInterface
  public interface Unary {
    BsonValue apply(BsonValue value);
  }

  /** Of two values. */
  @FunctionalInterface
  public interface Binary {
    BsonValue apply(BsonValue first, BsonValue second);
  }

  /** Of as many values as there are. */
  @FunctionalInterface
  public interface Variadic {
    BsonValue apply(BsonValue[] values);
  }

  /** Of as many values as there are; it counts itself what it makes of them. */
  @FunctionalInterface
  public interface Making {
    BsonValue apply(BsonValue[] values, Variables variables);
  }

  public static Operator unary(Unary function) {
    return (name, argument, context) -> {
      Expression operand = exactly(1, name, argument, context)[0];
      return folded(
          variables -> made(function.apply(operand.evaluate(variables)), variables), operand);
    };
  }

  public static Operator binary(Binary function) {
    return (name, argument, context) -> {
      Expression[] operands = exactly(2, name, argument, context);
      Expression first = operands[0];
      Expression second = operands[1];
      return folded(
          variables ->
              made(
                  function.apply(first.evaluate(variables), second.evaluate(variables)), variables),
          operands);
    };
  }

  public static Operator exactly(int count, Variadic function) {
    return (name, argument, context) -> apply(function, exactly(count, name, argument, context));
  }

  public static Operator between(int least, int most, Variadic function) {
    return (name, argument, context) ->
        apply(function, between(least, most, name, argument, context));
  }

  public static Operator variadic(Variadic function) {
    return (name, argument, context) -> apply(function, operands(argument, context));
  }

  private static Expression apply(Variadic function, Expression[] operands) {
    return folded(
        variables -> made(function.apply(evaluate(operands, variables)), variables), operands);
  }

  public static Operator making(int least, int most, Making function) {
    return (name, argument, context) -> {
      Expression[] operands = between(least, most, name, argument, context);
      return folded(
          variables -> function.apply(evaluate(operands, variables), variables), operands);
    };
  }

  /** The value, counted; of an array's elements, the first stands for all. */
  public static BsonValue made(BsonValue value, Variables variables) {
    if (value instanceof BsonArray array) {
      if (!array.isEmpty()) {
        long each = Math.min(ELEMENT_BYTES_MAX, HeapSize.ELEMENT + HeapSize.of(array.get(0)));
        variables.make(array.size() * each);
      }
    } else if (value instanceof BsonString string) {
      variables.make(string.getValue().length());
    } else if (value instanceof BsonDocument document && !(document instanceof LazyDocument)) {
      variables.make(HeapSize.shell(document));
    }
    return value;
  }

  private static BsonValue[] evaluate(Expression[] operands, Variables variables) {
    BsonValue[] values = new BsonValue[operands.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = operands[i].evaluate(variables);
    }
    return values;
  }

  /** The operands: the elements of an array, or the one that stands without. */
  public static Expression[] operands(BsonValue argument, ParseContext context) {
    ParseContext inner = context.deeper();
    if (!argument.isArray()) {
      return new Expression[] {ExpressionParser.parse(argument, inner)};
    }
    BsonArray list = argument.asArray();
    Expression[] operands = new Expression[list.size()];
    for (int i = 0; i < operands.length; i++) {
      operands[i] = ExpressionParser.parse(list.get(i), inner);
    }
    return operands;
  }

  public static Expression[] exactly(
      int count, String name, BsonValue argument, ParseContext context) {
    Expression[] operands = operands(argument, context);
    if (operands.length != count) {
      throw new MongoException(
          WRONG_COUNT,
          "Expression %s takes exactly %d arguments. %d were passed in."
              .formatted(name, count, operands.length));
    }
    return operands;
  }

  public static Expression[] between(
      int least, int most, String name, BsonValue argument, ParseContext context) {
    Expression[] operands = operands(argument, context);
    if (operands.length < least || operands.length > most) {
      throw new MongoException(
          COUNT_OUT_OF_RANGE,
          "Expression %s takes at least %d arguments, and at most %d, but %d were passed in."
              .formatted(name, least, most, operands.length));
    }
    return operands;
  }

  /**
   * The expression, or its value if all operands (nulls aside) are constant. One that fails is left
   * as it is, so that it fails only when a document comes to it.
   */
  public static Expression folded(Expression expression, Expression... operands) {
    for (Expression operand : operands) {
      if (operand != null && operand.constant() == null) {
        return expression;
      }
    }
    try {
      BsonValue value = expression.evaluate(parsing());
      return value == null ? expression : new Constant(value);
    } catch (MongoException e) {
      return expression;
    }
  }

  public static Expression folded(Expression expression, List<Expression> operands) {
    return folded(expression, operands.toArray(Expression[]::new));
  }
}
