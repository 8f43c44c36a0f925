package dev.mayfly.cosmos.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read, and what is refused with which words. */
class ItemReaderTest {
  @Test
  void anItemBecomesValidBson() {
    ItemBody item =
        read(
            "{\"id\":\"a\",\"s\":\"x\\ty\",\"n\":1,\"big\":5000000000,\"d\":1.5,\"t\":true,"
                + "\"f\":false,\"z\":null,\"o\":{\"a\":{}},\"l\":[1,[],[\"x\",{\"y\":2}]],\"\":0}");
    assertThat(item.id()).isEqualTo("a");
    assertThat(document(item))
        .isEqualTo(
            BsonDocument.parse(
                "{id:'a',s:'x\\ty',n:1,big:NumberLong('5000000000'),d:1.5,t:true,f:false,z:null,"
                    + "o:{a:{}},l:[1,[],['x',{y:2}]],'':0}"));
  }

  @Test
  void arrayElementsAreNamedByTheirIndex() {
    StringBuilder json = new StringBuilder("{\"l\":[0");
    for (int i = 1; i < 1200; i++) {
      json.append(',').append(i);
    }
    byte[] bson = read(json + "]}").bson();
    int index = 0;
    for (var cursor = firstElements(bson); cursor.next(); index++) {
      assertThat(cursor.name()).isEqualTo(Integer.toString(index));
      assertThat(cursor.value().asLong()).isEqualTo(index);
    }
    assertThat(index).isEqualTo(1200);
  }

  @Test
  void onlyTheGivenPartOfTheArrayIsRead() {
    byte[] json = "##{\"id\":\"a\"} ##".getBytes(UTF_8);
    assertThat(document(ItemReader.read(json, 2, json.length - 4)))
        .isEqualTo(BsonDocument.parse("{id:'a'}"));
    assertThat(refusal(() -> ItemReader.read(json, 2, json.length - 3)))
        .contains("something follows the value, at byte 11");
  }

  @Test
  void whatTheServerOwnsIsDroppedAtTheRootOnly() {
    ItemBody item =
        read(
            "{\"_rid\":\"x\",\"a\":{\"_ts\":1},\"_self\":{\"b\":[{}]},\"_etag\":[1,[2]],"
                + "\"id\":\"i\",\"_attachments\":null,\"_ts\":5,\"_lsn\":7,\"b\":[{\"_rid\":1}]}");
    assertThat(document(item))
        .isEqualTo(BsonDocument.parse("{a:{_ts:1},id:'i',_lsn:7,b:[{_rid:1}]}"));
  }

  @Test
  void whatIsDroppedIsCheckedAllTheSame() {
    assertThat(refusal("{\"_self\":{\"a\":1e999}}")).contains("a number is too large");
    assertThat(document(read("{\"_ts\":1,\"_self\":{\"a\":1,\"a\":2},\"_ts\":2}"))).isEmpty();
  }

  @Test
  void anItemWithoutIdHasNone() {
    assertThat(read("{}").id()).isNull();
    assertThat(read("{\"id\":null}").id()).isNull();
    assertThat(read("{\"a\":{\"id\":\"inner\"},\"b\":[{\"id\":5}]}").id()).isNull();
    assertThat(read("{\"id\":\"\"}").id()).isEmpty();
    assertThat(read("{\"id\":\"\\u00e9\\ud83d\\ude00\"}").id()).isEqualTo("é😀");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "true", "{}", "[]", "1.5", "[\"a\"]"})
  void anIdThatIsNotAStringIsRefused(String id) {
    assertThat(refusal("{\"id\":" + id + "}")).isEqualTo("One of the specified inputs is invalid");
  }

  @Test
  void aByteOrderMarkIsSkipped() {
    assertThat(read("\uFEFF{\"id\":\"a\"}").id()).isEqualTo("a");
    assertThat(refusal("\uFEFF\uFEFF{}")).contains("at byte 3");
    assertThat(refusal("\uFEFF{\"a\":1,}")).startsWith("The request body is not valid JSON: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "}",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":[1,]}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":NaN}",
        "{\"a\":tru}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12\"}",
        "{} {}",
        "{}]",
        "{},",
        "{}//c",
        "/**/{}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":[1 2]}",
        "{]",
        "{\"a\":}",
        "{\"a\":\"",
        "{\"a\":[",
        "{\"a\":Infinity}",
        "{\"a\":-}",
        "{\"a\":1e}",
        "\u0000{}",
        "{}\u0000",
        "{\"a\":\"\u0000\"}"
      })
  void malformedTextIsRefused(String json) {
    assertThat(refusal(json))
        .startsWith("The request body is not valid JSON: ")
        .containsPattern("at byte \\d+\\.$");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "\"a\"", "null", "true", "[{\"id\":\"a\"}]"})
  void theRootMustBeAnObject(String json) {
    assertThat(refusal(json))
        .isEqualTo("The request body is not valid JSON: it must be an object, at byte 0.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\r\t "})
  void anEmptyTextIsRefused(String json) {
    assertThat(refusal(json)).contains("it is empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{\"abc\":tru}|at byte 7", "{\"a\":1} x|at byte 8", "{\"a\":\"\\ud800\"}|at byte 5"})
  void refusalsGiveThePosition(String json, String position) {
    assertThat(refusal(json)).contains(position);
  }

  @Test
  void ofPropertiesWithTheSameNameTheLastCounts() {
    assertRead("{\"a\":1,\"b\":2,\"a\":3}", "{b:2,a:3}");
    assertRead("{\"x\":[{\"b\":{\"\":1,\"\":2}}]}", "{x:[{b:{'':2}}]}");
    assertRead("{\"a\":1,\"\\u0061\":3}", "{a:3}");
    assertRead("{\"a\":{\"b\":1},\"c\":[{\"b\":1}],\"a\":\"x\"}", "{c:[{b:1}],a:'x'}");
    assertRead("{\"o\":{\"a\":1,\"a\":{\"a\":1,\"a\":2},\"z\":3},\"o\":1}", "{o:1}");
    assertRead(
        "{\"a\":{\"a\":[{\"a\":1},{\"a\":2}]},\"b\":{\"a\":1}}", "{a:{a:[{a:1},{a:2}]},b:{a:1}}");
    assertRead("{\"Aa\":1,\"BB\":2}", "{Aa:1,BB:2}"); // the same hash
    assertThat(read("{\"id\":\"one\",\"id\":\"two\"}").id()).isEqualTo("two");
  }

  private static void assertRead(String json, String expected) {
    assertThat(document(read(json))).isEqualTo(BsonDocument.parse(expected));
  }

  @Test
  void aNameThatComesTwiceIsFoundAmongManyToo() {
    for (int count : new int[] {11, 12, 13, 14, 1000}) {
      for (int twice : new int[] {0, count / 2, count - 1}) {
        String names = names(count);
        read("{\"in\":{" + names + "}," + names + "}");
        BsonDocument read =
            document(read("{" + names + ",\"o\":{\"x\":{}},\"n" + twice + "\":-7}"));
        assertThat(read).hasSize(count + 1);
        assertThat(read.getInt32("n" + twice).getValue()).isEqualTo(-7);
        assertThat(document(read("{\"o\":{" + names + "},\"n\":1,\"n\":2}"))).hasSize(2);
      }
    }
  }

  @Test
  void nestingHasALimit() {
    assertThat(read("{\"a\":".repeat(127) + "{}" + "}".repeat(127)).id()).isNull();
    assertThat(read("{\"a\":" + "[".repeat(127) + "]".repeat(127) + "}").id()).isNull();
    assertThat(refusal("{\"a\":".repeat(128) + "{}" + "}".repeat(128)))
        .contains("deeper than 128 levels");
    assertThat(refusal("{\"a\":" + "[".repeat(128) + "]".repeat(128) + "}"))
        .contains("deeper than 128 levels");
    assertThat(refusal("{\"_self\":" + "[".repeat(128) + "]".repeat(128) + "}"))
        .contains("deeper than 128 levels");
  }

  @Test
  void hostileNestingIsRefusedAtOnce() {
    int twoMegabytes = 2 << 20;
    assertThat(refusal("[".repeat(twoMegabytes))).contains("must be an object");
    assertThat(refusal("{\"a\":".repeat(twoMegabytes / 5))).contains("deeper than 128 levels");
    assertThat(refusal("{\"a\":" + "[".repeat(twoMegabytes))).contains("deeper than 128 levels");
    assertThat(refusal(() -> Json.parseValue("[".repeat(twoMegabytes)))).contains("128 levels");
  }

  @Test
  void largeTextsStayWithinAFewTimesTheirLength() {
    StringBuilder numbers = new StringBuilder("{\"l\":[0");
    while (numbers.length() < 2 << 20) {
      numbers.append(",0");
    }
    assertThat(read(numbers + "]}").bson().length).isLessThan(13 << 20);
    String text = "x".repeat(2 << 20);
    assertThat(read("{\"" + text + "\":\"" + text + "\"}").bson().length)
        .isEqualTo(2 * text.length() + 12);
  }

  @Test
  void aNameCannotHoldNulButAStringCan() {
    assertThat(refusal("{\"a\\u0000b\":1}")).contains("U+0000");
    assertThat(document(read("{\"a\":\"x\\u0000y\"}")).getString("a").getValue()).isEqualTo("x\0y");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"\\ud800\"}",
        "{\"a\":\"\\udc00\"}",
        "{\"a\":\"\\ud800x\"}",
        "{\"a\":\"\\ud800\\ud800\"}",
        "{\"a\":\"\\udc00\\ud800\"}",
        "{\"a\":\"x\\ud83d\"}",
        "{\"\\ud800\":1}",
        "{\"id\":\"\\udfff\"}"
      })
  void halvesOfSurrogatePairsAreRefused(String json) {
    assertThat(refusal(json)).contains("surrogate pair");
  }

  @Test
  void allOfUnicodeIsRead() {
    String text = "a\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\ud800\udc00\udbff\udfff";
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      escaped.append(String.format("\\u%04X", (int) c));
    }
    BsonDocument plain = document(read("{\"" + text + "\":\"" + text + "\"}"));
    assertThat(plain.getString(text).getValue()).isEqualTo(text);
    assertThat(document(read("{\"" + escaped + "\":\"" + escaped + "\"}"))).isEqualTo(plain);
  }

  @Test
  void onlyUtf8IsRead() {
    for (String hex : new String[] {"\u00ff", "\u00c0\u0080", "\u00ed\u00a0\u0080", "\u00e9"}) {
      byte[] json = ("{\"a\":\"" + hex + "\"}").getBytes(ISO_8859_1);
      assertThat(refusal(() -> ItemReader.read(json, 0, json.length)))
          .contains("it is not UTF-8 text, at byte 6");
    }
    byte[] wide = "{\"a\":1}".getBytes(UTF_16BE);
    assertThat(refusal(() -> ItemReader.read(wide, 0, wide.length))).contains("not UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999", "-1e999", "1e309", "1.8e308"})
  void numbersPastTheDoublesAreRefused(String number) {
    assertThat(refusal("{\"a\":" + number + "}")).contains("a number is too large, at byte 5");
    assertThat(refusal("{\"a\":" + "9".repeat(400) + "}")).contains("a number is too large");
  }

  private static RawCursor firstElements(byte[] bson) {
    var cursor = RawBson.cursor(bson);
    cursor.next();
    return cursor.elements();
  }

  private static String names(int count) {
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < count; i++) {
      json.append(i == 0 ? "" : ",").append("\"n").append(i).append("\":{\"x\":1}");
    }
    return json.toString();
  }

  private static ItemBody read(String json) {
    byte[] bytes = json.getBytes(UTF_8);
    ItemBody body = ItemReader.read(bytes, 0, bytes.length);
    RawBson.validate(body.bson(), Integer.MAX_VALUE, 128);
    return body;
  }

  private static BsonDocument document(ItemBody item) {
    return BsonBytes.decode(item.bson());
  }

  private static String refusal(String json) {
    return refusal(() -> read(json));
  }

  private static String refusal(ThrowingCallable call) {
    CosmosException e = catchThrowableOfType(CosmosException.class, call);
    assertThat(e).isNotNull();
    assertThat(e.status()).isEqualTo(400);
    return e.getMessage();
  }
}
