package dev.mayfly.text.fulltext;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The documents with the highest scores for several terms, without scoring all of them: terms whose
 * highest scores together are less than what is needed can't lead to a document, so they are looked
 * up only for documents that others have found (the MaxScore algorithm). Documents are passed in
 * windows of their numbers.
 */
final class MaxScore {
  private static final int WINDOW = 2_048;

  /** More than a score is rounded up by when it gets single precision. */
  private static final double SLACK = 1 + 1e-6;

  /** Of a window, zero between two searches. */
  private static final ThreadLocal<double[]> SUMS =
      ThreadLocal.withInitial(() -> new double[WINDOW]);

  private final Matches[] matches;
  private final Bm25[] scorers;
  private final byte[] norms;
  private final IntPredicate meant;
  private final TopPlaces top;

  /** Where each term is, and where its window ends. */
  private final int[] at;

  private final int[] end;

  /** The highest scores of the terms before one, together. */
  private final double[] bounds;

  private final double[] sums = SUMS.get();
  private final long[] found = new long[WINDOW / Long.SIZE];

  /**
   * @param norms of all documents
   * @param meant which documents count
   * @param top takes those that do
   */
  MaxScore(Matches[] matches, Bm25[] scorers, byte[] norms, IntPredicate meant, TopPlaces top) {
    int[] order =
        IntStream.range(0, matches.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> matches[i].bound(scorers[i])))
            .mapToInt(Integer::intValue)
            .toArray();
    this.matches = Arrays.stream(order).mapToObj(i -> matches[i]).toArray(Matches[]::new);
    this.scorers = Arrays.stream(order).mapToObj(i -> scorers[i]).toArray(Bm25[]::new);
    this.norms = norms;
    this.meant = meant;
    this.top = top;
    this.at = new int[order.length];
    this.end = new int[order.length];
    this.bounds = new double[order.length + 1];
    for (int i = 0; i < order.length; i++) {
      bounds[i + 1] = bounds[i] + this.matches[i].bound(this.scorers[i]);
    }
  }

  void run() {
    int first = 0;
    while (true) {
      while (first < matches.length && bounds[first + 1] * SLACK < top.least()) {
        first++;
      }
      int start = next(first);
      if (start == Integer.MAX_VALUE) {
        return;
      }
      int after = (int) Math.min(Integer.MAX_VALUE, (long) start + WINDOW);
      for (int i = 0; i < matches.length; i++) {
        at[i] = matches[i].indexOf(start, at[i]);
        end[i] = matches[i].indexOf(after, at[i]);
      }
      if (first == matches.length - 1) {
        passLast();
      } else {
        passSeveral(first, start);
      }
      for (int i = first; i < matches.length; i++) {
        at[i] = end[i];
      }
    }
  }

  /** The lowest document that one of the terms from one on leads to. */
  private int next(int first) {
    int next = Integer.MAX_VALUE;
    for (int i = first; i < matches.length; i++) {
      if (at[i] < matches[i].count()) {
        next = Math.min(next, matches[i].documents()[at[i]]);
      }
    }
    return next;
  }

  /** Passes the documents of the window that have the last term. */
  private void passLast() {
    int last = matches.length - 1;
    int[] documents = matches[last].documents();
    int[] frequencies = matches[last].frequencies();
    Bm25 scorer = scorers[last];
    for (int i = at[last]; i < end[last]; i++) {
      int document = documents[i];
      offer(document, scorer.score(frequencies[i] * scorer.factor(norms[document])), last);
    }
  }

  private void passSeveral(int first, int start) {
    for (int term = first; term < matches.length; term++) {
      int[] documents = matches[term].documents();
      int[] frequencies = matches[term].frequencies();
      Bm25 scorer = scorers[term];
      for (int i = at[term]; i < end[term]; i++) {
        int document = documents[i];
        int place = document - start;
        found[place / Long.SIZE] |= 1L << place;
        sums[place] += scorer.score(frequencies[i] * scorer.factor(norms[document]));
      }
    }
    for (int word = 0; word < found.length; word++) {
      long left = found[word];
      found[word] = 0;
      while (left != 0) {
        int place = word * Long.SIZE + Long.numberOfTrailingZeros(left);
        left &= left - 1;
        double sum = sums[place];
        sums[place] = 0;
        offer(start + place, sum, first);
      }
    }
  }

  /**
   * Takes a document if its score suffices.
   *
   * @param sum its score for the terms from one on
   */
  private void offer(int document, double sum, int first) {
    double score = sum;
    for (int term = first - 1; term >= 0; term--) {
      if ((score + bounds[term + 1]) * SLACK < top.least()) {
        return;
      }
      Matches looked = matches[term];
      int index = Arrays.binarySearch(looked.documents(), at[term], end[term], document);
      if (index >= 0) {
        Bm25 scorer = scorers[term];
        score += scorer.score(looked.frequencies()[index] * scorer.factor(norms[document]));
      }
    }
    float rounded = (float) score;
    if (rounded >= top.least() && top.takes(document, rounded) && meant.test(document)) {
      top.add(document, rounded);
    }
  }
}
