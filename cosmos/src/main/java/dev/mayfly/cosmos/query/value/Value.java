package dev.mayfly.cosmos.query.value;

import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import java.util.List;
import java.util.Map;

/** A value of an expression. Undefined is one too, but never a part of another value. */
public sealed interface Value permits Constant, NumberValue, StringValue, ArrayValue, ObjectValue {
  Value UNDEFINED = Constant.UNDEFINED;
  Value NULL = Constant.NULL;

  Kind kind();

  static Value of(boolean value) {
    return value ? Constant.TRUE : Constant.FALSE;
  }

  static Value of(long value) {
    return new NumberValue.Whole(value);
  }

  static Value of(double value) {
    return new NumberValue.Real(value);
  }

  static Value of(String value) {
    return new StringValue(value);
  }

  static Value of(List<Value> elements) {
    return new ArrayValue.Built(elements);
  }

  static Value of(Map<String, Value> members) {
    return new ObjectValue.Built(members);
  }

  /** A value of a document; null and what JSON does not know are undefined. */
  static Value of(RawValue raw) {
    if (raw == null) {
      return UNDEFINED;
    }
    return switch (raw.type()) {
      case RawType.NULL -> NULL;
      case RawType.BOOLEAN -> of(raw.asBoolean());
      case RawType.INT32, RawType.INT64 -> of(raw.asLong());
      case RawType.DOUBLE -> of(raw.asDouble());
      case RawType.STRING -> of(raw.asString());
      case RawType.ARRAY -> new ArrayValue.Raw(raw);
      case RawType.DOCUMENT -> new ObjectValue.Raw(raw);
      default -> UNDEFINED;
    };
  }

  default boolean isDefined() {
    return this != UNDEFINED;
  }

  default boolean isTrue() {
    return this == Constant.TRUE;
  }
}
