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
  private static final int SUBTYPE_NOT_WHOLE = 4341106;
  private static final int SUBTYPE_UNKNOWN = 4341107;
  private static final int SUBTYPE_NOT_A_NUMBER = 4341108;
  private static final int LAST_SUBTYPE = 9;
  private static final int USER_SUBTYPE = 0x80;
  private static final Map<String, BsonType> TYPES = new HashMap<>();

  static {
    for (BsonType type : BsonType.values()) {
      TYPES.put(TypeNames.of(type), type);
    }
  }

  private final Expression input;
  private final Expression to;
  private final Expression format;
  private final Expression onError;
  private final Expression onNull;

  private Convert(
      Expression input, Expression to, Expression format, Expression onError, Expression onNull) {
    this.input = input;
    this.to = to;
    this.format = format;
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
            "format",
            "onError",
            "onNull");
    Expression input = arguments.required("input", failed, "Missing 'input' parameter to $convert");
    Expression to = arguments.required("to", failed, "Missing 'to' parameter to $convert");
    Expression onError = arguments.optional("onError");
    Expression onNull = arguments.optional("onNull");
    Expression format = arguments.optional("format");
    return Operators.folded(
        new Convert(input, to, format, onError, onNull), input, to, format, onError, onNull);
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
    boolean isDetailed = wanted != null && wanted.isDocument();
    byte subtype = isDetailed ? subtype(wanted.asDocument().get("subtype")) : 0;
    if (isDetailed) {
      wanted = wanted.asDocument().get("type");
    }
    BsonType type = Values.isNullish(wanted) ? null : type(wanted);
    if (Values.isNullish(value)) {
      return onNull == null ? Values.NULL : onNull.evaluate(variables);
    }
    if (type == null) {
      return Values.NULL;
    }
    BsonValue named = format == null ? null : format.evaluate(variables);
    BinaryFormat read = Values.isNullish(named) ? null : BinaryFormat.of(named);
    try {
      return Conversions.to(type, value, read, subtype);
    } catch (MongoException e) {
      if (onError == null || e.code() != ErrorCodes.CONVERSION_FAILURE) {
        throw e;
      }
      return onError.evaluate(variables);
    }
  }

  /**
   * @param wanted null for what is not specified
   */
  private static byte subtype(BsonValue wanted) {
    if (Values.isNullish(wanted)) {
      return 0;
    }
    if (!Numbers.isNumber(wanted)) {
      throw new MongoException(
          SUBTYPE_NOT_A_NUMBER,
          "$convert's 'subtype' argument must be a number, but is " + TypeNames.of(wanted));
    }
    Integer code = Numbers.exactInt(wanted);
    if (code == null) {
      throw new MongoException(
          SUBTYPE_NOT_WHOLE, "In $convert, numeric 'subtype' argument is not an integer");
    }
    boolean isKnown = code >= 0 && code <= LAST_SUBTYPE || code >= USER_SUBTYPE && code <= 0xFF;
    if (!isKnown) {
      throw new MongoException(
          SUBTYPE_UNKNOWN,
          "In $convert, numeric value for 'subtype' does not correspond to a BinData type: "
              + code);
    }
    return (byte) (int) code;
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
