package dev.mayfly.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search asks for. */
class SearchStringTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a b                    | a b   |     | []         | []",
        "a -b                   | a     | b   | []         | []",
        "-a-b c                 | c     | a b | []         | []",
        "a-b                    | a b   |     | []         | []",
        "- a                    | a     |     | []         | []",
        "\"a b\" c              | a b c |     | [a b]      | []",
        "-\"a b\" c             | c     |     | []         | [a b]",
        "-\"a b\"-\"c d\" e     | e     |     | []         | [a b, c d]",
        "- \"a b\"              | a b   |     | [a b]      | []",
        "\"a -b\"               | a b   |     | [a -b]     | []",
        "\"a                    | a     |     | []         | []",
        "\"\"                   |       |     | []         | []",
        "\"a\" \"b\"            | a b   |     | [a, b]     | []",
      })
  void wordsPhrasesAndNegations(
      String search, String words, String negated, String phrases, String negatedPhrases) {
    SearchString parsed = SearchString.parse(search);
    assertThat(parsed.words().strip()).isEqualTo(words == null ? "" : words);
    assertThat(parsed.negatedWords().strip()).isEqualTo(negated == null ? "" : negated);
    assertThat(parsed.phrases()).hasToString(search.equals("\"\"") ? "[]" : phrases).isNotNull();
    assertThat(parsed.negatedPhrases()).hasToString(negatedPhrases);
  }
}
