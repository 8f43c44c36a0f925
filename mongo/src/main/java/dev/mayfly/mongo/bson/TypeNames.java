package dev.mayfly.mongo.bson;

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
    return switch (type) {
      case DOUBLE -> "double";
      case STRING -> "string";
      case DOCUMENT -> "object";
      case ARRAY -> "array";
      case BINARY -> "binData";
      case UNDEFINED -> "undefined";
      case OBJECT_ID -> "objectId";
      case BOOLEAN -> "bool";
      case DATE_TIME -> "date";
      case NULL -> "null";
      case REGULAR_EXPRESSION -> "regex";
      case DB_POINTER -> "dbPointer";
      case JAVASCRIPT -> "javascript";
      case SYMBOL -> "symbol";
      case JAVASCRIPT_WITH_SCOPE -> "javascriptWithScope";
      case INT32 -> "int";
      case TIMESTAMP -> "timestamp";
      case INT64 -> "long";
      case DECIMAL128 -> "decimal";
      case MIN_KEY -> "minKey";
      case MAX_KEY -> "maxKey";
      default -> "missing";
    };
  }
}
