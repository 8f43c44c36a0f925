package dev.mayfly.mongo.expression.type;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Arguments;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Operator;
import dev.mayfly.mongo.expression.Operators;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonType;
import org.bson.BsonValue;

/** {@code $convert}, and {@code $toInt} and the like, which are short for it. */
final class Convert implements Expression {
  private static final Map<String, BsonType> TYPES = new HashMap<>();

  static {
    for (BsonType type : BsonType.values()) {
      TYPES.put(TypeNames.of(type), type);
    }
  }

  private final Expression input;
  private final Expression to;
  private final Expression onError;
  private final Expression onNull;

  private Convert(Expression input, Expression to, Expression onError, Expression onNull) {
    this.input = input;
    this.to = to;
    this.onError = onError;
    this.onNull = onNull;
  }

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    int failed = ErrorCodes.FAILED_TO_PARSE;
    Arguments arguments =
        Arguments.of(
            argument,
            context,
            Arguments.failure(
                failed, "$convert expects an object of named arguments but found: %s"),
            Arguments.failure(failed, "$convert found an unknown argument: %s"),
            "input",
            "to",
            "onError",
            "onNull");
    Expression input = arguments.required("input", failed, "Missing 'input' parameter to $convert");
    Expression to = arguments.required("to", failed, "Missing 'to' parameter to $convert");
    Expression onError = arguments.optional("onError");
    Expression onNull = arguments.optional("onNull");
    return Operators.folded(new Convert(input, to, onError, onNull), input, to, onError, onNull);
  }

  /** Converts to one type, without a word about what fails. */
  static Operator to(Operators.Unary conversion) {
    return (name, argument, context) -> {
      Expression[] operands = Operators.operands(argument, context);
      if (operands.length != 1) {
        throw new MongoException(
            50723, name + " requires a single argument, got " + operands.length);
      }
      Expression operand = operands[0];
      return Operators.folded(
          variables -> {
            BsonValue value = operand.evaluate(variables);
            return Values.isNullish(value) ? Values.NULL : conversion.apply(value);
          },
          operand);
    };
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue wanted = to.evaluate(variables);
    BsonValue value = input.evaluate(variables);
    BsonType type = Values.isNullish(wanted) ? null : type(wanted);
    if (Values.isNullish(value)) {
      return onNull == null ? Values.NULL : onNull.evaluate(variables);
    }
    if (type == null) {
      return Values.NULL;
    }
    try {
      return Conversions.to(type, value);
    } catch (MongoException e) {
      if (onError == null || e.code() != ErrorCodes.CONVERSION_FAILURE) {
        throw e;
      }
      return onError.evaluate(variables);
    }
  }

  private static BsonType type(BsonValue wanted) {
    if (wanted.isString()) {
      BsonType type = TYPES.get(wanted.asString().getValue());
      if (type == null) {
        throw new MongoException(
            ErrorCodes.BAD_VALUE, "Unknown type name: " + wanted.asString().getValue());
      }
      return type;
    }
    if (!Numbers.isNumber(wanted)) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "$convert's 'to' argument must be a string or number, but is " + TypeNames.of(wanted));
    }
    return typeOf(Numbers.exactInt(wanted));
  }

  private static BsonType typeOf(Integer code) {
    if (code == null) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "In $convert, numeric 'to' argument is not an integer");
    }
    for (BsonType type : BsonType.values()) {
      if ((byte) type.getValue() == code) {
        return type;
      }
    }
    throw new MongoException(
        ErrorCodes.FAILED_TO_PARSE,
        "In $convert, numeric value for 'to' does not correspond to a BSON type: " + code);
  }
}
