package dev.mayfly.bench.mongo;

import dev.mayfly.bench.load.Pace;

/**
 * How much a run does.
 *
 * @param orders that are there to be read, updated and grouped
 */
record Scale(int orders, Pace pace) {
  /** Takes seven minutes on two cores. */
  static final Scale QUICK = new Scale(100_000, new Pace(4, 3, 700));

  /** Takes half an hour. */
  static final Scale FULL = new Scale(100_000, new Pace(15, 7, 3000));
}
