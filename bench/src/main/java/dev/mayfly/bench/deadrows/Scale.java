package dev.mayfly.bench.deadrows;

/**
 * How much a run does.
 *
 * @param living items in each container
 * @param dead numbers of dead items among them
 * @param rounds of alternating measurements
 * @param roundMillis of one measurement
 */
record Scale(int living, int[] dead, int rounds, long roundMillis) {
  static final Scale QUICK = new Scale(10_000, new int[] {10_000, 200_000}, 5, 40);
  static final Scale FULL = new Scale(10_000, new int[] {10_000, 1_000_000}, 7, 100);
}
