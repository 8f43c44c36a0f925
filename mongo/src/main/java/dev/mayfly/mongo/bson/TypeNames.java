package dev.mayfly.mongo.bson;

import dev.mayfly.engine.bson.RawType;
import org.bson.BsonType;
import org.bson.BsonValue;

/** What the types are called in {@code $type} and in error texts. */
public final class TypeNames {
  private TypeNames() {}

  /** The name of the value's type; {@code missing} for a missing one. */
  public static String of(BsonValue value) {
    return value == null ? "missing" : of(value.getBsonType());
  }

  public static String of(BsonType type) {
    return type == BsonType.END_OF_DOCUMENT ? "missing" : RawType.nameOf((byte) type.getValue());
  }
}
