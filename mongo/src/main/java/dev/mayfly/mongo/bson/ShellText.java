package dev.mayfly.mongo.bson;

import java.util.Map;
import java.util.StringJoiner;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Documents as error texts show them: {@code { a: 1, b: "x" }}. */
public final class ShellText {
  private static final int CHARACTERS_MAX = 4000;

  private ShellText() {}

  public static String of(BsonValue value) {
    String text = whole(value);
    return text.length() <= CHARACTERS_MAX ? text : text.substring(0, CHARACTERS_MAX) + "...";
  }

  private static String whole(BsonValue value) {
    if (value == null) {
      return "MISSING";
    }
    return switch (value.getBsonType()) {
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> {
        StringJoiner elements = new StringJoiner(", ", "[ ", " ]");
        value.asArray().forEach(each -> elements.add(whole(each)));
        yield value.asArray().isEmpty() ? "[]" : elements.toString();
      }
      case STRING -> '"' + value.asString().getValue() + '"';
      case INT32 -> Integer.toString(value.asInt32().getValue());
      case INT64 -> Long.toString(value.asInt64().getValue());
      case DOUBLE -> number(value.asDouble().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().toString();
      case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
      case NULL -> "null";
      case UNDEFINED -> "undefined";
      case DATE_TIME -> "new Date(" + value.asDateTime().getValue() + ")";
      case OBJECT_ID -> "ObjectId('" + value.asObjectId().getValue().toHexString() + "')";
      case BINARY ->
          "BinData("
              + (value.asBinary().getType() & 0xFF)
              + ", "
              + java.util.HexFormat.of().withUpperCase().formatHex(value.asBinary().getData())
              + ")";
      case TIMESTAMP ->
          "Timestamp("
              + value.asTimestamp().getTime()
              + ", "
              + value.asTimestamp().getInc()
              + ")";
      case REGULAR_EXPRESSION ->
          "/"
              + value.asRegularExpression().getPattern()
              + "/"
              + value.asRegularExpression().getOptions();
      case MIN_KEY -> "MinKey";
      case MAX_KEY -> "MaxKey";
      default -> value.toString();
    };
  }

  private static String document(BsonDocument document) {
    if (document.isEmpty()) {
      return "{}";
    }
    StringJoiner fields = new StringJoiner(", ", "{ ", " }");
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      fields.add(field.getKey() + ": " + whole(field.getValue()));
    }
    return fields.toString();
  }

  private static String number(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole ? (long) value + ".0" : Double.toString(value);
  }
}
