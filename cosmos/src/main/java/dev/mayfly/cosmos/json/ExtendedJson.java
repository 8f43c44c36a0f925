package dev.mayfly.cosmos.json;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import org.bson.BsonBinary;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/** The types that only BSON has, in MongoDB's relaxed extended JSON. */
final class ExtendedJson {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** Dates from 1970 to 9999 are printed as texts. */
  private static final long TEXT_MILLIS_END = 253402300800000L;

  private ExtendedJson() {}

  static void write(BsonValue value, JsonWriter out) {
    switch (value.getBsonType()) {
      case BINARY -> binary(value.asBinary(), out);
      case UNDEFINED -> out.raw("{\"$undefined\":true}");
      case OBJECT_ID -> quoted("$oid", value.asObjectId().getValue().toHexString(), out);
      case DATE_TIME -> date(value.asDateTime().getValue(), out);
      case REGULAR_EXPRESSION -> regex(value.asRegularExpression(), out);
      case DB_POINTER -> {
        out.raw("{\"$dbPointer\":{\"$ref\":").string(value.asDBPointer().getNamespace());
        out.raw(",\"$id\":");
        quoted("$oid", value.asDBPointer().getId().toHexString(), out);
        out.raw("}}");
      }
      case JAVASCRIPT -> quoted("$code", value.asJavaScript().getCode(), out);
      case SYMBOL -> quoted("$symbol", value.asSymbol().getSymbol(), out);
      case JAVASCRIPT_WITH_SCOPE -> code(value.asJavaScriptWithScope(), out);
      case TIMESTAMP -> timestamp(value.asTimestamp(), out);
      case DECIMAL128 -> quoted("$numberDecimal", value.asDecimal128().getValue().toString(), out);
      case MIN_KEY -> out.raw("{\"$minKey\":1}");
      case MAX_KEY -> out.raw("{\"$maxKey\":1}");
      default -> throw new IllegalArgumentException("JSON has this type: " + value.getBsonType());
    }
  }

  private static void quoted(String name, String text, JsonWriter out) {
    out.raw("{\"").raw(name).raw("\":").string(text).raw("}");
  }

  private static void binary(BsonBinary binary, JsonWriter out) {
    out.raw("{\"$binary\":{\"base64\":\"");
    out.raw(Base64.getEncoder().encodeToString(binary.getData()));
    out.raw(String.format("\",\"subType\":\"%02x\"}}", binary.getType()));
  }

  private static void date(long millis, JsonWriter out) {
    if (millis < 0 || millis >= TEXT_MILLIS_END) {
      out.raw("{\"$date\":{\"$numberLong\":\"").number(millis).raw("\"}}");
    } else {
      DateTimeFormatter format = millis % 1000 == 0 ? SECONDS : MILLIS;
      quoted("$date", format.format(Instant.ofEpochMilli(millis)), out);
    }
  }

  private static void regex(BsonRegularExpression regex, JsonWriter out) {
    out.raw("{\"$regularExpression\":{\"pattern\":").string(regex.getPattern());
    out.raw(",\"options\":").string(regex.getOptions()).raw("}}");
  }

  private static void code(BsonJavaScriptWithScope code, JsonWriter out) {
    out.raw("{\"$code\":").string(code.getCode()).raw(",\"$scope\":");
    out.document(BsonBytes.encode(code.getScope())).raw("}");
  }

  private static void timestamp(BsonTimestamp timestamp, JsonWriter out) {
    out.raw("{\"$timestamp\":{\"t\":").number(Integer.toUnsignedLong(timestamp.getTime()));
    out.raw(",\"i\":").number(Integer.toUnsignedLong(timestamp.getInc())).raw("}}");
  }
}
