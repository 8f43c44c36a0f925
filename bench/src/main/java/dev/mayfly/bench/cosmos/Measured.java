package dev.mayfly.bench.cosmos;

/** A load that can be put on a server. */
@FunctionalInterface
interface Measured {
  Load measure(long millis) throws Exception;
}
