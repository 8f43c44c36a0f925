package dev.mayfly.mongo.bson;

/** Discrete percentiles. */
public final class Percentiles {
  private Percentiles() {}

  /**
   * The smallest number that is not exceeded by at least this share of them.
   *
   * @param sorted at least one number, ascending
   * @param share from 0 to 1
   */
  public static double of(double[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, Math.min(rank, sorted.length - 1))];
  }
}
