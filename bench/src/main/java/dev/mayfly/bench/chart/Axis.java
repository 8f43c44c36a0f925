package dev.mayfly.bench.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Values along a length.
 *
 * @param from above zero if it is logarithmic
 */
record Axis(double from, double to, boolean logarithmic, double length) {
  private static final int STEPS = 4;

  /** From zero to a little more than the most. */
  static Axis linear(double most, double length) {
    double top = most > 0 ? most : 1;
    double power = Math.pow(10, Math.floor(Math.log10(top / STEPS)));
    double step = power;
    for (double each : List.of(1.0, 2.0, 2.5, 5.0, 10.0)) {
      step = each * power;
      if (step * STEPS >= top) {
        break;
      }
    }
    return new Axis(0, step * STEPS, false, length);
  }

  /** From the power of ten below the least to that above the most. */
  static Axis logarithmic(double least, double most, double length) {
    double from = Math.pow(10, Math.floor(Math.log10(Math.max(least, 1e-9))));
    double to = Math.pow(10, Math.ceil(Math.log10(Math.max(most, 1e-9))));
    return new Axis(from, to > from ? to : from * 10, true, length);
  }

  /** Where a value is; what is beyond an end stands at that end. */
  double at(double value) {
    double share =
        logarithmic
            ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
            : (value - from) / (to - from);
    return Math.max(0, Math.min(1, share)) * length;
  }

  /** The values that get a line and a number. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      for (double tick = from; tick <= to * 1.001; tick *= 10) {
        ticks.add(tick);
      }
    } else {
      for (int i = 0; i <= STEPS; i++) {
        ticks.add(from + i * (to - from) / STEPS);
      }
    }
    return ticks;
  }

  /** A number in as few characters as say it. */
  static String label(double value) {
    double size = Math.abs(value);
    if (size >= 1e6) {
      return trim(value / 1e6) + " M";
    }
    if (size >= 1e4) {
      return trim(value / 1e3) + " k";
    }
    return trim(value);
  }

  private static String trim(double value) {
    double size = Math.abs(value);
    int digits = size >= 100 || size == 0 ? 0 : size >= 1 ? 2 : 3;
    String text = String.format(Locale.ROOT, "%." + digits + "f", value);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("[.]$", "") : text;
  }
}
