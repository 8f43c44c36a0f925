package dev.mayfly.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Two subjects measured in turn, so that what disturbs the machine disturbs both. */
public final class Rounds {
  private Rounds() {}

  public interface Measurement {
    double measure() throws Exception;
  }

  /**
   * The middles of both subjects.
   *
   * @param first of the subject
   * @param second of what it is compared with
   * @param ratio the rounds' own ratios, whose middle counts: what slows the machine for a while
   *     slows both sides of a round
   */
  public record Pair(double first, double second, Spread ratio) {}

  /** Processor time of this process in nanoseconds, for those who measure on a busy machine. */
  public static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Measures both in turn; who begins changes from round to round. */
  public static Pair alternate(int rounds, Measurement first, Measurement second) throws Exception {
    List<Double> firsts = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      if (round % 2 == 0) {
        firsts.add(first.measure());
        seconds.add(second.measure());
      } else {
        seconds.add(second.measure());
        firsts.add(first.measure());
      }
    }
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      ratios.add(firsts.get(round) / seconds.get(round));
    }
    return new Pair(Statistics.median(firsts), Statistics.median(seconds), new Spread(ratios));
  }
}
