package dev.mayfly.mongo.expression;

import java.util.Map;
import java.util.StringJoiner;
import org.bson.BsonValue;

/** Values as error texts show them. */
public final class Texts {
  private static final int LENGTH_MAX = 1000;

  private Texts() {}

  /** The value as in {@code { a: 1, b: "x" }}, cut where it is too long for a message. */
  public static String shown(BsonValue value) {
    String text = of(value);
    return text.length() <= LENGTH_MAX ? text : text.substring(0, LENGTH_MAX) + "...";
  }

  private static String of(BsonValue value) {
    if (value == null) {
      return "MISSING";
    }
    return switch (value.getBsonType()) {
      case STRING -> '"' + value.asString().getValue() + '"';
      case INT32 -> Integer.toString(value.asInt32().getValue());
      case INT64 -> Long.toString(value.asInt64().getValue());
      case DOUBLE -> NumberText.of(value.asDouble().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().toString();
      case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
      case NULL -> "null";
      case UNDEFINED -> "undefined";
      case OBJECT_ID -> "ObjectId('" + value.asObjectId().getValue() + "')";
      case DATE_TIME -> "new Date(" + value.asDateTime().getValue() + ")";
      case DOCUMENT -> {
        StringJoiner fields = new StringJoiner(", ", "{ ", " }");
        fields.setEmptyValue("{}");
        for (Map.Entry<String, BsonValue> field : value.asDocument().entrySet()) {
          fields.add(field.getKey() + ": " + of(field.getValue()));
        }
        yield fields.toString();
      }
      case ARRAY -> {
        StringJoiner elements = new StringJoiner(", ", "[ ", " ]");
        elements.setEmptyValue("[]");
        for (BsonValue element : value.asArray()) {
          elements.add(of(element));
        }
        yield elements.toString();
      }
      default -> value.toString();
    };
  }
}
