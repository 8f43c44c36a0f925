package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Builds operators from functions, with arity checks and constant folding. */
public final class Operators {
  /** Upper bound for the estimated size of an element, as elements may be shared. */
  private static final int ELEMENT_BYTES_MAX = 1024;

  /** Larger constants are not folded, but computed and charged on use. */
  private static final long CONSTANT_BYTES_MAX = 16 << 10;

  private Operators() {}

  private static Variables parsing() {
    long[] made = new long[1];
    return Variables.at(0)
        .watchedBy(
            () -> {},
            new TransientMemory(
                bytes -> {
                  made[0] += bytes;
                  if (made[0] > CONSTANT_BYTES_MAX) {
                    throw new MongoException(
                        ErrorCodes.EXCEEDED_MEMORY_LIMIT, "a large constant is not computed yet");
                  }
                }));
  }

  @FunctionalInterface
  public interface Variadic {
    BsonValue apply(BsonValue[] values);
  }

  /** As {@link Variadic}, with its own memory accounting. */
  @FunctionalInterface
  public interface Making {
    BsonValue apply(BsonValue[] values, Variables variables);
  }

  public static Operator unary(UnaryOperator<BsonValue> function) {
    return (name, argument, context) -> {
      Expression operand = exactly(1, name, argument, context)[0];
      return folded(
          variables -> made(function.apply(operand.evaluate(variables)), variables), operand);
    };
  }

  public static Operator binary(BinaryOperator<BsonValue> function) {
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

  /** Charges a value; array elements are estimated by the first. */
  public static BsonValue made(BsonValue value, Variables variables) {
    if (value instanceof BsonArray array) {
      if (!array.isEmpty()) {
        makeArray(array.size(), array.get(0), variables);
      }
    } else if (value instanceof BsonString string) {
      variables.make(string.getValue().length());
    } else if (value instanceof BsonDocument document && !(document instanceof LazyDocument)) {
      variables.make(HeapSize.shell(document));
    }
    return value;
  }

  /** Counts an array before it is made; one of its elements stands for all. */
  public static void makeArray(long size, BsonValue element, Variables variables) {
    variables.make(size * Math.min(ELEMENT_BYTES_MAX, HeapSize.ELEMENT + HeapSize.of(element)));
  }

  private static BsonValue[] evaluate(Expression[] operands, Variables variables) {
    BsonValue[] values = new BsonValue[operands.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = operands[i].evaluate(variables);
    }
    return values;
  }

  /** The operands: the elements of an array, or a single one. */
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
          16020,
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
          28667,
          "Expression %s takes at least %d arguments, and at most %d, but %d were passed in."
              .formatted(name, least, most, operands.length));
    }
    return operands;
  }

  /**
   * Folds an expression whose operands (nulls aside) are constant. If evaluation fails it is not
   * folded, so that it fails only when it is evaluated.
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
}
