package dev.mayfly.text.fulltext;

import dev.mayfly.text.fulltext.TextCorpus.Statistics;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The living documents of a corpus by their scores for some terms: the highest first, of equal ones
 * that with the higher id first. Those that match nothing have the score 0, those without a text
 * come last. Valid until the corpus changes.
 */
public final class Ranking {
  private static final ThreadLocal<double[]> SUMS = ThreadLocal.withInitial(() -> new double[0]);

  private final TextCorpus<?> corpus;
  private final CorpusField field;
  private final BitSet within;
  private final long nowSecond;
  private int[] matched;
  private double[] scores;
  private int count;

  private Ranking(TextCorpus<?> corpus, int field, BitSet within, long nowSecond) {
    this.corpus = corpus;
    this.field = corpus.field(field);
    this.within = within;
    this.nowSecond = nowSecond;
  }

  /**
   * A document in its place.
   *
   * @param score NaN if it has no text
   */
  public record Place(int document, double score) {}

  static Ranking of(
      TextCorpus<?> corpus,
      int field,
      List<SearchTerm> terms,
      Statistics statistics,
      BitSet within,
      long nowSecond) {
    Ranking ranking = new Ranking(corpus, field, within, nowSecond);
    ranking.score(terms, statistics);
    return ranking;
  }

  private void score(List<SearchTerm> terms, Statistics statistics) {
    Matches[] all = new Matches[terms.size()];
    Bm25[] scorers = new Bm25[all.length];
    int most = 0;
    for (int i = 0; i < all.length; i++) {
      all[i] = field.matches(terms.get(i));
      scorers[i] = Bm25.of(statistics.documents(), statistics.words(), statistics.hits()[i]);
      most += all[i].count();
    }
    matched = new int[Math.min(most, corpus.end())];
    scores = new double[matched.length];
    if (all.length == 1) {
      scoreOne(all[0], scorers[0]);
    } else if (all.length > 1) {
      scoreSeveral(all, scorers);
    }
  }

  private void scoreOne(Matches matches, Bm25 scorer) {
    int[] lengths = field.lengths();
    int[] documents = matches.documents();
    int[] frequencies = matches.frequencies();
    for (int i = 0; i < matches.count(); i++) {
      int document = documents[i];
      if (corpus.isMeant(document, within, nowSecond)) {
        matched[count] = document;
        scores[count++] = scorer.score(frequencies[i], lengths[document]);
      }
    }
  }

  private void scoreSeveral(Matches[] all, Bm25[] scorers) {
    double[] sums = SUMS.get();
    if (sums.length < corpus.end()) {
      sums = new double[corpus.end() + (corpus.end() >> 2)];
      SUMS.set(sums);
    }
    int[] lengths = field.lengths();
    for (int term = 0; term < all.length; term++) {
      int[] documents = all[term].documents();
      int[] frequencies = all[term].frequencies();
      Bm25 scorer = scorers[term];
      for (int i = 0; i < all[term].count(); i++) {
        int document = documents[i];
        double before = sums[document];
        if (before == 0) {
          if (!corpus.isMeant(document, within, nowSecond)) {
            continue;
          }
          matched[count++] = document;
        }
        sums[document] = before + scorer.score(frequencies[i], lengths[document]);
      }
    }
    for (int i = 0; i < count; i++) {
      scores[i] = sums[matched[i]];
      sums[matched[i]] = 0;
    }
  }

  /** How many match a term. */
  public int matched() {
    return count;
  }

  /** The first documents that match, in order; fewer if not so many do. */
  public Place[] top(int most) {
    int size = Math.min(most, count);
    int[] heap = new int[size];
    int held = 0;
    for (int i = 0; i < count; i++) {
      if (held < size) {
        heap[held++] = i;
        if (held == size) {
          for (int at = size / 2 - 1; at >= 0; at--) {
            sink(heap, at, size);
          }
        }
      } else if (size > 0 && isBefore(i, heap[0])) {
        heap[0] = i;
        sink(heap, 0, size);
      }
    }
    for (int end = size - 1; end > 0; end--) {
      int last = heap[0];
      heap[0] = heap[end];
      heap[end] = last;
      sink(heap, 0, end);
    }
    Place[] places = new Place[size];
    for (int i = 0; i < size; i++) {
      places[i] = new Place(matched[heap[i]], scores[heap[i]]);
    }
    return places;
  }

  /** Restores the heap, at whose root the last of all is. */
  private void sink(int[] heap, int from, int size) {
    int at = from;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        return;
      }
      if (child + 1 < size && isBefore(heap[child], heap[child + 1])) {
        child++;
      }
      if (!isBefore(heap[at], heap[child])) {
        return;
      }
      int swapped = heap[at];
      heap[at] = heap[child];
      heap[child] = swapped;
      at = child;
    }
  }

  private boolean isBefore(int left, int right) {
    return scores[left] != scores[right]
        ? scores[left] > scores[right]
        : corpus.id(matched[left]) > corpus.id(matched[right]);
  }

  /**
   * The first documents that match nothing, in order: those with a text, then those without; fewer
   * if there are not so many.
   */
  public Place[] rest(int most) {
    BitSet found = new BitSet(corpus.end());
    for (int i = 0; i < count; i++) {
      found.set(matched[i]);
    }
    List<Place> rest = new ArrayList<>();
    addRest(found, true, most, rest);
    addRest(found, false, most, rest);
    return rest.toArray(Place[]::new);
  }

  private void addRest(BitSet found, boolean withText, int most, List<Place> rest) {
    int[] lengths = field.lengths();
    int[] byId = corpus.byId();
    for (int i = byId.length - 1; i >= 0 && rest.size() < most; i--) {
      int document = byId[i];
      if ((lengths[document] != CorpusField.NO_TEXT) == withText
          && !found.get(document)
          && corpus.isMeant(document, within, nowSecond)) {
        rest.add(new Place(document, withText ? 0 : Double.NaN));
      }
    }
  }
}
