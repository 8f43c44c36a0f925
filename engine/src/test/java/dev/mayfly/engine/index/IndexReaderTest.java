package dev.mayfly.engine.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.List;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which keys bodies have in an index. */
class IndexReaderTest {
  private static IndexKeys read(PathIndex index, String json) {
    return new IndexReader(index, body -> true).read(bytes(json));
  }

  private static byte[] bytes(String json) {
    try (BasicOutputBuffer out = new BasicOutputBuffer();
        BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      new BsonDocumentCodec()
          .encode(writer, BsonDocument.parse(json), EncoderContext.builder().build());
      return out.toByteArray();
    }
  }

  /** The keys as JSON, in their order. */
  private static String keys(PathIndex index, String json) {
    StringBuilder keys = new StringBuilder();
    for (byte[] key : read(index, json).keys()) {
      List<BsonValue> values = KeyBytes.values(index, key);
      keys.append(keys.isEmpty() ? "" : " ");
      for (int i = 0; i < values.size(); i++) {
        String text = new BsonDocument("v", values.get(i)).toJson();
        keys.append(i == 0 ? "" : ",").append(text, 6, text.length() - 1);
      }
    }
    return keys.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a     | {a: 1}                              | 1",
        "a     | {}                                  | null",
        "a     | {a: null}                           | null",
        "a     | {a: {b: 1}}                         | {\"b\": 1}",
        "a     | {a: [2, 1, 2]}                      | 1 2",
        "a     | {a: []}                             | {\"$undefined\": true}",
        "a     | {a: [[1, 2], 3]}                    | 3 [1, 2]",
        "a.b   | {a: {b: 1}}                         | 1",
        "a.b   | {a: 1}                              | null",
        "a.b   | {a: [{b: 2}, {b: 1}]}               | 1 2",
        "a.b   | {a: [{b: [3, 4]}, {b: 1}]}          | 1 3 4",
        "a.b   | {a: [{b: 1}, {c: 1}, 7]}            | null 1",
        "a.b   | {a: []}                             | null",
        "a.b   | {a: [[{b: 1}]]}                     | null",
        "a.b   | {a: {b: []}}                        | {\"$undefined\": true}",
        "a.0   | {a: [5, 6]}                         | 5",
        "a.1.b | {a: [{b: 1}, {b: 2}]}               | 2",
        "a.7   | {a: [5, 6]}                         | null",
        "a.0   | {a: {\"0\": 3}}                     | 3",
      })
  void arraysGiveAKeyForEachElement(String path, String body, String expected) {
    assertThat(keys(PathIndex.of("i", path), body)).isEqualTo(expected);
  }

  @Test
  void pathsIntoOneArrayGoTogether() {
    PathIndex index = PathIndex.of("i", "a.b", "a.c");
    assertThat(keys(index, "{a: [{b: 1, c: 2}, {b: 3}, {c: 4}]}")).isEqualTo("null,4 1,2 3,null");
    PathIndex outer = PathIndex.of("i", "a", "-a.b", "x");
    assertThat(keys(outer, "{a: [{b: 1}, {b: 2}], x: 9}"))
        .isEqualTo("{\"b\": 1},1,9 {\"b\": 2},2,9");
  }

  @Test
  void descendingPartsAreTurnedAround() {
    PathIndex index = PathIndex.of("i", "-a");
    assertThat(keys(index, "{a: [1, 'x', null, 2.5]}")).isEqualTo("\"x\" 2.5 1 null");
  }

  @Test
  void twoArraysAreRefused() {
    assertThatThrownBy(() -> read(PathIndex.of("i", "a", "b"), "{a: [1], b: [2]}"))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PARALLEL_ARRAYS));
    assertThatThrownBy(() -> read(PathIndex.of("i", "a.b", "a.c"), "{a: {b: [1], c: [2]}}"))
        .isInstanceOf(EngineException.class);
  }

  @Test
  void aNumberThatMayMeanTwoThingsIsRefused() {
    assertThatThrownBy(() -> read(PathIndex.of("i", "a.0"), "{a: [{'0': 1}]}"))
        .hasMessageContaining("may mean");
  }

  @Test
  void anArrayOnTheWayIsRemembered() {
    assertThat(read(PathIndex.of("i", "a"), "{a: 1}").multikey()).isFalse();
    assertThat(read(PathIndex.of("i", "a"), "{a: [1]}").multikey()).isTrue();
    assertThat(read(PathIndex.of("i", "a.0"), "{a: [1]}").multikey()).isFalse();
  }

  @Test
  void sparseIndexesHoldWhatHasOneOfTheirPaths() {
    PathIndex index = PathIndex.of("i", "a", "b").asSparse();
    assertThat(keys(index, "{}")).isEmpty();
    assertThat(keys(index, "{b: 1}")).isEqualTo("null,1");
  }

  @Test
  void wholeValuesKeepArraysAndTellMissingFromNull() {
    PathIndex index = PathIndex.of("i", "a.b").withArrays(PathIndex.Arrays.WHOLE);
    assertThat(keys(index, "{a: {b: [1, 2]}}")).isEqualTo("[1, 2]");
    assertThat(keys(index, "{a: [{b: 1}]}")).isEqualTo("{\"$undefined\": true}");
    assertThat(keys(index, "{a: {b: null}}")).isEqualTo("null");
  }

  @Test
  void tooManyKeysAreRefused() {
    StringBuilder json = new StringBuilder("{a: [0");
    for (int i = 1; i <= IndexReader.KEYS_MAX; i++) {
      json.append(',').append(i);
    }
    assertThatThrownBy(() -> read(PathIndex.of("i", "a"), json.append("]}").toString()))
        .hasMessageContaining("more than 100000 keys");
  }

  @Test
  void longKeysAreCutAndStayApart() {
    String text = "x".repeat(5000);
    IndexKeys one = read(PathIndex.of("i", "a"), "{a: '" + text + "1'}");
    IndexKeys other = read(PathIndex.of("i", "a"), "{a: '" + text + "2'}");
    assertThat(one.cut()).isTrue();
    assertThat(KeyBytes.isCut(one.keys().get(0).length)).isTrue();
    assertThat(one.keys().get(0)).isNotEqualTo(other.keys().get(0));
  }

  @Test
  void badDefinitionsAreRefused() {
    assertThatThrownBy(() -> PathIndex.of("i")).hasMessageContaining("1 to 32 paths");
    assertThatThrownBy(() -> PathIndex.of("i", "a", "-a")).hasMessageContaining("twice");
    assertThatThrownBy(() -> PathIndex.of("", "a")).hasMessageContaining("name");
  }
}
