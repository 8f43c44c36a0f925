package dev.mayfly.bench.query;

import dev.mayfly.bench.load.Pace;

/**
 * How much a run does.
 *
 * @param items of both databases; a power of ten
 * @param freshPaths how many paths are asked for the first time
 * @param pace of queries that an index answers
 * @param scanPace of those that scan every item
 */
record Scale(int items, int freshPaths, Pace pace, Pace scanPace) {
  /** Takes some four minutes on two cores. */
  static final Scale QUICK = new Scale(100_000, 3, new Pace(6, 3, 800), new Pace(3, 3, 1000));

  /** Takes some 25 minutes. */
  static final Scale FULL = new Scale(1_000_000, 5, new Pace(10, 7, 2000), new Pace(10, 7, 4000));
}
