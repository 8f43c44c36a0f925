package dev.mayfly.mongo.bson;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HexFormat;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Values as they appear in error messages: {@code { a: 1, b: [ "x" ] }}. */
public final class BsonText {
  /** Longer texts are truncated. */
  private static final int LONGEST = 4096;

  private static final int UUID_BYTES = 16;
  private static final int DOUBLE_DIGITS = 16;
  private static final int LEAST_EXPONENT = -4;

  private final StringBuilder text = new StringBuilder();

  private BsonText() {}

  public static String of(BsonValue value) {
    BsonText writer = new BsonText();
    writer.value(value);
    return writer.finish();
  }

  /** A field with its name: {@code a: 1}. */
  public static String field(String name, BsonValue value) {
    BsonText writer = new BsonText();
    writer.text.append(name).append(": ");
    writer.value(value);
    return writer.finish();
  }

  private String finish() {
    return text.length() <= LONGEST ? text.toString() : text.substring(0, LONGEST) + "...";
  }

  private void value(BsonValue value) {
    if (text.length() > LONGEST) {
      return;
    }
    if (value == null) {
      text.append("MISSING");
      return;
    }
    switch (value.getBsonType()) {
      case DOUBLE -> number(value.asDouble().getValue());
      case STRING -> text.append('"').append(value.asString().getValue()).append('"');
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> array(value.asArray());
      case BINARY -> binary(value.asBinary());
      case UNDEFINED -> text.append("undefined");
      case OBJECT_ID ->
          text.append("ObjectId('")
              .append(value.asObjectId().getValue().toHexString())
              .append("')");
      case BOOLEAN -> text.append(value.asBoolean().getValue());
      case DATE_TIME -> text.append("new Date(").append(value.asDateTime().getValue()).append(')');
      case REGULAR_EXPRESSION ->
          text.append('/')
              .append(value.asRegularExpression().getPattern())
              .append('/')
              .append(value.asRegularExpression().getOptions());
      case INT32 -> text.append(value.asInt32().getValue());
      case INT64 -> text.append(value.asInt64().getValue());
      case DECIMAL128 -> text.append(value.asDecimal128().getValue());
      case TIMESTAMP ->
          text.append("Timestamp(")
              .append(value.asTimestamp().getTime() & 0xFFFFFFFFL)
              .append(", ")
              .append(value.asTimestamp().getInc() & 0xFFFFFFFFL)
              .append(')');
      case SYMBOL -> text.append('"').append(value.asSymbol().getSymbol()).append('"');
      case JAVASCRIPT -> text.append(value.asJavaScript().getCode());
      case MIN_KEY -> text.append("MinKey");
      case MAX_KEY -> text.append("MaxKey");
      case NULL -> text.append("null");
      default -> text.append(value);
    }
  }

  private void number(double value) {
    if (Double.isNaN(value)) {
      text.append("nan.0");
    } else if (Double.isInfinite(value)) {
      text.append(value < 0 ? "-inf.0" : "inf.0");
    } else {
      String digits = sixteenDigits(value);
      text.append(digits).append(digits.indexOf('.') < 0 ? ".0" : "");
    }
  }

  /** As C prints it with {@code %.16g}. */
  private static String sixteenDigits(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(DOUBLE_DIGITS)).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= LEAST_EXPONENT && exponent < DOUBLE_DIGITS) {
      return rounded.toPlainString();
    }
    BigDecimal mantissa = rounded.movePointLeft(exponent).stripTrailingZeros();
    return "%se%s%02d"
        .formatted(mantissa.toPlainString(), exponent < 0 ? '-' : '+', Math.abs(exponent));
  }

  private void document(BsonDocument document) {
    String before = "{ ";
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      text.append(before).append(field.getKey()).append(": ");
      value(field.getValue());
      before = ", ";
    }
    text.append(document.isEmpty() ? "{}" : " }");
  }

  private void array(Iterable<BsonValue> values) {
    String before = "[ ";
    for (BsonValue each : values) {
      text.append(before);
      value(each);
      before = ", ";
    }
    text.append(before.equals("[ ") ? "[]" : " ]");
  }

  private void binary(BsonBinary binary) {
    if (BsonBinarySubType.UUID_STANDARD.getValue() == binary.getType()
        && binary.getData().length == UUID_BYTES) {
      text.append("UUID(\"").append(binary.asUuid()).append("\")");
      return;
    }
    text.append("BinData(")
        .append(binary.getType() & 0xFF)
        .append(", ")
        .append(HexFormat.of().withUpperCase().formatHex(binary.getData()))
        .append(')');
  }
}
