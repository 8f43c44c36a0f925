package dev.mayfly.bench.engine;

/**
 * How large the stores are.
 *
 * @param items of each store, the smallest first
 * @param rounds of alternating measurements
 * @param millis of one measurement
 * @param due items that are purged in a round
 */
record GrowthScale(int[] items, int rounds, long millis, int due) {
  /** Takes two minutes on two cores. */
  static final GrowthScale QUICK =
      new GrowthScale(new int[] {10_000, 100_000, 1_000_000}, 5, 200, 2000);

  /** Takes a quarter of an hour. */
  static final GrowthScale FULL =
      new GrowthScale(new int[] {10_000, 1_000_000, 10_000_000}, 7, 1000, 10_000);
}
