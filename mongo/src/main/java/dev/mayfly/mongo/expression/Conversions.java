package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.math.BigDecimal;
import org.bson.BsonBinarySubType;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Conversions of values that are not null. */
final class Conversions {
  private static final String NO_ON_ERROR = " in $convert with no onError value";
  private static final String OVERFLOW =
      "Conversion would overflow target type" + NO_ON_ERROR + ": ";

  private Conversions() {}

  /**
   * @param format null if not given
   * @param subtype target subtype of binary data
   */
  static BsonValue to(BsonType type, BsonValue value, BinaryFormat format, byte subtype) {
    if (type == BsonType.STRING && value.isBinary()) {
      if (format == null) {
        throw BinaryFormat.missing("binData", "string");
      }
      return format.write(value.asBinary());
    }
    return type == BsonType.BINARY ? toBinary(value, format, subtype) : to(type, value);
  }

  private static BsonValue toBinary(BsonValue value, BinaryFormat format, byte subtype) {
    if (value.isBinary()) {
      if (value.asBinary().getType() != subtype) {
        throw failure("Conversions between different BinData subtypes are not supported");
      }
      return value;
    }
    if (!value.isString()) {
      throw unsupported(value, BsonType.BINARY);
    }
    if (format == null) {
      throw BinaryFormat.missing("string", "binData");
    }
    return format.read(value.asString().getValue(), subtype);
  }

  private static BsonValue to(BsonType type, BsonValue value) {
    return switch (type) {
      case DOUBLE -> toDouble(value);
      case STRING -> toText(value);
      case OBJECT_ID -> toObjectId(value);
      case BOOLEAN -> toBool(value);
      case DATE_TIME -> toDate(value);
      case INT32 -> toInt(value);
      case INT64 -> toLong(value);
      case DECIMAL128 -> toDecimal(value);
      default -> throw unsupported(value, type);
    };
  }

  static MongoException failure(String text) {
    return new MongoException(ErrorCodes.CONVERSION_FAILURE, text);
  }

  private static MongoException unsupported(BsonValue value, BsonType type) {
    return failure(
        "Unsupported conversion from %s to %s%s"
            .formatted(TypeNames.of(value), TypeNames.of(type), NO_ON_ERROR));
  }

  static BsonValue toBool(BsonValue value) {
    return Values.of(Values.isTrue(value));
  }

  static BsonValue toText(BsonValue value) {
    return switch (value.getBsonType()) {
      case STRING -> value;
      case INT32 -> new BsonString(Integer.toString(value.asInt32().getValue()));
      case INT64 -> new BsonString(Long.toString(value.asInt64().getValue()));
      case DOUBLE -> new BsonString(DoubleFormat.of(value.asDouble().getValue()));
      case DECIMAL128 -> new BsonString(value.asDecimal128().getValue().toString());
      case BOOLEAN -> new BsonString(Boolean.toString(value.asBoolean().getValue()));
      case OBJECT_ID -> new BsonString(value.asObjectId().getValue().toHexString());
      case DATE_TIME -> new BsonString(StringCoercion.date(value.asDateTime().getValue()));
      case BINARY -> BinaryFormat.AUTO.write(value.asBinary());
      default -> throw unsupported(value, BsonType.STRING);
    };
  }

  static BsonValue toDate(BsonValue value) {
    return switch (value.getBsonType()) {
      case DATE_TIME -> value;
      case TIMESTAMP, OBJECT_ID -> new BsonDateTime(Dates.millis(value));
      case INT64 -> new BsonDateTime(value.asInt64().getValue());
      case DOUBLE, DECIMAL128 -> new BsonDateTime(whole(value));
      case STRING -> new BsonDateTime(DateParser.read(value.asString().getValue()));
      default -> throw unsupported(value, BsonType.DATE_TIME);
    };
  }

  static BsonValue toObjectId(BsonValue value) {
    if (value.isObjectId()) {
      return value;
    }
    if (!value.isString()) {
      throw unsupported(value, BsonType.OBJECT_ID);
    }
    String text = value.asString().getValue();
    String what = "Failed to parse objectId '" + text + "'" + NO_ON_ERROR + ": ";
    if (text.length() != 24) {
      throw failure(
          what
              + "Invalid string length for parsing to OID, expected 24 but found "
              + text.length());
    }
    if (!ObjectId.isValid(text)) {
      throw failure(what + "Invalid character found in hex string: " + text);
    }
    return new BsonObjectId(new ObjectId(text));
  }

  static BsonValue toUuid(BsonValue value) {
    return toBinary(value, BinaryFormat.UUID, BsonBinarySubType.UUID_STANDARD.getValue());
  }

  static BsonValue toInt(BsonValue value) {
    switch (value.getBsonType()) {
      case INT32:
        return value;
      case BOOLEAN:
        return new BsonInt32(value.asBoolean().getValue() ? 1 : 0);
      case STRING:
        return new BsonInt32((int) NumberParser.whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case INT64, DOUBLE, DECIMAL128:
        long whole = whole(value);
        // Fractions must be within the bounds before truncation.
        boolean isBeyond = value.isDouble() && value.asDouble().getValue() > Integer.MAX_VALUE;
        boolean isBelow = value.isDouble() && value.asDouble().getValue() < Integer.MIN_VALUE;
        if (whole != (int) whole || isBeyond || isBelow) {
          throw failure(OVERFLOW + (value.isInt64() ? "" : shown(value)));
        }
        return new BsonInt32((int) whole);
      default:
        throw unsupported(value, BsonType.INT32);
    }
  }

  static BsonValue toLong(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT64 -> value;
      case INT32 -> new BsonInt64(value.asInt32().getValue());
      case BOOLEAN -> new BsonInt64(value.asBoolean().getValue() ? 1 : 0);
      case STRING -> new BsonInt64(NumberParser.whole(value, Long.MIN_VALUE, Long.MAX_VALUE));
      case DATE_TIME -> new BsonInt64(value.asDateTime().getValue());
      case DOUBLE, DECIMAL128 -> new BsonInt64(whole(value));
      default -> throw unsupported(value, BsonType.INT64);
    };
  }

  /** Truncates to a long; throws on overflow. */
  private static long whole(BsonValue value) {
    if (value.isInt64()) {
      return value.asInt64().getValue();
    }
    double size = Numbers.toDouble(value);
    if (Double.isNaN(size)) {
      throw failure("Attempt to convert NaN value to integer type" + NO_ON_ERROR);
    }
    boolean isDecimal = value.isDecimal128();
    if (isDecimal ? value.asDecimal128().getValue().isInfinite() : Double.isInfinite(size)) {
      throw failure("Attempt to convert infinity value to integer type" + NO_ON_ERROR);
    }
    boolean fits =
        isDecimal ? fits(value.asDecimal128().getValue()) : size >= -0x1p63 && size < 0x1p63;
    if (!fits) {
      throw failure(OVERFLOW + shown(value));
    }
    return Truncated.toLong(value);
  }

  private static boolean fits(Decimal128 decimal) {
    BigDecimal exact = Numbers.exact(decimal);
    boolean small = exact.precision() - exact.scale() <= 19;
    return small && exact.toBigInteger().bitLength() < Long.SIZE;
  }

  private static String shown(BsonValue value) {
    return value.isDouble()
        ? DoubleFormat.of(value.asDouble().getValue())
        : value.asDecimal128().getValue().toString();
  }

  static BsonValue toDouble(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOUBLE -> value;
      case INT32, INT64 -> new BsonDouble(Numbers.toDouble(value));
      case BOOLEAN -> new BsonDouble(value.asBoolean().getValue() ? 1 : 0);
      case DATE_TIME -> new BsonDouble(value.asDateTime().getValue());
      case STRING -> new BsonDouble(NumberParser.real(value));
      case DECIMAL128 -> {
        double real = Numbers.toDouble(value);
        if (Double.isInfinite(real) && !value.asDecimal128().getValue().isInfinite()) {
          throw failure(OVERFLOW + shown(value));
        }
        yield new BsonDouble(real);
      }
      default -> throw unsupported(value, BsonType.DOUBLE);
    };
  }

  static BsonValue toDecimal(BsonValue value) {
    return switch (value.getBsonType()) {
      case DECIMAL128 -> value;
      case INT32, INT64, DOUBLE -> new BsonDecimal128(Numbers.toDecimal(value));
      case BOOLEAN -> new BsonDecimal128(new Decimal128(value.asBoolean().getValue() ? 1 : 0));
      case DATE_TIME -> new BsonDecimal128(new Decimal128(value.asDateTime().getValue()));
      case STRING -> new BsonDecimal128(NumberParser.decimal(value));
      default -> throw unsupported(value, BsonType.DECIMAL128);
    };
  }
}
