package dev.mayfly.text.fulltext;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The texts of one path in a corpus: which documents have a term, and how long each text is. */
final class CorpusField {
  /** The length of a text that is not there. */
  static final int NO_TEXT = -1;

  private static final int TERM_BYTES = 168;
  private static final int POSTING_BYTES = 14;

  private Map<String, Postings> terms = new HashMap<>();
  private int[] lengths = new int[0];
  private byte[] norms = new byte[0];
  private long heapBytes;

  /**
   * Adds the text of the next document.
   *
   * @param text null if it has none
   */
  void add(int document, AnalyzedText text) {
    if (document >= lengths.length) {
      lengths = Arrays.copyOf(lengths, document + (document >> 1) + 16);
      norms = Arrays.copyOf(norms, lengths.length);
    }
    lengths[document] = text == null ? NO_TEXT : text.length();
    norms[document] = text == null ? 0 : Bm25.norm(text.length());
    if (text != null) {
      text.forEach(
          (term, places) -> {
            Postings postings = terms.get(term);
            if (postings == null) {
              postings = new Postings();
              terms.put(term, postings);
              heapBytes += TERM_BYTES + 2L * term.length();
            }
            postings.add(document, norms[document], places);
            heapBytes += POSTING_BYTES + 2L * places.count();
          });
    }
  }

  long heapBytes() {
    return heapBytes + 5L * lengths.length;
  }

  int[] lengths() {
    return lengths;
  }

  /** The lengths as scores know them. */
  byte[] norms() {
    return norms;
  }

  /** Drops documents whose new number is negative. */
  void renumber(int[] numbers, int count) {
    Map<String, Postings> next = new HashMap<>();
    heapBytes = 0;
    terms.forEach(
        (term, postings) -> {
          Postings left = postings.renumbered(numbers, norms);
          if (left.count() > 0) {
            next.put(term, left);
            heapBytes += TERM_BYTES + 2L * term.length() + (POSTING_BYTES + 2L) * left.count();
          }
        });
    terms = next;
    int[] keptLengths = new int[count];
    byte[] keptNorms = new byte[count];
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] >= 0) {
        keptLengths[numbers[i]] = lengths[i];
        keptNorms[numbers[i]] = norms[i];
      }
    }
    lengths = keptLengths;
    norms = keptNorms;
  }

  /** The documents that have a single word; null if none has, or it is another kind of term. */
  Postings postings(SearchTerm term) {
    return term.words().size() == 1 && term.distance() == 0 ? terms.get(term.words().get(0)) : null;
  }

  Matches matches(SearchTerm term) {
    if (term.words().isEmpty()) {
      return Matches.NONE;
    } else if (term.distance() > 0) {
      return alike(term);
    } else if (term.words().size() == 1) {
      return Matches.of(terms.get(term.words().get(0)));
    }
    return phrase(term);
  }

  private Matches alike(SearchTerm term) {
    TreeMap<Integer, Integer> found = new TreeMap<>();
    terms.forEach(
        (word, postings) -> {
          if (term.isLike(word)) {
            for (int i = 0; i < postings.count(); i++) {
              found.merge(postings.documents()[i], postings.frequencies()[i], Integer::sum);
            }
          }
        });
    return Matches.of(
        found.keySet().stream().mapToInt(Integer::intValue).toArray(),
        found.values().stream().mapToInt(Integer::intValue).toArray(),
        found.size());
  }

  private Matches phrase(SearchTerm term) {
    List<Postings.Cursor> cursors = new ArrayList<>();
    Postings rarest = null;
    for (String word : term.words()) {
      Postings postings = terms.get(word);
      if (postings == null) {
        return Matches.NONE;
      }
      cursors.add(postings.cursor());
      rarest = rarest == null || postings.count() < rarest.count() ? postings : rarest;
    }
    int[] documents = new int[rarest.count()];
    int[] frequencies = new int[rarest.count()];
    int count = 0;
    for (int i = 0; i < rarest.count(); i++) {
      int frequency = frequency(rarest.documents()[i], term, cursors);
      if (frequency > 0) {
        documents[count] = rarest.documents()[i];
        frequencies[count++] = frequency;
      }
    }
    return Matches.of(documents, frequencies, count);
  }

  private static int frequency(int document, SearchTerm term, List<Postings.Cursor> cursors) {
    int[] at = new int[cursors.size()];
    for (int i = 0; i < at.length; i++) {
      at[i] = cursors.get(i).find(document);
      if (at[i] < 0) {
        return 0;
      }
    }
    AnalyzedText.Places[] places = new AnalyzedText.Places[at.length];
    for (int i = 0; i < at.length; i++) {
      cursors.get(i).goTo(at[i]);
      places[i] = cursors.get(i).found();
    }
    int found = 0;
    for (int i = 0; i < places[0].count(); i++) {
      boolean all = true;
      for (int word = 1; word < places.length && all; word++) {
        all = places[word].contains(places[0].at(i) + term.offsets().get(word));
      }
      found += all ? 1 : 0;
    }
    return found;
  }

  /** How often a document has a term. */
  int frequency(SearchTerm term, int document) {
    Postings postings = postings(term);
    if (postings != null) {
      return postings.frequency(document);
    }
    Matches all = matches(term);
    int found = Arrays.binarySearch(all.documents(), 0, all.count(), document);
    return found < 0 ? 0 : all.frequencies()[found];
  }
}
