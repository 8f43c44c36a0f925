package dev.mayfly.bench.measure;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/** What a figure has to reach, and which of two values of it is better. */
public record Goal(Kind kind, double value) {
  /** How a value is held against the goal. */
  public enum Kind {
    AT_LEAST(">=%.2f"),
    AT_MOST("<=%.2f"),
    BELOW("<%.0f");

    private final String format;

    Kind(String format) {
      this.format = format;
    }
  }

  public Goal {
    requireNonNull(kind, "kind");
  }

  public boolean isReachedBy(double figure) {
    return switch (kind) {
      case AT_LEAST -> figure >= value;
      case AT_MOST -> figure <= value;
      case BELOW -> figure < value;
    };
  }

  public boolean isMoreBetter() {
    return kind == Kind.AT_LEAST;
  }

  /** How many times as good as asked for a figure is: 1 is just reached. */
  public double share(double figure) {
    return isMoreBetter() ? figure / value : value / figure;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, kind.format, value);
  }
}
