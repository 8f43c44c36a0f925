package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.bson.BsonValue;

/** Conversion of values to strings. */
public final class StringCoercion {
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private StringCoercion() {}

  /** Null and missing become the empty string. */
  static String coerced(BsonValue value) {
    if (value == null) {
      return "";
    }
    return switch (value.getBsonType()) {
      case STRING -> value.asString().getValue();
      case NULL, UNDEFINED -> "";
      case SYMBOL -> value.asSymbol().getSymbol();
      case JAVASCRIPT -> value.asJavaScript().getCode();
      case INT32 -> Integer.toString(value.asInt32().getValue());
      case INT64 -> Long.toString(value.asInt64().getValue());
      case DOUBLE -> DoubleFormat.of(value.asDouble().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().toString();
      case DATE_TIME -> date(value.asDateTime().getValue());
      case TIMESTAMP ->
          "Timestamp(%d, %d)"
              .formatted(
                  Integer.toUnsignedLong(value.asTimestamp().getTime()),
                  Integer.toUnsignedLong(value.asTimestamp().getInc()));
      default ->
          throw new MongoException(
              16007, "can't convert from BSON type " + TypeNames.of(value) + " to String");
    };
  }

  /** ISO 8601, as in {@code 2026-01-31T12:00:00.000Z}. */
  public static String date(long millis) {
    return ISO.format(Instant.ofEpochMilli(millis));
  }
}
