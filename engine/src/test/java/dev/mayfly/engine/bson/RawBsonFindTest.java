package dev.mayfly.engine.bson;

import static dev.mayfly.engine.bson.Bodies.assertRefused;
import static dev.mayfly.engine.bson.Bodies.hex;
import static dev.mayfly.engine.bson.Bodies.json;
import static dev.mayfly.engine.error.ErrorCode.MALFORMED_BODY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Seeds;
import dev.mayfly.engine.error.EngineException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class RawBsonFindTest {
  private static RawValue find(byte[] body, String path) {
    return RawBson.find(body, FieldPath.ofSlashed(path));
  }

  @Test
  void aCursorEntersTheCurrentElement() {
    byte[] document = json("{a: 1, l: ['x', {b: 2}], z: 3}");
    RawCursor root = RawBson.cursor(document);
    root.next();
    root.next();
    RawCursor inside = root.elements();
    assertThat(inside.next()).isTrue();
    assertThat(inside.value().asString()).isEqualTo("x");
    assertThat(inside.next()).isTrue();
    assertThat(inside.name()).isEqualTo("1");
    assertThat(inside.valueOffset() + inside.valueLength() + 1)
        .isEqualTo(root.valueOffset() + root.valueLength());
    assertThat(inside.next()).isFalse();
    assertThat(root.next()).isTrue();
    assertThat(root.name()).isEqualTo("z");
  }

  @Test
  void findsEveryTypeAndGivesItBack() {
    BsonDocument document = Bodies.everyType();
    byte[] body = Bodies.bytes(document);
    for (Map.Entry<String, BsonValue> element : document.entrySet()) {
      RawValue value = find(body, "/" + element.getKey());
      assertThat(value.toBsonValue()).isEqualTo(element.getValue());
      if (!element.getKey().equals("oldBinData")) {
        assertThat(value.typeName()).isEqualTo(element.getKey());
      }
    }
  }

  @Test
  void findsWithinAValue() {
    byte[] body = json("{'a': {'b': 1, 'bb': {'c': 2}}, 'l': [4]}");
    RawValue root = RawBson.root(body);
    assertThat(root.isDocument()).isTrue();
    assertThat(root.toBsonValue().asDocument()).containsKeys("a", "l");
    RawValue a = root.find(utf8("a"));
    assertThat(a.find(utf8("b")).asLong()).isEqualTo(1);
    assertThat(a.find(utf8("bb")).find(utf8("c")).asLong()).isEqualTo(2);
    assertThat(a.find(utf8("c"))).isNull();
    assertThat(a.find(utf8(""))).isNull();
    assertThatThrownBy(() -> root.find(utf8("l")).find(utf8("0")))
        .isInstanceOf(IllegalStateException.class);
    assertRefused(MALFORMED_BODY, () -> RawBson.root(new byte[] {5, 0, 0, 0}));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void entersDocumentsButNotArrays() {
    byte[] body = json("{'a': {'b': {'c': 1}}, 'l': [{'c': 2}], 's': 'x'}");
    assertThat(find(body, "/a/b/c").asLong()).isEqualTo(1);
    assertThat(find(body, "/a/b").isDocument()).isTrue();
    assertThat(find(body, "/l/0")).isNull();
    assertThat(find(body, "/l/c")).isNull();
    assertThat(find(body, "/s/c")).isNull();
    assertThat(find(body, "/a/c")).isNull();
    assertThat(find(body, "/c")).isNull();
  }

  @Test
  void namesMatchWhole() {
    byte[] body = json("{'ab': 1, 'a': 2, 'abc': 3, '\u00e9': 4, '': 5}");
    assertThat(find(body, "/a").asLong()).isEqualTo(2);
    assertThat(find(body, "/ab").asLong()).isEqualTo(1);
    assertThat(find(body, "/abc").asLong()).isEqualTo(3);
    assertThat(find(body, "/\u00e9").asLong()).isEqualTo(4);
    assertThat(find(body, "/abcd")).isNull();
    assertThat(RawBson.findRoot(body, new byte[0]).asLong()).isEqualTo(5);
    assertThat(RawBson.findRoot(body, "ab".getBytes(StandardCharsets.UTF_8)).asLong()).isEqualTo(1);
  }

  @Test
  void theFirstOfTwoEqualNamesCounts() {
    byte[] body = hex("13000000 10 61 00 01000000 10 61 00 02000000 00");
    assertThat(find(body, "/a").asLong()).isEqualTo(1);
  }

  @Test
  void scalarsAreRead() {
    byte[] body =
        json(
            "{'s': 'h\u00e9', 'i': -5, 'l': {'$numberLong': '9007199254740993'}, 'd': 2.5,"
                + " 'b': true, 't': {'$date': {'$numberLong': '-1'}}, 'n': null,"
                + " 'c': {'$numberDecimal': '1'}}");
    assertThat(find(body, "/s").asString()).isEqualTo("h\u00e9");
    assertThat(find(body, "/s").isString()).isTrue();
    assertThat(find(body, "/i").asDouble()).isEqualTo(-5.0);
    assertThat(find(body, "/i").isNumber()).isTrue();
    assertThat(find(body, "/l").asLong()).isEqualTo(9007199254740993L);
    assertThat(find(body, "/d").asDouble()).isEqualTo(2.5);
    assertThat(find(body, "/d").isInteger()).isFalse();
    assertThat(find(body, "/b").asBoolean()).isTrue();
    assertThat(find(body, "/t").dateMillis()).isEqualTo(-1);
    assertThat(find(body, "/t").isDate()).isTrue();
    assertThat(find(body, "/n").isNull()).isTrue();
    assertThat(find(body, "/c").isNumber()).isFalse();
    assertThatThrownBy(() -> find(body, "/i").asString())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("int");
    assertThatThrownBy(() -> find(body, "/d").asLong()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> find(body, "/s").elements()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cursorsStepOverElements() {
    byte[] body = json("{'a': [1, 'x', []], 'b': {}}");
    List<String> seen = new ArrayList<>();
    for (RawCursor root = RawBson.cursor(body); root.next(); ) {
      seen.add(root.name());
      for (RawCursor inner = root.value().elements(); inner.next(); ) {
        seen.add(inner.name() + ":" + inner.value().typeName());
      }
    }
    assertThat(seen).containsExactly("a", "0:int", "1:string", "2:array", "b");
  }

  @Test
  void chargedSizeLeavesOutTheRootTtlOnly() {
    BsonDocument document =
        new BsonDocument("id", new BsonString("1"))
            .append("ttlx", new BsonInt32(1))
            .append("inner", new BsonDocument("ttl", new BsonInt32(5)));
    int size = Bodies.bytes(document).length;
    assertThat(RawBson.chargedSizeBytes(Bodies.bytes(document))).isEqualTo(size);
    document.append("ttl", new BsonInt32(60));
    assertThat(RawBson.chargedSizeBytes(Bodies.bytes(document))).isEqualTo(size);
    document.append("ttl", new BsonRegularExpression("any", "i"));
    assertThat(RawBson.chargedSizeBytes(Bodies.bytes(document))).isEqualTo(size);
  }

  @Test
  void damagedBytesEndInTheOneError() {
    assertRefused(MALFORMED_BODY, () -> find(new byte[0], "/a"));
    assertRefused(MALFORMED_BODY, () -> find(hex("05000000 01"), "/a"));
    Random random = Seeds.random(RawBsonFindTest.class);
    byte[] body = Bodies.bytes(Bodies.everyType());
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = body.clone();
      damaged[random.nextInt(body.length)] = (byte) random.nextInt(256);
      try {
        find(damaged, "/object/inner");
        find(damaged, "/missing");
        RawBson.chargedSizeBytes(damaged);
        IndexTerms.count(damaged, IndexingPaths.ALL);
      } catch (EngineException e) {
        assertThat(e.code()).isEqualTo(MALFORMED_BODY);
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }
}
