package dev.mayfly.mongo.aggregate;

import dev.mayfly.engine.bson.RawType;
import java.time.Instant;
import java.util.Map;
import java.util.StringJoiner;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Values and types as they appear in messages. */
public final class Shown {
  private static final int MAX_CHARACTERS = 1000;

  private Shown() {}

  /** The name of a value's type. */
  public static String type(BsonValue value) {
    return value == null ? "missing" : RawType.nameOf((byte) value.getBsonType().getValue());
  }

  /** The value in short, texts in quotes. */
  public static String value(BsonValue value) {
    String text = whole(value);
    return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "...";
  }

  private static String whole(BsonValue value) {
    if (value == null) {
      return "MISSING";
    }
    return switch (value.getBsonType()) {
      case STRING -> '"' + value.asString().getValue() + '"';
      case INT32 -> Integer.toString(value.asInt32().getValue());
      case INT64 -> Long.toString(value.asInt64().getValue());
      case DOUBLE -> number(value.asDouble().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().toString();
      case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
      case NULL -> "null";
      case UNDEFINED -> "undefined";
      case DATE_TIME -> Instant.ofEpochMilli(value.asDateTime().getValue()).toString();
      case OBJECT_ID -> value.asObjectId().getValue().toHexString();
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> array(value.asArray());
      default -> value.toString();
    };
  }

  private static String number(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  private static String document(BsonDocument document) {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      text.add(field.getKey() + ": " + whole(field.getValue()));
    }
    return text.toString();
  }

  private static String array(BsonArray values) {
    StringJoiner text = new StringJoiner(", ", "[", "]");
    for (BsonValue value : values) {
      text.add(whole(value));
    }
    return text.toString();
  }
}
