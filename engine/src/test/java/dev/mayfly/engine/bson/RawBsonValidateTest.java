package dev.mayfly.engine.bson;

import static dev.mayfly.engine.bson.Bodies.assertRefused;
import static dev.mayfly.engine.bson.Bodies.hex;
import static dev.mayfly.engine.error.ErrorCode.MALFORMED_BODY;
import static dev.mayfly.engine.error.ErrorCode.TOO_LARGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.mayfly.engine.Seeds;
import dev.mayfly.engine.error.EngineException;
import java.util.Arrays;
import java.util.Random;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawBsonValidateTest {
  private static final int MAX_BYTES = 1 << 20;

  private static void validate(byte[] body) {
    RawBson.validate(body, MAX_BYTES, RawBson.MAX_DEPTH);
  }

  @Test
  void acceptsEveryType() {
    assertThatCode(() -> validate(Bodies.bytes(Bodies.everyType()))).doesNotThrowAnyException();
    assertThatCode(() -> validate(hex("05000000 00"))).doesNotThrowAnyException();
  }

  @Test
  void everyCutIsRefused() {
    byte[] body = Bodies.bytes(Bodies.everyType());
    for (int length = 0; length < body.length; length++) {
      byte[] cut = Arrays.copyOf(body, length);
      assertRefused(MALFORMED_BODY, () -> validate(cut));
      if (length >= 5) {
        // The same with a length and a terminator that fit.
        System.arraycopy(hex(String.format("%08x", Integer.reverseBytes(length))), 0, cut, 0, 4);
        cut[length - 1] = 0;
        survives(cut);
      }
    }
  }

  @Test
  void trailingBytesAreRefused() {
    byte[] body = Bodies.bytes(Bodies.everyType());
    assertRefused(MALFORMED_BODY, () -> validate(Arrays.copyOf(body, body.length + 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "0, '', no bytes",
    "0, 04000000, no terminator",
    "0, 05000000 01, wrong terminator",
    "0, 06000000 00, length past the end",
    "0, FFFFFFFF 00, negative length",
    "0, 05000000 00 00, trailing byte",
    "7, 08000000 20 61 00 00, unknown type",
    "5, 07000000 0A 61 00, name without an end",
    "5, 08000000 0A FF 00 00, name is not UTF-8",
    "7, 09000000 08 61 00 02 00, boolean of 2",
    "7, 0C000000 02 61 00 00000000 00, string of no bytes",
    "7, 0C000000 02 61 00 FFFFFFFF 00, string of negative length",
    "7, 0C000000 02 61 00 02000000 00, string past the end",
    "12, 0E000000 02 61 00 02000000 61 62 00, string without a terminator",
    "11, 0E000000 02 61 00 02000000 FF 00 00, string is not UTF-8",
    "11, 0F000000 02 61 00 03000000 C0 80 00 00, overlong zero",
    "11, 10000000 02 61 00 04000000 ED A0 80 00 00, surrogate",
    "11, 11000000 02 61 00 05000000 F4 90 80 80 00 00, past the last code point",
    "11, 0E000000 02 61 00 02000000 C3 00 00, cut sequence",
    "7, 0D000000 03 61 00 04000000 00 00, inner document too short",
    "7, 0D000000 03 61 00 06000000 00 00, inner document takes the outer terminator",
    "7, 0D000000 03 61 00 05000000 01 00, inner document without a terminator",
    "7, 0D000000 05 61 00 FFFFFFFF 00 00, binary of negative length",
    "7, 0D000000 05 61 00 00000000 02 00, old binary without its length",
    "7, 11000000 05 61 00 04000000 02 01000000 00, old binary with a wrong length",
    "7, 09000000 07 61 00 01 00, object id cut off",
    "7, 09000000 0B 61 00 61 00, regex without options",
    "7, 0C000000 0F 61 00 0D000000 00, code with scope too short",
    "11, 16000000 0F 61 00 0E000000 02000000 00 05000000 00 00, code takes bytes of the scope",
    "11, 16000000 0F 61 00 0E000000 00000000 00 05000000 00 00, code of no bytes",
    "16, 16000000 0F 61 00 0E000000 01000000 00 06000000 00 00, scope past its end",
  })
  void hostileBytesAreRefusedWithTheirPosition(int position, String hex, String what) {
    assertRefused(MALFORMED_BODY, () -> validate(hex(hex)))
        .as(what)
        .hasMessageContaining("at byte " + position + ":");
  }

  @Test
  void sizeIsBounded() {
    byte[] body = Bodies.json("{'a': 'bbbb'}");
    assertThatCode(() -> RawBson.validate(body, body.length, 1)).doesNotThrowAnyException();
    assertRefused(TOO_LARGE, () -> RawBson.validate(body, body.length - 1, 1))
        .hasMessageContaining(body.length + " bytes")
        .hasMessageContaining("at most " + (body.length - 1));
  }

  @Test
  void depthIsBounded() {
    assertThatCode(() -> validate(Bodies.nested(RawBson.MAX_DEPTH))).doesNotThrowAnyException();
    assertRefused(MALFORMED_BODY, () -> validate(Bodies.nested(RawBson.MAX_DEPTH + 1)))
        .hasMessageContaining("deeper than 180");
    assertRefused(MALFORMED_BODY, () -> RawBson.validate(Bodies.nested(20_000), 1 << 20, 180));
  }

  @Test
  void whatPassesCanBeRead() {
    Random random = Seeds.random(RawBsonValidateTest.class);
    byte[] body = Bodies.bytes(Bodies.everyType());
    int passed = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = body.clone();
      for (int i = random.nextInt(3); i >= 0; i--) {
        damaged[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      passed += survives(damaged) ? 1 : 0;
    }
    assertThat(passed).isBetween(1, 19_999);
  }

  /** Bytes are refused, or they can be read by the library and walked by us. */
  private static boolean survives(byte[] body) {
    try {
      validate(body);
    } catch (EngineException e) {
      assertThat(e.code()).isEqualTo(MALFORMED_BODY);
      return false;
    }
    new RawBsonDocument(body).decode(new BsonDocumentCodec());
    for (RawCursor cursor = RawBson.cursor(body); cursor.next(); ) {
      RawValue value = cursor.value();
      value.toBsonValue();
      KeyEncoder.encode(value);
    }
    IndexTerms.count(body, IndexingPaths.ALL);
    return true;
  }

  @Test
  void aDocumentIsCheckedAndReadInTheMiddleOfOtherBytes() {
    byte[] document = Bodies.json("{a: {b: 1}}");
    byte[] bytes = new byte[document.length + 10];
    Arrays.fill(bytes, (byte) 0xFF);
    System.arraycopy(document, 0, bytes, 3, document.length);

    RawBson.validate(bytes, 3, document.length, 2);
    RawValue root = RawBson.documentAt(bytes, 3, document.length);

    assertThat(root.toBsonValue()).isEqualTo(new RawBsonDocument(document));
    assertRefused(MALFORMED_BODY, () -> RawBson.validate(bytes, 3, document.length, 1));
    assertRefused(MALFORMED_BODY, () -> RawBson.validate(bytes, 2, document.length, 2));
    assertRefused(MALFORMED_BODY, () -> RawBson.documentAt(bytes, 3, document.length + 1));
  }
}
