package dev.mayfly.bench.cluster;

import dev.mayfly.bench.load.Pace;

/**
 * How much a run does.
 *
 * @param orders that are there to be read
 * @param kills of a leader
 */
record Scale(int orders, Pace pace, int kills) {
  static final Scale QUICK = new Scale(20_000, new Pace(4, 3, 1500), 3);
  static final Scale FULL = new Scale(100_000, new Pace(10, 7, 3000), 10);
}
