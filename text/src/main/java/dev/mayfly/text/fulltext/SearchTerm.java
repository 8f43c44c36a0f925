package dev.mayfly.text.fulltext;

import dev.mayfly.text.fulltext.AnalyzedText.Places;
import java.util.ArrayList;
import java.util.List;

/**
 * What a text is searched for: a word, the words of a phrase in their order, or words that are
 * spelled nearly like one.
 *
 * @param words as terms; none if the term consists of stop words, which no text matches
 * @param offsets the place of each word after the first one
 * @param distance how many characters may differ; 0 for exact words
 */
public record SearchTerm(List<String> words, List<Integer> offsets, int distance) {
  /** The most characters that may differ. */
  public static final int DISTANCE_MAX = 2;

  public SearchTerm {
    words = List.copyOf(words);
    offsets = List.copyOf(offsets);
  }

  /**
   * @throws IllegalArgumentException if the words of a phrase may differ, or by too much
   */
  public static SearchTerm of(FullTextLanguage language, String text, int distance) {
    List<String> words = new ArrayList<>();
    List<Integer> offsets = new ArrayList<>();
    language.forEach(
        text,
        (term, position) -> {
          words.add(term);
          offsets.add(position);
        });
    if (distance < 0 || distance > DISTANCE_MAX) {
      throw new IllegalArgumentException("the distance must be 1 or 2, not " + distance);
    }
    if (distance > 0 && words.size() > 1) {
      throw new IllegalArgumentException("a term with a distance must be one word");
    }
    List<Integer> relative = offsets.stream().map(offset -> offset - offsets.get(0)).toList();
    return new SearchTerm(words, relative, distance);
  }

  /** Whether a word is meant by it; only for single words. */
  boolean isLike(String word) {
    return distance == 0
        ? word.equals(words.get(0))
        : EditDistance.isWithin(word, words.get(0), distance);
  }

  /** How often a text has it. */
  public int frequency(AnalyzedText text) {
    if (words.isEmpty()) {
      return 0;
    }
    if (distance > 0) {
      int[] found = new int[1];
      text.forEach((word, places) -> found[0] += isLike(word) ? places.count() : 0);
      return found[0];
    }
    Places first = text.places(words.get(0));
    if (words.size() == 1) {
      return first.count();
    }
    int found = 0;
    for (int i = 0; i < first.count(); i++) {
      found += isPhraseAt(text, first.at(i)) ? 1 : 0;
    }
    return found;
  }

  private boolean isPhraseAt(AnalyzedText text, int place) {
    for (int i = 1; i < words.size(); i++) {
      if (!text.places(words.get(i)).contains(place + offsets.get(i))) {
        return false;
      }
    }
    return true;
  }
}
