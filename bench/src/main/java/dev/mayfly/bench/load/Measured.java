package dev.mayfly.bench.load;

/** A load that can be put on a server. */
@FunctionalInterface
public interface Measured {
  Load measure(long millis) throws Exception;
}
