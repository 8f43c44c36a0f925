package dev.mayfly.text.fulltext;

/**
 * The documents that a search term matches, ascending.
 *
 * @param documents their numbers; only the first ones count
 * @param frequencies how often each matches
 * @param count how many there are
 * @param mostFrequency how often one matches at most
 * @param leastNorm no text of them has a lower one
 */
record Matches(int[] documents, int[] frequencies, int count, int mostFrequency, byte leastNorm) {
  static final Matches NONE = of(new int[0], new int[0], 0);

  static Matches of(Postings postings) {
    return postings == null
        ? NONE
        : new Matches(
            postings.documents(),
            postings.frequencies(),
            postings.count(),
            postings.mostFrequency(),
            postings.leastNorm());
  }

  static Matches of(int[] documents, int[] frequencies, int count) {
    int most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, frequencies[i]);
    }
    return new Matches(documents, frequencies, count, most, (byte) 0);
  }

  /** A score that none exceeds. */
  float bound(Bm25 scorer) {
    return scorer.score(mostFrequency * scorer.factor(leastNorm));
  }

  /** The index of the first document from an index on that is not below another one. */
  int indexOf(int document, int from) {
    int low = from;
    int step = 1;
    while (low + step < count && documents[low + step] < document) {
      low += step;
      step <<= 1;
    }
    int high = Math.min(count, low + step);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (documents[middle] < document) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
