package dev.mayfly.text.fulltext;

import dev.mayfly.text.fulltext.TextCorpus.Statistics;
import org.apache.lucene.util.SmallFloat;

/**
 * The score of texts for a term, exactly as Lucene computes it: in single precision, and with
 * lengths that are kept in a byte, in which those from 40 terms on are rounded down.
 */
public final class Bm25 {
  private static final float K1 = 1.2f;
  private static final float B = 0.75f;
  private static final int NORMS = 256;

  /** The error of a number in single precision, or a little more. */
  private static final double ROUNDING = 1e-7;

  private static final float[] LENGTHS = new float[NORMS];

  static {
    for (int i = 0; i < NORMS; i++) {
      LENGTHS[i] = SmallFloat.byte4ToInt((byte) i);
    }
  }

  private final float weight;

  /** What a frequency is multiplied with, by the norm of the text. */
  private final float[] factors;

  private Bm25(float weight, float[] factors) {
    this.weight = weight;
    this.factors = factors;
  }

  /** A scorer for each term of a search. */
  public static Bm25[] of(Statistics statistics) {
    float[] factors = factors(statistics.documents(), statistics.words());
    Bm25[] scorers = new Bm25[statistics.hits().length];
    for (int i = 0; i < scorers.length; i++) {
      scorers[i] = new Bm25(weight(statistics.documents(), statistics.hits()[i]), factors);
    }
    return scorers;
  }

  /** The fewer items have a term, the higher. */
  private static float weight(double items, double hits) {
    return (float) Math.log(1 + (items - hits + 0.5) / (hits + 0.5));
  }

  private static float[] factors(double items, double words) {
    float average = items > 0 ? (float) (words / items) : 0;
    float[] factors = new float[NORMS];
    for (int i = 0; i < NORMS; i++) {
      float relative = average > 0 ? B * LENGTHS[i] / average : 0;
      factors[i] = 1f / (K1 * ((1 - B) + relative));
    }
    return factors;
  }

  /** The length of a text as a byte: the longer it is, the higher, without its sign. */
  static byte norm(int length) {
    return SmallFloat.intToByte4(length);
  }

  /**
   * @param frequency how often a text has the term
   * @param length how many terms the text has
   */
  public float score(int frequency, int length) {
    return score(frequency * factor(norm(length)));
  }

  /** What a frequency in a text of that norm is multiplied with. */
  float factor(byte norm) {
    return factors[norm & (NORMS - 1)];
  }

  /** The score for a frequency times a factor; the higher, the higher. */
  float score(float product) {
    return weight - weight / (1f + product);
  }

  /** A product below which no score is as high as one. */
  float productOf(float score) {
    double open = Math.max((double) weight - score, weight * ROUNDING);
    double product = score / open;
    // A score has been rounded: the nearer to the weight it is, the less it says of its product.
    return (float) (product * (1 - Math.min(0.5, 10 * ROUNDING * (2 + product))));
  }
}
