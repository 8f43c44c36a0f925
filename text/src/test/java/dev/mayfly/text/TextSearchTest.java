package dev.mayfly.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which documents match a search, and with what score. */
class TextSearchTest {
  private static double score(TextDefinition definition, String search, String json) {
    return new TextSearch(definition, search, definition.language(), false, false)
        .score(Documents.raw(json));
  }

  private static boolean matches(String search, String text, boolean cased, boolean marked) {
    return new TextSearch(
                Documents.definition(Map.of("a", 1)), search, Language.ENGLISH, cased, marked)
            .score(Documents.raw("{a: '" + text.replace("'", "\\'") + "'}"))
        > 0;
  }

  /** The figures are those of MongoDB's manual, and of its formula. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "coffee       | coffee                  | 1",
        "coffee       | Coffee Shopping         | 0.75",
        "coffee       | coffee and cream        | 0.75",
        "cake         | cake                    | 1.1",
        "cake         | Cake                    | 1.1",
        "cake coffee  | coffee cake             | 1.5",
        "coffee       | coffee coffee coffee    | 1.75",
        "coffee       | coffee tea coffee tea   | 1.125",
        "the          | the coffee              | 0",
        "tea          | coffee                  | 0",
        "aa bb        | aa bb cc 1234242        | 1.25",
        "aa bb        | aa bb cc rr diuleilaomu | 1.2",
      })
  void theScoreCountsHowOftenAndHowMuch(String search, String text, double score) {
    assertThat(score(Documents.definition(Map.of("a", 1)), search, "{a: '" + text + "'}"))
        .isEqualTo(score);
  }

  @Test
  void weightsCountAndFieldsAreAdded() {
    TextDefinition definition = Documents.definition(Map.of("a", 10, "b.c", 5));
    assertThat(score(definition, "tea", "{a: 'tea green', b: {c: 'tea cup'}, d: 'tea'}"))
        .isEqualTo(11.25);
    assertThat(score(definition, "tea", "{b: [{c: 'tea cup'}, {c: ['tea cup', [1, 'tea']]}]}"))
        .isEqualTo(7.5);
    assertThat(score(definition, "tea", "{d: 'tea', b: 'tea', c: 'tea'}")).isZero();
  }

  @Test
  void theWildcardTakesAllTextsButTheLanguage() {
    TextDefinition definition = Documents.wildcard(Map.of("title", 3));
    assertThat(score(definition, "tea", "{a: {b: [[{c: 'tea cup'}]]}}")).isEqualTo(0.75);
    assertThat(score(definition, "tea", "{title: 'tea cup'}")).isEqualTo(2.25);
    assertThat(score(definition, "english", "{language: 'english', a: 'x'}")).isZero();
  }

  @Test
  void subdocumentsMayHaveAnotherLanguage() {
    TextDefinition definition = Documents.definition(Map.of("a", 1, "t.a", 1));
    String json = "{language: 'de', a: 'Häuser', t: [{language: 'none', a: 'the'}, {a: 'the'}]}";
    assertThat(score(definition, "haus", json)).isEqualTo(1.0);
    assertThat(
            new TextSearch(definition, "the", Language.NONE, false, false)
                .score(Documents.raw(json)))
        .isEqualTo(2.2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "fox                  | the quick fox    | true",
        "fox -quick           | the quick fox    | false",
        "fox -slow            | the quick fox    | true",
        "-slow                | the quick fox    | false",
        "\"quick fox\"        | the Quick Fóx    | true",
        "\"fox quick\"        | the quick fox    | false",
        "fox \"the quick\"    | the quick fox    | true",
        "slow \"quick\"       | the quick fox    | true",
        "fox -\"quick fox\"   | the quick fox    | false",
        "fox -\"quick ox\"    | the quick fox    | true",
        "\"\"                 | the quick fox    | false",
      })
  void phrasesMustOccurAndNegatedWordsMayNot(String search, String text, boolean matches) {
    assertThat(matches(search, text, false, false)).isEqualTo(matches);
  }

  @Test
  void caseAndMarksCountIfAskedFor() {
    assertThat(matches("Fox", "the fox", true, false)).isFalse();
    assertThat(matches("Fox", "the Fox", true, false)).isTrue();
    assertThat(matches("fox -Quick", "quick fox", true, false)).isTrue();
    assertThat(matches("\"Quick fox\"", "quick fox Quick", true, false)).isFalse();
    assertThat(matches("café", "cafe", false, true)).isFalse();
    assertThat(matches("café", "CAFÉ", false, true)).isTrue();
    assertThat(matches("café", "cafe", false, false)).isTrue();
    assertThat(matches("\"café au\"", "cafe au lait café", false, true)).isFalse();
  }

  @Test
  void languagesOfDocumentsAreChecked() {
    TextDefinition definition = Documents.definition(Map.of("a", 1));
    assertThatThrownBy(() -> score(definition, "x", "{language: 'klingon', a: 'x'}"))
        .isInstanceOfSatisfying(TextRefusal.class, e -> assertThat(e.number()).isEqualTo(17262))
        .hasMessage("language override unsupported: klingon");
    assertThatThrownBy(() -> score(definition, "x", "{language: 1, a: 'x'}"))
        .isInstanceOfSatisfying(TextRefusal.class, e -> assertThat(e.number()).isEqualTo(17261));
  }
}
