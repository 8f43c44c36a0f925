package dev.mayfly.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How texts are divided into terms. */
class TokenizerTest {
  private static List<String> terms(Language language, Tokenizer.Form form, String text) {
    List<String> terms = new ArrayList<>();
    new Tokenizer(language, form).forEach(text, terms::add);
    return terms;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "english | The quick brown foxes!         | quick brown fox",
        "english | running, RUNS; run             | run run run",
        "english | don't John's                   | john",
        "english | a_b c-d e.f@g                  | a_b c d e f g",
        "english | «Café»—naïve                   | cafe naiv",
        "english | ''                             | ''",
        "en      | cakes                          | cake",
        "french  | l'été des chevaux              | ete cheval",
        "german  | Die schönen Häuser             | schon haus",
        "spanish | los niños corrieron            | nin corr",
        "russian | красивые дома                  | красив дом",
        "turkish | ISPARTA kitaplar               | ıspar kitap",
        "none    | The Foxes are RUNNING          | the foxes are running",
        "none    | 日本語 テキスト                  | 日本語 テキスト",
      })
  void stemsWithoutCaseMarksAndStopWords(String language, String text, String terms) {
    assertThat(String.join(" ", terms(Language.named(language), Tokenizer.Form.INDEXED, text)))
        .isEqualTo(terms);
  }

  @Test
  void caseAndMarksStayIfAskedFor() {
    Tokenizer.Form cased = new Tokenizer.Form(true, true, false);
    Tokenizer.Form marked = new Tokenizer.Form(true, false, true);
    assertThat(terms(Language.ENGLISH, cased, "The Cafés")).containsExactly("Cafe");
    assertThat(terms(Language.ENGLISH, marked, "The Cafés")).containsExactly("café");
  }

  @Test
  void stopWordsStayIfAskedFor() {
    Tokenizer.Form all = new Tokenizer.Form(false, false, false);
    assertThat(terms(Language.ENGLISH, all, "the and Fox")).containsExactly("the", "and", "fox");
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void everyLanguageHasItsWords(Language language) {
    assertThat(StopWords.of(language).isEmpty()).isEqualTo(language == Language.NONE);
    assertThat(terms(language, Tokenizer.Form.INDEXED, "xylophon 42")).hasSize(2);
    assertThat(Language.named(language.fullName().toUpperCase(java.util.Locale.ROOT)))
        .isSameAs(language);
  }

  @Test
  void unknownLanguagesAreNotThere() {
    assertThat(Language.named("klingon")).isNull();
    assertThat(Language.named("")).isNull();
  }
}
