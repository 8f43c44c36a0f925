package dev.mayfly.bench.cosmos;

/**
 * How much a run does.
 *
 * @param items that are there to be read and upserted
 * @param warmUpWindows of a second, at least, for each server and operation
 * @param rounds of alternating measurements
 * @param roundMillis of one measurement
 */
record Scale(int items, int warmUpWindows, int rounds, long roundMillis) {
  /** Takes three minutes on two cores. */
  static final Scale QUICK = new Scale(5_000, 8, 3, 1000);

  /** Takes ten minutes. */
  static final Scale FULL = new Scale(20_000, 20, 7, 2000);
}
