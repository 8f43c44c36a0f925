package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * An operator of a pipeline that does not read the document. MongoDB evaluates it before the
 * pipeline runs, and says so in its errors.
 */
record ConstantOperator(Expression expression) implements Expression {
  /** Operators whose value is not the same each time, or which fail differently when folded. */
  private static final Set<String> NEVER =
      Set.of("$rand", "$sampleRate", "$switch", "$meta", "$function");

  private static final Set<String> CONSTANTS = Set.of("$$NOW", "$$CLUSTER_TIME");

  /** Errors of the request, not of the expression. */
  private static final Set<Integer> INTERRUPTIONS =
      Set.of(
          ErrorCodes.MAX_TIME_MS_EXPIRED,
          ErrorCodes.INTERRUPTED,
          ErrorCodes.INTERRUPTED_AT_SHUTDOWN,
          ErrorCodes.CLIENT_DISCONNECT,
          ErrorCodes.CURSOR_KILLED,
          ErrorCodes.EXCEEDED_MEMORY_LIMIT);

  static Expression of(BsonDocument operator, Expression parsed) {
    return parsed instanceof Constant || !new Search().isConstant(operator)
        ? parsed
        : new ConstantOperator(parsed);
  }

  /** Looks for what is not constant, at so many values; after more it is not worth the time. */
  private static final class Search {
    private static final int VALUES_MAX = 1000;

    private int values;

    boolean isConstant(BsonValue value) {
      if (++values > VALUES_MAX) {
        return false;
      }
      if (value.isString()) {
        String text = value.asString().getValue();
        return !text.startsWith("$") || CONSTANTS.contains(text);
      }
      if (value.isArray()) {
        return value.asArray().stream().allMatch(this::isConstant);
      }
      if (!value.isDocument() || value.asDocument().isEmpty()) {
        return true;
      }
      String first = value.asDocument().getFirstKey();
      return first.equals("$literal")
          || !NEVER.contains(first)
              && value.asDocument().values().stream().allMatch(this::isConstant);
    }
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    try {
      return expression.evaluate(variables);
    } catch (MongoException e) {
      if (e.isBeforeExecution() || INTERRUPTIONS.contains(e.code())) {
        throw e;
      }
      throw e.asBeforeExecution("Failed to optimize pipeline :: caused by :: ");
    }
  }
}
