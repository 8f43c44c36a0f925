package dev.mayfly.text.fulltext;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** A text as its terms with their places. */
public final class AnalyzedText {
  private static final Places NONE = new Places();

  private final Map<String, Places> terms = new HashMap<>();
  private int length;

  /** The places of a term, ascending. */
  static final class Places {
    private int[] values = new int[1];
    private int count;

    void add(int place) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = place;
    }

    int count() {
      return count;
    }

    int at(int index) {
      return values[index];
    }

    boolean contains(int place) {
      return Arrays.binarySearch(values, 0, count, place) >= 0;
    }
  }

  private AnalyzedText() {}

  public static AnalyzedText of(FullTextLanguage language, String text) {
    AnalyzedText analyzed = new AnalyzedText();
    language.forEach(text, analyzed::add);
    return analyzed;
  }

  private void add(String term, int place) {
    terms.computeIfAbsent(term, each -> new Places()).add(place);
    length++;
  }

  /** How many terms it has, each as often as it occurs: stop words do not count. */
  public int length() {
    return length;
  }

  /** The different terms. */
  public Set<String> terms() {
    return terms.keySet();
  }

  Places places(String term) {
    return terms.getOrDefault(term, NONE);
  }

  void forEach(BiConsumer<String, Places> taker) {
    terms.forEach(taker);
  }
}
