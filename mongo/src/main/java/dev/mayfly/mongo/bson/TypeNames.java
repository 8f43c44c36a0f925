package dev.mayfly.mongo.bson;

import dev.mayfly.engine.bson.RawType;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Type names as in {@code $type} and error messages. */
public final class TypeNames {
  private TypeNames() {}

  /** The type name; {@code missing} for null. */
  public static String of(BsonValue value) {
    return value == null ? "missing" : of(value.getBsonType());
  }

  public static String of(BsonType type) {
    return type == BsonType.END_OF_DOCUMENT ? "missing" : RawType.nameOf((byte) type.getValue());
  }
}
