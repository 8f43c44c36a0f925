package dev.mayfly.cosmos.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionKeyHeaderTest {
  private static void assertParsed(String header, Object... values) {
    assertThat(PartitionKeyHeader.parse(header)).isEqualTo(PartitionKey.of(values));
  }

  @Test
  void readsEveryKindOfValue() {
    assertParsed("[\"p\"]", "p");
    assertParsed("[\"\"]", "");
    assertParsed(" [ \"p\" ] ", "p");
    assertParsed("[5]", 5);
    assertParsed("[5.0]", 5);
    assertParsed("[-1.5e3]", -1500);
    assertParsed("[true]", true);
    assertParsed("[false]", false);
    assertParsed("[null]", (Object) null);
    assertParsed("[{}]", PartitionKey.UNDEFINED);
    assertParsed("[{ }]", PartitionKey.UNDEFINED);
    assertThat(PartitionKeyHeader.parse("[]")).isEqualTo(PartitionKey.NONE);
    assertParsed("[\"t\",{},null]", "t", PartitionKey.UNDEFINED, null);
  }

  @Test
  void readsTextsHoweverTheyAreWritten() {
    assertParsed("[\"a\\\"b\\\\c\\/\"]", "a\"b\\c/");
    assertParsed("[\"\\u00e4\\ud83d\\ude00\"]", "ä😀");
    String asBytes =
        new String("[\"ä😀\"]".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertParsed(asBytes, "ä😀");
    assertParsed("[\"ä日\"]", "ä日");
    assertParsed("[\"a\",\"b\"]", "a", "b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p",
        "\"p\"",
        "{}",
        "[",
        "[\"p\"",
        "[\"p\"]]",
        "[\"p\"],",
        "[\"p\" \"q\"]",
        "[[]]",
        "[[\"p\"]]",
        "[{\"a\":1}]",
        "[undefined]",
        "[NaN]",
        "[1e999]",
        "[\"\\ud800\"]",
        "[\"\u00e4\"]",
        "[\"a\u0001\"]",
        "[\"\"\"]",
        "[1,2,3,4]",
        "null",
        "[,]"
      })
  void refusesEverythingElse(String header) {
    assertThatThrownBy(() -> PartitionKeyHeader.parse(header))
        .isInstanceOfSatisfying(
            CosmosException.class, refusal -> assertThat(refusal.status()).isEqualTo(400));
  }

  @Test
  void refusesLongAndDeepTexts() {
    for (String header :
        new String[] {
          "[\"" + "x".repeat(2049) + "\"]", "[".repeat(30_000), "[" + "1".repeat(40_000) + "]",
        }) {
      assertThatThrownBy(() -> PartitionKeyHeader.parse(header))
          .isInstanceOf(CosmosException.class);
    }
    assertParsed("[\"" + "x".repeat(2048) + "\"]", "x".repeat(2048));
  }

  @Test
  void failsOnlyWithARefusalWhateverComes() {
    long seed = Seeds.seed(PartitionKeyHeaderTest.class);
    Random random = new Random(seed);
    String alphabet = "[]{}\"\\u0001,:.-+eEtrufalsn \u00e4\ud83d\ude00\u0000";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder header = new StringBuilder("[");
      for (int length = random.nextInt(12); length > 0; length--) {
        header.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        PartitionKeyHeader.parse(header.append(']').toString());
      } catch (CosmosException e) {
        assertThat(e.status()).as("%s, seed %d", header, seed).isEqualTo(400);
      }
    }
  }

  @Test
  void completesKeysOfContainersWithoutPaths() {
    PartitionKeyDefinition none = PartitionKeyDefinition.NONE;
    assertThat(PartitionKeyHeader.complete(null, none)).isEqualTo(PartitionKey.NONE);
    assertThat(PartitionKeyHeader.complete("[]", none)).isEqualTo(PartitionKey.NONE);
    assertThat(PartitionKeyHeader.complete("[{}]", none)).isEqualTo(PartitionKey.NONE);
    assertThatThrownBy(() -> PartitionKeyHeader.complete("[\"p\"]", none))
        .hasMessageContaining("more components");
  }

  @Test
  void needsAValueForEachLevel() {
    PartitionKeyDefinition levels = PartitionKeyDefinition.multiHash("/a", "/b", "/c");
    assertThat(PartitionKeyHeader.complete("[\"x\",1,null]", levels))
        .isEqualTo(PartitionKey.of("x", 1, null));
    assertThatThrownBy(() -> PartitionKeyHeader.complete("[\"x\",1]", levels))
        .hasMessageContaining("fewer components");
  }
}
