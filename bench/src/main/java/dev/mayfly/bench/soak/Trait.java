package dev.mayfly.bench.soak;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Something of a server that must not grow with time. */
enum Trait {
  /** Used heap after a full collection. */
  HEAP(Sample::heapBytes, 1e6, "MB", 8 << 20, 1.1),
  /** All memory that the kernel gave it. */
  RESIDENT(Sample::residentBytes, 1e6, "MB", 64 << 20, 1.1),
  THREADS(Sample::threads, 1, "", 2, 1.05),
  /** Also the files of the storage, whose number goes up and down with compactions. */
  FILES(Sample::openFiles, 1, "", 16, 1.15),
  /** The size of the store, which goes up and down with compactions, too. */
  DISK(Sample::storageBytes, 1e6, "MB", 64 << 20, 1.25),
  /** Expired items whose rows are still there: what died in the last seconds is no backlog. */
  BACKLOG(Sample::backlogItems, 1, "", 10_000, 1.5);

  private final ToDoubleFunction<Sample> value;
  private final double unit;
  private final String unitName;
  private final double base;
  private final double growthMax;

  /**
   * @param base added to both sides of the comparison: so little is no growth
   */
  Trait(
      ToDoubleFunction<Sample> value, double unit, String unitName, double base, double growthMax) {
    this.value = value;
    this.unit = unit;
    this.unitName = unitName;
    this.base = base;
    this.growthMax = growthMax;
  }

  double growthMax() {
    return growthMax;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String unitName() {
    return unitName;
  }

  /** In units. */
  double value(Sample sample) {
    return value.applyAsDouble(sample) / unit;
  }

  /** The line through all but the first quarter, in which a server is still warming up. */
  Line line(List<Sample> samples) {
    List<Sample> warm = warm(samples);
    return Line.through(
        warm.stream().map(Sample::seconds).toList(), warm.stream().map(this::value).toList());
  }

  /** How much the line grows over the time that it is for: 1.1 is a tenth. */
  double growth(List<Sample> samples) {
    List<Sample> warm = warm(samples);
    Line line = line(samples);
    double first = line.at(warm.get(0).seconds());
    double last = line.at(warm.get(warm.size() - 1).seconds());
    return (last + base / unit) / (first + base / unit);
  }

  /** Where the line begins and ends. */
  String describe(List<Sample> samples) {
    List<Sample> warm = warm(samples);
    Line line = line(samples);
    return String.format(
        Locale.ROOT,
        "fitted: from %.1f to %.1f%s, %+.2f an hour",
        line.at(warm.get(0).seconds()),
        line.at(warm.get(warm.size() - 1).seconds()),
        unitName.isEmpty() ? "" : " " + unitName,
        line.slope() * 3600);
  }

  private static List<Sample> warm(List<Sample> samples) {
    return samples.subList(samples.size() / 4, samples.size());
  }
}
