package dev.mayfly.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.KeyBytes;
import dev.mayfly.engine.index.PathIndex;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** The keys of documents in text indexes. */
class TextKeysTest {
  private static List<String> keys(TextDefinition definition, PathIndex index, String json) {
    IndexReader reader = new IndexReader(index.withFunction(definition.call()), body -> true);
    return reader.read(Documents.bytes(json)).keys().stream()
        .map(key -> KeyBytes.values(index, key))
        .map(values -> values.stream().map(TextKeysTest::shown).toList().toString())
        .toList();
  }

  private static String shown(BsonValue value) {
    return value.isString() ? value.asString().getValue() : value.isNull() ? "null" : "" + value;
  }

  @Test
  void everyTermIsOneKey() {
    TextDefinition definition = Documents.definition(Map.of("a", 2, "b", 1));
    PathIndex index = PathIndex.of("t", "_fts");
    assertThat(keys(definition, index, "{a: 'The foxes', b: ['a fox', 'two cats']}"))
        .containsExactly("[cat]", "[fox]", "[two]");
    assertThat(keys(definition, index, "{a: 1, c: 'fox'}")).isEmpty();
    assertThat(TextDefinition.of(definition.call())).isEqualTo(definition);
  }

  @Test
  void fieldsBeforeTheTextsStandBeforeTheTerm() {
    TextDefinition definition =
        new TextDefinition(
            Map.of(),
            true,
            Language.NONE,
            "lang",
            List.of(FieldPath.ofDotted("x.y")),
            List.of(FieldPath.ofDotted("z")));
    PathIndex index = PathIndex.of("t", "x.y", "_fts");
    assertThat(keys(definition, index, "{x: {y: 'b'}, a: 'c'}"))
        .containsExactly("[b, b]", "[b, c]");
    assertThat(keys(definition, index, "{a: 'c'}")).containsExactly("[null, c]");
    assertThatThrownBy(() -> keys(definition, index, "{x: [{y: 1}], a: 'c'}"))
        .isInstanceOf(TextRefusal.class)
        .hasMessage("Field 'x.y' of text index contains an array in document");
    assertThatThrownBy(() -> keys(definition, index, "{z: [1], a: 'c'}"))
        .isInstanceOf(TextRefusal.class);
    assertThat(TextDefinition.of(definition.call())).isEqualTo(definition);
  }
}
