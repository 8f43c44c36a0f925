package dev.mayfly.text.fulltext;

/**
 * The score of texts for a term, as Lucene computes it, with exact lengths.
 *
 * @param weight of the term: the fewer items have it, the higher
 * @param perWord what a word adds to the divisor, in frequencies
 */
public record Bm25(double weight, double perWord) {
  private static final double K1 = 1.2;
  private static final double B = 0.75;

  /**
   * @param items how many items there are
   * @param words how many terms their texts have together
   * @param hits how many items have the term
   */
  public static Bm25 of(double items, double words, double hits) {
    double weight = Math.log(1 + (items - hits + 0.5) / (hits + 0.5));
    double average = items > 0 ? words / items : 0;
    return new Bm25(weight, average > 0 ? K1 * B / average : 0);
  }

  /**
   * @param frequency how often a text has the term
   * @param length how many terms the text has
   */
  public double score(int frequency, int length) {
    return weight * frequency / (frequency + K1 * (1 - B) + perWord * length);
  }
}
