package dev.mayfly.text;

import java.util.EnumMap;
import java.util.Map;

/** The tokenizers for the languages of one document, made when needed. Not thread safe. */
final class Tokenizers {
  private final Tokenizer.Form form;
  private final Map<Language, Tokenizer> byLanguage = new EnumMap<>(Language.class);

  Tokenizers(Tokenizer.Form form) {
    this.form = form;
  }

  Tokenizer of(Language language) {
    return byLanguage.computeIfAbsent(language, each -> new Tokenizer(each, form));
  }
}
