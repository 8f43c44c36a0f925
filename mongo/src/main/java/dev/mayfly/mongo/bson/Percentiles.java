package dev.mayfly.mongo.bson;

/** Percentiles that are among the numbers themselves. */
public final class Percentiles {
  private Percentiles() {}

  /**
   * The smallest number that at least this share of them does not exceed.
   *
   * @param sorted at least one, ascending
   * @param share from 0 to 1
   */
  public static double of(double[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, Math.min(rank, sorted.length - 1))];
  }
}
