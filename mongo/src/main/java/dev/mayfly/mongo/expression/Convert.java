package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bson.BsonType;
import org.bson.BsonValue;

/** {@code $convert}, and its shorthands such as {@code $toInt}. */
record Convert(
    Expression input, Expression to, Expression format, Expression onError, Expression onNull)
    implements Expression {
  private static final int LAST_SUBTYPE = 9;
  private static final int USER_SUBTYPE = 0x80;
  private static final Map<String, BsonType> TYPES = new HashMap<>();

  static {
    for (BsonType type : BsonType.values()) {
      TYPES.put(TypeNames.of(type), type);
    }
  }

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    int failed = ErrorCodes.FAILED_TO_PARSE;
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(
                failed, "$convert expects an object of named arguments but found: %s"),
            NamedArguments.failure(failed, "$convert found an unknown argument: %s"),
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

  /** A shorthand without error handling. */
  static Operator to(UnaryOperator<BsonValue> conversion) {
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
    BsonValue target = to.evaluate(variables);
    BsonValue value = input.evaluate(variables);
    boolean isDetailed = target != null && target.isDocument();
    byte subtype = isDetailed ? subtype(target.asDocument().get("subtype")) : 0;
    if (isDetailed) {
      target = target.asDocument().get("type");
    }
    BsonType type = Values.isNullish(target) ? null : type(target);
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
   * @param target null if not given
   */
  private static byte subtype(BsonValue target) {
    if (Values.isNullish(target)) {
      return 0;
    }
    if (!Numbers.isNumber(target)) {
      throw new MongoException(
          4341108,
          "$convert's 'subtype' argument must be a number, but is " + TypeNames.of(target));
    }
    Integer code = Numbers.exactInt(target);
    if (code == null) {
      throw new MongoException(
          4341106, "In $convert, numeric 'subtype' argument is not an integer");
    }
    boolean isKnown = code >= 0 && code <= LAST_SUBTYPE || code >= USER_SUBTYPE && code <= 0xFF;
    if (!isKnown) {
      throw new MongoException(
          4341107,
          "In $convert, numeric value for 'subtype' does not correspond to a BinData type: "
              + code);
    }
    return (byte) (int) code;
  }

  private static BsonType type(BsonValue target) {
    if (target.isString()) {
      BsonType type = TYPES.get(target.asString().getValue());
      if (type == null) {
        throw new MongoException(
            ErrorCodes.BAD_VALUE, "Unknown type name: " + target.asString().getValue());
      }
      return type;
    }
    if (!Numbers.isNumber(target)) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "$convert's 'to' argument must be a string or number, but is " + TypeNames.of(target));
    }
    return typeOf(Numbers.exactInt(target));
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
