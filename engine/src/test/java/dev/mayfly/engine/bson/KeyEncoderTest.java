package dev.mayfly.engine.bson;

import static dev.mayfly.engine.bson.Bodies.assertRefused;
import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;
import static dev.mayfly.engine.error.ErrorCode.CORRUPTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Seeds;
import dev.mayfly.engine.error.EngineException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyEncoderTest {
  private static BsonValue decimal(String text) {
    return new BsonDecimal128(Decimal128.parse(text));
  }

  @Test
  void everyTypeComesBack() {
    for (Map.Entry<String, BsonValue> element : Bodies.everyType().entrySet()) {
      BsonValue value = element.getValue();
      byte[] key = KeyEncoder.encode(value);
      BsonValue expected =
          switch (element.getKey()) {
            case "symbol" -> new BsonString("sym");
            case "javascriptWithScope" -> KeyEncoder.decode(key); // its long is now an int
            default -> value;
          };
      assertThat(KeyEncoder.decode(key)).isEqualTo(expected);
      assertThat(KeyEncoder.encode(KeyEncoder.decode(key))).isEqualTo(key);
      assertThat(KeyEncoder.encode(Bodies.raw(value))).as(element.getKey()).isEqualTo(key);
    }
  }

  @Test
  void equalNumbersHaveEqualBytes() {
    List<List<BsonValue>> groups =
        List.of(
            List.of(
                new BsonInt32(0),
                new BsonInt64(0),
                new BsonDouble(-0.0),
                decimal("-0"),
                decimal("0E+6000"),
                decimal("0E-6000")),
            List.of(new BsonInt32(5), new BsonInt64(5), new BsonDouble(5), decimal("5.000")),
            List.of(new BsonDouble(-2.5), decimal("-2.50")),
            List.of(new BsonDouble(Double.NaN), decimal("NaN"), decimal("-NaN")),
            List.of(new BsonDouble(Double.POSITIVE_INFINITY), decimal("Infinity")),
            List.of(new BsonDouble(Double.NEGATIVE_INFINITY), decimal("-Infinity")),
            List.of(
                new BsonInt64(Long.MIN_VALUE),
                new BsonDouble(-0x1p63),
                decimal("-9223372036854775808")),
            List.of(new BsonDouble(1e30), decimal("1000000000000000019884624838656")),
            List.of(new BsonInt64(Long.MAX_VALUE), decimal("9223372036854775807")),
            List.of(new BsonInt64(1L << 53), new BsonDouble(0x1p53), decimal("9007199254740992")));
    for (List<BsonValue> group : groups) {
      byte[] first = KeyEncoder.encode(group.get(0));
      for (BsonValue value : group) {
        assertThat(KeyEncoder.encode(value)).as("%s", value).isEqualTo(first);
      }
    }
  }

  @Test
  void decimalsOfMoreDigitsThanThereAreMeanZero() {
    // The bits of 10^34, one digit too many.
    Decimal128 tooMany =
        Decimal128.fromIEEE754BIDEncoding(0x3041ED09BEAD87C0L, 0x378D8E6400000000L);
    byte[] key = KeyEncoder.encode(new BsonDecimal128(tooMany));
    assertThat(KeyEncoder.decode(key)).isEqualTo(new BsonInt32(0));
  }

  @Test
  void closeNumbersDiffer() {
    assertAscending(
        decimal("-1E+6144"),
        new BsonDouble(-Double.MAX_VALUE),
        new BsonInt64(Long.MIN_VALUE),
        new BsonInt64(Long.MIN_VALUE + 1),
        new BsonDouble(-0.1),
        decimal("-0.1"),
        decimal("-1E-6176"),
        new BsonInt32(0),
        decimal("1E-6176"),
        decimal("2E-6176"),
        decimal("1E-400"),
        new BsonDouble(Double.MIN_VALUE),
        decimal("0.1"),
        new BsonDouble(0.1),
        decimal("0.1000000000000000055511151231257828"),
        decimal("0.5"),
        decimal("0.5000000000000000000000000000000001"),
        decimal("0.5000000000000000000000000000000002"),
        new BsonDouble(Math.nextUp(0.5)),
        new BsonInt32(1),
        new BsonDouble(Math.nextUp(1.0)),
        new BsonInt64(1L << 53),
        decimal("9007199254740992.5"),
        new BsonInt64((1L << 53) + 1),
        decimal("9007199254740993.000000000000000001"),
        new BsonInt64(Long.MAX_VALUE),
        decimal("9223372036854775807.5"),
        new BsonDouble(0x1p63),
        decimal("9223372036854775809"),
        new BsonDouble(Double.MAX_VALUE),
        decimal("2E+308"),
        decimal("3E+308"),
        decimal("1E+6144"),
        new BsonDouble(Double.POSITIVE_INFINITY));
  }

  @Test
  void textsWithLowBytesKeepTheirOrder() {
    assertAscending(
        new BsonString(""),
        new BsonString("\0"),
        new BsonString("\0\0"),
        new BsonString("\0\1"),
        new BsonString("\0\2"),
        new BsonString("\1"),
        new BsonString("\1\0"),
        new BsonString("\2"),
        new BsonString("a"),
        new BsonString("a\0"),
        new BsonString("a\0b"),
        new BsonString("a\1"),
        new BsonString("aa"),
        new BsonString("\u00e9"),
        new BsonString("\uffff"),
        new BsonString("\ud83d\ude00"));
  }

  @Test
  void typesComeBeforeNamesAndNamesBeforeValues() {
    assertAscending(
        BsonDocument.parse("{}"),
        BsonDocument.parse("{z: null}"),
        BsonDocument.parse("{a: 9}"),
        BsonDocument.parse("{a: 9, a2: 1}"),
        BsonDocument.parse("{a: NumberLong('10')}"),
        BsonDocument.parse("{b: -1}"),
        BsonDocument.parse("{a: ''}"),
        BsonArray.parse("[]"),
        BsonArray.parse("[1]"),
        BsonArray.parse("[1, 1]"),
        BsonArray.parse("[2]"),
        BsonArray.parse("['']"));
  }

  private static void assertAscending(BsonValue... values) {
    for (int i = 0; i < values.length; i++) {
      byte[] key = KeyEncoder.encode(values[i]);
      assertThat(KeyEncoder.encode(Bodies.raw(values[i]))).isEqualTo(key);
      assertThat(KeyEncoder.encode(KeyEncoder.decode(key))).isEqualTo(key);
      if (i > 0) {
        assertThat(Arrays.compareUnsigned(KeyEncoder.encode(values[i - 1]), key))
            .as("%s < %s", values[i - 1], values[i])
            .isNegative();
      }
    }
  }

  @Test
  void commonKeysAreShort() {
    assertThat(KeyEncoder.encode(new BsonInt32(0))).hasSize(1);
    assertThat(KeyEncoder.encode(new BsonInt32(127))).hasSize(2);
    assertThat(KeyEncoder.encode(new BsonInt32(-127))).hasSize(2);
    assertThat(KeyEncoder.encode(new BsonInt32(128))).hasSize(3);
    assertThat(KeyEncoder.encode(new BsonInt64(Long.MAX_VALUE))).hasSize(9);
    assertThat(KeyEncoder.encode(new BsonInt64(Long.MIN_VALUE + 1))).hasSize(9);
    assertThat(KeyEncoder.encode(new BsonString("abc"))).hasSize(5);
  }

  @Test
  void theBytesAreTheDiskFormat() {
    assertThat(KeyEncoder.encode(new BsonInt32(5))).isEqualTo(Bodies.hex("1C 0A"));
    assertThat(KeyEncoder.encode(new BsonInt32(-5))).isEqualTo(Bodies.hex("1A F5"));
    assertThat(KeyEncoder.encode(new BsonInt32(1000))).isEqualTo(Bodies.hex("1D 07D0"));
    assertThat(KeyEncoder.encode(new BsonDouble(0.5)))
        .isEqualTo(Bodies.hex("1C 01 3FE0000000000000 00"));
    assertThat(KeyEncoder.encode(new BsonString("a\0\1b")))
        .isEqualTo(Bodies.hex("30 61 0101 0102 62 00"));
    assertThat(KeyEncoder.encode(BsonDocument.parse("{a: [true]}")))
        .isEqualTo(Bodies.hex("38 40 61 00 40 59 00 00"));
  }

  @Test
  void compoundKeysAreReadOneByOne() {
    ByteSink sink = new ByteSink();
    KeyEncoder.append(sink, new BsonString("a"));
    KeyEncoder.append(sink, new BsonInt32(-300));
    KeyEncoder.append(sink, new BsonSymbol("b"));
    KeyDecoder decoder = new KeyDecoder(sink.toByteArray(), 0);
    assertThat(decoder.next()).isEqualTo(new BsonString("a"));
    assertThat(decoder.position()).isEqualTo(3);
    assertThat(decoder.next()).isEqualTo(new BsonInt32(-300));
    assertThat(decoder.next()).isEqualTo(new BsonString("b"));
    assertThat(decoder.atEnd()).isTrue();
  }

  @Test
  void whatHasNoFaithfulBytesIsRefused() {
    assertRefused(BAD_REQUEST, () -> KeyEncoder.encode(new BsonString("a\ud800")));
    assertRefused(BAD_REQUEST, () -> KeyEncoder.encode(new BsonString("\udc00a")));
    BsonValue deep = new BsonArray();
    for (int i = 0; i < RawBson.MAX_DEPTH; i++) {
      deep = new BsonArray(List.of(deep));
    }
    BsonValue tooDeep = deep;
    assertRefused(BAD_REQUEST, () -> KeyEncoder.encode(tooDeep)).hasMessageContaining("180");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "FF",
        "26",
        "1C",
        "1C 01 3FE0000000000000",
        "1C 01 3FE0000000000000 02",
        "24 7FEFFFFFFFFFFFFF 01 8000 00",
        "24 7FEFFFFFFFFFFFFF 01 FFFF 02 00",
        "24 7FEFFFFFFFFFFFFF 01 8000 66 00",
        "30",
        "30 61",
        "30 01",
        "30 01 03 00",
        "38",
        "38 40",
        "40 0A",
        "48 7FFFFFFF 00",
        "48 FFFFFFFF 00",
        "50 01",
        "60 01",
        "0A 0A"
      })
  void damagedKeysAreRecognised(String hex) {
    assertRefused(CORRUPTED, () -> KeyEncoder.decode(Bodies.hex(hex)));
  }

  @Test
  void anyBytesAreDecodedOrRefused() {
    Random random = Seeds.random(KeyEncoderTest.class);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = KeyEncoder.encode(Bodies.everyType());
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      try {
        KeyEncoder.decode(bytes);
      } catch (EngineException e) {
        assertThat(e.code()).isEqualTo(CORRUPTED);
      }
    }
    byte[] deep = new byte[100_000];
    Arrays.fill(deep, (byte) KeyTags.ARRAY);
    assertRefused(CORRUPTED, () -> KeyEncoder.decode(deep));
  }
}
