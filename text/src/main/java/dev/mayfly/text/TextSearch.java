package dev.mayfly.text;

import dev.mayfly.engine.bson.RawValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A search in the documents of a text index. Thread safe. */
public final class TextSearch {
  /** More different terms than this are refused by those who search. */
  public static final int TERMS_MAX = 1_000;

  /** The score of a document that does not match. */
  public static final double NO_MATCH = 0;

  private final SearchString search;
  private final DocumentTexts texts;
  private final Tokenizer.Form form;
  private final List<String> terms;
  private final Map<String, Integer> places = new HashMap<>();
  private final Set<String> required;
  private final Set<String> negated;

  /**
   * @param language of the search
   */
  public TextSearch(
      TextDefinition definition,
      String search,
      Language language,
      boolean caseSensitive,
      boolean diacriticSensitive) {
    this.search = SearchString.parse(search);
    this.texts = new DocumentTexts(definition);
    this.form = new Tokenizer.Form(false, caseSensitive, diacriticSensitive);
    this.terms = List.copyOf(terms(this.search.words(), language, Tokenizer.Form.INDEXED));
    for (String term : terms) {
      places.put(term, places.size());
    }
    Tokenizer.Form filtered = new Tokenizer.Form(true, caseSensitive, diacriticSensitive);
    this.required = terms(this.search.words(), language, filtered);
    this.negated = terms(this.search.negatedWords(), language, filtered);
  }

  private static Set<String> terms(String words, Language language, Tokenizer.Form form) {
    Set<String> terms = new TreeSet<>();
    new Tokenizer(language, form).forEach(words, terms::add);
    return terms;
  }

  /** A document that matches has one of these in the index; sorted. */
  public List<String> terms() {
    return terms;
  }

  /** The terms of which a document that matches has one, as the search spells them; sorted. */
  public Set<String> requiredTerms() {
    return required;
  }

  public Set<String> negatedTerms() {
    return negated;
  }

  public List<String> phrases() {
    return search.phrases();
  }

  public List<String> negatedPhrases() {
    return search.negatedPhrases();
  }

  /** The score of a document, {@link #NO_MATCH} if it does not match. */
  public double score(RawValue document) {
    if (terms.isEmpty()) {
      return NO_MATCH;
    }
    Scores scores = new Scores();
    texts.forEach(document, scores::add);
    return scores.found && isAccepted(document) ? scores.sum() : NO_MATCH;
  }

  private boolean isAccepted(RawValue document) {
    boolean sensitive = form.caseSensitive() || form.diacriticSensitive();
    if (sensitive && !hasAny(document, required)) {
      return false;
    }
    if (!negated.isEmpty() && hasAny(document, negated)) {
      return false;
    }
    if (search.phrases().isEmpty() && search.negatedPhrases().isEmpty()) {
      return true;
    }
    List<PhraseText> found = new ArrayList<>();
    texts.forEach(document, (text, language, weight) -> found.add(new PhraseText(text, language)));
    return search.phrases().stream().allMatch(phrase -> holdsAny(found, phrase))
        && search.negatedPhrases().stream().noneMatch(phrase -> holdsAny(found, phrase));
  }

  private boolean hasAny(RawValue document, Set<String> wanted) {
    Tokenizers tokenizers = new Tokenizers(form);
    Set<String> found = new HashSet<>();
    texts.forEach(
        document,
        (text, language, weight) ->
            tokenizers
                .of(language)
                .forEach(
                    text,
                    term -> {
                      if (wanted.contains(term)) {
                        found.add(term);
                      }
                    }));
    return !found.isEmpty();
  }

  private boolean holdsAny(List<PhraseText> found, String phrase) {
    for (PhraseText each : found) {
      if (each.folded(form).contains(PhraseText.fold(phrase, each.language, form))) {
        return true;
      }
    }
    return false;
  }

  /** A text in which phrases are searched; what does not count is removed once. */
  private static final class PhraseText {
    private final String text;
    private final Language language;
    private String folded;

    PhraseText(String text, Language language) {
      this.text = text;
      this.language = language;
    }

    String folded(Tokenizer.Form form) {
      if (folded == null) {
        folded = fold(text, language, form);
      }
      return folded;
    }

    static String fold(String text, Language language, Tokenizer.Form form) {
      String cased = form.caseSensitive() ? text : Folding.lower(text, language);
      return form.diacriticSensitive() ? cased : Folding.withoutDiacritics(cased);
    }
  }

  /** The scores of the terms in one document. */
  private final class Scores {
    private final Tokenizers tokenizers = new Tokenizers(Tokenizer.Form.INDEXED);
    private final double[] scores = new double[terms.size()];
    private final int[] counts = new int[terms.size()];
    private int words;
    private boolean found;

    /**
     * Adds a text. Of a term that occurs several times, each occurrence counts half of the one
     * before; the more of the text a term makes up, the more it counts.
     */
    void add(String text, Language language, int weight) {
      words = 0;
      tokenizers
          .of(language)
          .forEach(
              text,
              term -> {
                words++;
                Integer place = places.get(term);
                if (place != null) {
                  counts[place]++;
                }
              });
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0) {
          found = true;
          scores[i] += weight * frequency(counts[i]) * coefficient(counts[i], text, i);
          counts[i] = 0;
        }
      }
    }

    private static double frequency(int count) {
      double frequency = 0;
      double share = 1;
      for (int i = 0; i < count && share > 0; i++) {
        frequency += share;
        share /= 2;
      }
      return frequency;
    }

    private double coefficient(int count, String text, int term) {
      double coefficient = 0.5 * count / words + 0.5;
      return isAll(text, terms.get(term)) ? coefficient * 1.1 : coefficient;
    }

    double sum() {
      double sum = 0;
      for (double each : scores) {
        sum += each;
      }
      return sum;
    }
  }

  /** Whether a text is nothing but a term, regardless of the case of ASCII letters. */
  private static boolean isAll(String text, String term) {
    if (text.length() != term.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      boolean upper = character >= 'A' && character <= 'Z';
      if ((upper ? character + 'a' - 'A' : character) != term.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
