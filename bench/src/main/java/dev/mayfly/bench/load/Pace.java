package dev.mayfly.bench.load;

/**
 * How long a benchmark takes its time.
 *
 * @param warmUpWindows of a second, at least, for each server and operation
 * @param rounds of alternating measurements
 * @param roundMillis of one measurement
 */
public record Pace(int warmUpWindows, int rounds, long roundMillis) {}
