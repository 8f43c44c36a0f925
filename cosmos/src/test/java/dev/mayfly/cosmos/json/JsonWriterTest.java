package dev.mayfly.cosmos.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.bson.RawBson;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** What is printed, byte by byte. */
class JsonWriterTest {
  @Test
  void documentsArePrintedWithoutBlanks() {
    String json =
        "{\"id\":\"a\",\"n\":-12,\"b\":5000000000,\"d\":0.5,\"t\":true,\"f\":false,\"z\":null,"
            + "\"e\":{},\"l\":[],\"o\":{\"x\":{\"y\":[1,[2],{\"z\":3}]}},\"\":\"\"}";
    assertThat(print(BsonDocument.parse(json))).isEqualTo(json);
    assertThat(print(new BsonDocument())).isEqualTo("{}");
  }

  @Test
  void textsAreEscapedWhereJavaScriptEscapes() {
    StringBuilder controls = new StringBuilder();
    for (char c = 0; c < ' '; c++) {
      controls.append(c);
    }
    assertThat(string(controls.toString()))
        .isEqualTo(
            "\"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r"
                + "\\u000e\\u000f\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018"
                + "\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f\"");
    assertThat(string("\"\\/ \u007f é ä €😀")).isEqualTo("\"\\\"\\\\/ \u007f é ä €😀\"");
  }

  @Test
  void aCharacterToEscapeIsFoundAtEveryPlace() {
    for (String special : new String[] {"\"", "\\", "\n", "\u0000", "\u001f"}) {
      for (String filler : new String[] {"a", " ", "!", "#", "[", "]", "é", "€", "\u007f"}) {
        for (int before = 0; before < 20; before++) {
          String text = filler.repeat(before) + special + filler.repeat(20 - before);
          String printed = string(text);
          assertThat(printed).hasSizeGreaterThan(text.length() + 2);
          assertThat(Json.parseValue(printed)).isEqualTo(new BsonString(text));
        }
      }
    }
  }

  @Test
  void namesAreEscapedToo() {
    assertThat(print(new BsonDocument("a\"b\n", new BsonInt32(1)))).isEqualTo("{\"a\\\"b\\n\":1}");
  }

  @Test
  void partsAreAppendedOneAfterTheOther() {
    BsonDocument document =
        new BsonDocument("l", new BsonArray(List.of(new BsonInt32(1))))
            .append("o", new BsonDocument("a", new BsonInt64(2)))
            .append("s", new BsonString("x"));
    byte[] bson = BsonBytes.encode(document);
    JsonWriter writer = new JsonWriter(0).raw("[");
    for (var cursor = RawBson.cursor(bson); cursor.next(); ) {
      writer.value(cursor.value()).raw(",");
    }
    writer.number(5).raw(",").string("y").raw(",").document(bson).raw("]");
    String expected = "[[1],{\"a\":2},\"x\",5,\"y\",{\"l\":[1],\"o\":{\"a\":2},\"s\":\"x\"}]";
    assertThat(new String(writer.toByteArray(), UTF_8)).isEqualTo(expected);
    assertThat(writer.length()).isEqualTo(expected.length());
  }

  @Test
  void typesThatJsonDoesNotHaveTakeTheirExtendedForms() {
    ObjectId oid = new ObjectId("0123456789abcdef01234567");
    BsonValue[] values = {
      new BsonObjectId(oid),
      new BsonDateTime(0),
      new BsonDateTime(1_700_000_000_000L),
      new BsonDateTime(1_700_000_000_123L),
      new BsonDateTime(253402300799999L),
      new BsonDateTime(253402300800000L),
      new BsonDateTime(-1),
      new BsonDateTime(Long.MIN_VALUE),
      new BsonBinary(new byte[] {1, 2, 3}),
      new BsonBinary((byte) 0x80, new byte[0]),
      new BsonUndefined(),
      new BsonRegularExpression("a\"b", "i"),
      new BsonJavaScript("f(\"x\")"),
      new BsonSymbol("s"),
      new BsonJavaScriptWithScope("g", new BsonDocument("x", new BsonInt32(1))),
      new BsonTimestamp(-1, 7),
      new BsonDecimal128(Decimal128.parse("1.50")),
      new BsonMinKey(),
      new BsonMaxKey(),
      new BsonDouble(Double.NaN),
      new BsonDouble(Double.POSITIVE_INFINITY),
    };
    JsonWriterSettings relaxed = JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
    for (BsonValue value : values) {
      BsonDocument document = new BsonDocument("v", value);
      String expected = document.toJson(relaxed).replace(": ", ":").replace(", ", ",");
      assertThat(print(document)).isEqualTo(expected);
    }
    assertThat(print(new BsonDocument("v", new BsonDbPointer("a.b", oid))))
        .isEqualTo(
            "{\"v\":{\"$dbPointer\":{\"$ref\":\"a.b\",\"$id\":{\"$oid\":\"" + oid + "\"}}}}");
    assertThat(print(new BsonDocument("v", values[3])))
        .isEqualTo("{\"v\":{\"$date\":\"2023-11-14T22:13:20.123Z\"}}");
  }

  @Test
  void theDeepestDocumentsAreWritten() {
    BsonDocument document = new BsonDocument();
    for (int i = 1; i < RawBson.MAX_DEPTH; i++) {
      document = new BsonDocument("a", document);
    }
    int levels = RawBson.MAX_DEPTH - 1;
    assertThat(print(document)).isEqualTo("{\"a\":".repeat(levels) + "{}" + "}".repeat(levels));
  }

  private static String string(String text) {
    String direct = new String(new JsonWriter().string(text).toByteArray(), UTF_8);
    String inside = print(new BsonDocument("a", new BsonString(text)));
    assertThat(inside).isEqualTo("{\"a\":" + direct + "}");
    return direct;
  }

  private static String print(BsonDocument document) {
    return new String(Json.bytes(document), UTF_8);
  }
}
