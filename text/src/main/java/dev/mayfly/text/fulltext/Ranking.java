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
  private final TextCorpus<?> corpus;
  private final CorpusField field;
  private final BitSet within;
  private final long nowSecond;
  private final Matches[] matches;
  private final Bm25[] scorers;

  private Ranking(
      TextCorpus<?> corpus,
      CorpusField field,
      BitSet within,
      long nowSecond,
      Matches[] matches,
      Bm25[] scorers) {
    this.corpus = corpus;
    this.field = field;
    this.within = within;
    this.nowSecond = nowSecond;
    this.matches = matches;
    this.scorers = scorers;
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
    CorpusField texts = corpus.field(field);
    Matches[] matches = new Matches[terms.size()];
    for (int i = 0; i < matches.length; i++) {
      matches[i] = texts.matches(terms.get(i));
    }
    return new Ranking(corpus, texts, within, nowSecond, matches, Bm25.of(statistics));
  }

  /** The first documents that match, in order; fewer if not so many do. */
  public Place[] top(int most) {
    long all = 0;
    for (Matches each : matches) {
      all += each.count();
    }
    TopPlaces top = new TopPlaces(corpus, (int) Math.min(Math.max(0, most), all));
    if (all == 0 || most <= 0) {
      return new Place[0];
    } else if (matches.length == 1) {
      scoreOne(top);
    } else {
      new MaxScore(matches, scorers, field.norms(), this::isMeant, top).run();
    }
    return top.inOrder();
  }

  private boolean isMeant(int document) {
    return corpus.isMeant(document, within, nowSecond);
  }

  /** Of one term only the products are compared: few documents have to be scored. */
  private void scoreOne(TopPlaces top) {
    Matches only = matches[0];
    Bm25 scorer = scorers[0];
    int[] documents = only.documents();
    int[] frequencies = only.frequencies();
    byte[] norms = field.norms();
    float least = 0;
    for (int i = 0; i < only.count(); i++) {
      int document = documents[i];
      float product = frequencies[i] * scorer.factor(norms[document]);
      if (product >= least) {
        float score = scorer.score(product);
        if (top.takes(document, score) && isMeant(document)) {
          top.add(document, score);
          least = scorer.productOf(top.least());
        }
      }
    }
  }

  /**
   * The first documents that match nothing, in order: those with a text, then those without; fewer
   * if there are not so many.
   */
  public Place[] rest(int most) {
    BitSet found = new BitSet(corpus.end());
    for (Matches each : matches) {
      for (int i = 0; i < each.count(); i++) {
        found.set(each.documents()[i]);
      }
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
