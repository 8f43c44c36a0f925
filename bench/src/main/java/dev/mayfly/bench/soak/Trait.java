package dev.mayfly.bench.soak;

import dev.mayfly.bench.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Something of a server that must not grow with time. */
enum Trait {
  /** Used heap after a full collection. */
  HEAP(Sample::heapBytes, 8 << 20, 1.1),
  /** All memory that the kernel gave it. */
  RESIDENT(Sample::residentBytes, 64 << 20, 1.1),
  THREADS(Sample::threads, 0, 1.05),
  /** Also the files of the storage, whose number goes up and down with compactions. */
  FILES(Sample::openFiles, 16, 1.15),
  /** Expired items whose rows are still there: what died in the last seconds is no backlog. */
  BACKLOG(Sample::backlogItems, 10_000, 1.5);

  private final ToDoubleFunction<Sample> value;
  private final double base;
  private final double growthMax;

  /**
   * @param base added to both sides of the comparison: so little is no growth
   */
  Trait(ToDoubleFunction<Sample> value, double base, double growthMax) {
    this.value = value;
    this.base = base;
    this.growthMax = growthMax;
  }

  double growthMax() {
    return growthMax;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The last quarter of a run to the second one: in the first a server is still warming up. */
  double growth(List<Sample> samples) {
    return (middle(samples, 3) + base) / (middle(samples, 1) + base);
  }

  private double middle(List<Sample> samples, int quarter) {
    int size = samples.size();
    return Statistics.median(
        samples.subList(size * quarter / 4, size * (quarter + 1) / 4).stream()
            .map(value::applyAsDouble)
            .toList());
  }
}
