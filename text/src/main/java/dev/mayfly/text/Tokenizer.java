package dev.mayfly.text;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.tartarus.snowball.SnowballStemmer;

/** Divides texts of one language into terms. Not thread safe. */
final class Tokenizer {
  /** More words are not remembered with their terms. */
  private static final int REMEMBERED_MAX = 10_000;

  private static final int REMEMBERED_LENGTH_MAX = 64;

  /** Stands for a word that is left out. */
  private static final String STOP_WORD = "";

  private final Language language;
  private final Form form;
  private final Set<String> stopWords;
  private final SnowballStemmer stemmer;
  private final Map<String, String> terms = new HashMap<>();

  /**
   * What terms are like.
   *
   * @param stopWords whether they are left out
   * @param caseSensitive whether upper case stays
   * @param diacriticSensitive whether diacritical marks stay
   */
  record Form(boolean stopWords, boolean caseSensitive, boolean diacriticSensitive) {
    /** The form of terms in an index. */
    static final Form INDEXED = new Form(true, false, false);
  }

  Tokenizer(Language language, Form form) {
    this.language = language;
    this.form = form;
    this.stopWords = form.stopWords() ? StopWords.of(language) : Set.of();
    this.stemmer = language.stemmer();
  }

  /** Passes on the terms of a text in their order. */
  void forEach(String text, Consumer<String> taker) {
    int position = 0;
    while (position < text.length()) {
      int start = skip(text, position, true);
      position = skip(text, start, false);
      if (position > start) {
        String term = remembered(text.substring(start, position));
        if (!term.equals(STOP_WORD)) {
          taker.accept(term);
        }
      }
    }
  }

  /** The end of the delimiters, or of the word, that begin at a position. */
  private int skip(String text, int from, boolean delimiters) {
    int position = from;
    while (position < text.length()) {
      int codePoint = text.codePointAt(position);
      if (Delimiters.isDelimiter(codePoint, language) != delimiters) {
        return position;
      }
      position += Character.charCount(codePoint);
    }
    return position;
  }

  private String remembered(String word) {
    String known = terms.get(word);
    if (known != null) {
      return known;
    }
    String term = term(word);
    if (terms.size() < REMEMBERED_MAX && word.length() <= REMEMBERED_LENGTH_MAX) {
      terms.put(word, term);
    }
    return term;
  }

  private String term(String word) {
    String lower = Folding.lower(word, language);
    if (stopWords.contains(lower)) {
      return STOP_WORD;
    }
    String stem = stem(form.caseSensitive() ? word : lower);
    return form.diacriticSensitive() ? stem : Folding.withoutDiacritics(stem);
  }

  private String stem(String word) {
    if (stemmer == null) {
      return word;
    }
    stemmer.setCurrent(word);
    stemmer.stem();
    String stem = stemmer.getCurrent();
    return stem.isEmpty() ? word : stem;
  }
}
