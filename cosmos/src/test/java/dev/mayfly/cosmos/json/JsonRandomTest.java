package dev.mayfly.cosmos.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Random documents there and back, and texts with random damage. A seed replays its run. */
class JsonRandomTest {
  private static final ObjectMapper SECOND_PARSER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Of properties with the same name the last counts, in the place of the first. */
  private static final ObjectMapper PARSER_OF_DUPLICATES =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final String ALPHABET = "aZ09 \"\\/{}[]:,\b\f\n\r\t\u0001\u001f\u007fé€\uffff";

  private final long seed = Seeds.seed(JsonRandomTest.class);
  private final Random random = new Random(seed);

  @Test
  void documentsComeBackAsTheyWere() throws IOException {
    for (int i = 0; i < 1_000; i++) {
      BsonDocument document = document(5);
      byte[] json = Json.bytes(document);
      assertThat(Json.parse(json)).as("seed %d", seed).isEqualTo(document);
      byte[] bson = ItemReader.read(json, 0, json.length).bson();
      assertThat(bson).as("seed %d", seed).isEqualTo(BsonBytes.encode(document));
      assertThat(same(SECOND_PARSER.readTree(json), document, true)).as("seed %d", seed).isTrue();
    }
  }

  @Test
  void damagedTextsAreRefusedOrReadAsAnyParserReadsThem() {
    int read = 0;
    for (int i = 0; i < 8_000; i++) {
      byte[] json = damaged(Json.bytes(document(3)));
      String text = new String(json, UTF_8);
      BsonDocument document;
      try {
        byte[] bson = new JsonToBson(json, 0, json.length, false).object();
        RawBson.validate(bson, Integer.MAX_VALUE, JsonToBson.MAX_DEPTH);
        document = BsonBytes.decode(bson);
      } catch (CosmosException e) {
        assertThat(e.status()).isEqualTo(400);
        continue;
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + text, e);
      }
      read++;
      try {
        assertThat(isReadAs(document, json)).as("seed %d: %s", seed, text).isTrue();
      } catch (IOException e) {
        fail("seed " + seed + ": only one parser reads " + text, e);
      }
    }
    assertThat(read).as("seed %d", seed).isGreaterThan(50);
  }

  private static boolean isReadAs(BsonDocument document, byte[] json) throws IOException {
    try {
      return same(SECOND_PARSER.readTree(json), document, true);
    } catch (JsonParseException e) {
      if (!e.getOriginalMessage().startsWith("Duplicate field")) {
        throw e;
      }
      return same(PARSER_OF_DUPLICATES.readTree(json), document, false);
    }
  }

  private byte[] damaged(byte[] json) {
    byte[] result = json;
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(result.length);
      int end = Math.min(result.length, at + random.nextInt(4));
      byte[] middle = new byte[random.nextInt(3)];
      String likely = "{}[]\",:\\u0019eE+-.tfn\u0000";
      for (int k = 0; k < middle.length; k++) {
        middle[k] =
            (byte)
                (random.nextBoolean()
                    ? random.nextInt(256)
                    : likely.charAt(random.nextInt(likely.length())));
      }
      byte[] next = new byte[at + middle.length + result.length - end + 1];
      System.arraycopy(result, 0, next, 0, at);
      System.arraycopy(middle, 0, next, at, middle.length);
      System.arraycopy(result, end, next, at + middle.length, result.length - end);
      next[next.length - 1] = ' ';
      result = next;
    }
    return result;
  }

  private static boolean same(JsonNode node, BsonValue value, boolean ordered) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> sameDocument(node, value.asDocument(), ordered);
      case ARRAY -> sameArray(node, value.asArray(), ordered);
      case STRING -> node.isTextual() && node.textValue().equals(value.asString().getValue());
      case BOOLEAN -> node.isBoolean() && node.booleanValue() == value.asBoolean().getValue();
      case NULL -> node.isNull();
      case INT32, INT64 ->
          node.isNumber()
              && node.canConvertToLong()
              && node.longValue() == value.asNumber().longValue();
      case DOUBLE -> node.isNumber() && node.doubleValue() == value.asDouble().getValue();
      default -> false;
    };
  }

  private static boolean sameDocument(JsonNode node, BsonDocument document, boolean ordered) {
    if (!node.isObject() || node.size() != document.size()) {
      return false;
    }
    var names = node.fieldNames();
    for (var entry : document.entrySet()) {
      if (ordered && !names.next().equals(entry.getKey())
          || !node.has(entry.getKey())
          || !same(node.get(entry.getKey()), entry.getValue(), ordered)) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameArray(JsonNode node, BsonArray array, boolean ordered) {
    if (!node.isArray() || node.size() != array.size()) {
      return false;
    }
    for (int i = 0; i < array.size(); i++) {
      if (!same(node.get(i), array.get(i), ordered)) {
        return false;
      }
    }
    return true;
  }

  private BsonDocument document(int depth) {
    BsonDocument document = new BsonDocument();
    for (int i = random.nextInt(random.nextInt(20) == 0 ? 40 : 6); i > 0; i--) {
      document.append(text(), value(depth - 1));
    }
    return document;
  }

  private BsonValue value(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 7)) {
      case 0 -> BsonBoolean.valueOf(random.nextBoolean());
      case 1 -> BsonNull.VALUE;
      case 2 -> new BsonString(text());
      case 3 -> JsonNumbers.of((long) random.nextInt(2_000) - 1_000);
      case 4 -> JsonNumbers.of(random.nextLong() >> random.nextInt(64));
      case 5 -> JsonNumbers.of(random.nextInt(100_000) / 100.0);
      case 6 -> anyDouble();
      case 7 -> document(depth);
      default -> {
        BsonArray array = new BsonArray();
        for (int i = random.nextInt(5); i > 0; i--) {
          array.add(value(depth - 1));
        }
        yield array;
      }
    };
  }

  /** Whole doubles up to 1e21 are printed as digits, and come back as long if they fit one. */
  private BsonValue anyDouble() {
    double value = Double.longBitsToDouble(random.nextLong());
    boolean plain = Math.abs(value) > 0x1p52 && Math.abs(value) < 1e21;
    return Double.isFinite(value) && !plain ? JsonNumbers.of(value) : BsonNull.VALUE;
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      if (random.nextInt(10) == 0) {
        text.appendCodePoint(0x10000 + random.nextInt(0x100000));
      } else {
        text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
      }
    }
    return text.toString();
  }
}
