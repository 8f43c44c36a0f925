package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.load.Pace;

/**
 * How much a run does.
 *
 * @param items that are there to be read and upserted
 */
record Scale(int items, Pace pace) {
  /** Takes two minutes on two cores. */
  static final Scale QUICK = new Scale(5_000, new Pace(5, 3, 700));

  /** Takes ten minutes. */
  static final Scale FULL = new Scale(20_000, new Pace(20, 7, 2000));
}
