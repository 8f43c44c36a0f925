package dev.mayfly.engine.clock;

import java.time.Instant;

/** The domain of the clocks: the years 1970 to 9999, which ISO text can show. */
final class EpochSeconds {
  static final long MAX = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  private EpochSeconds() {}

  static boolean isValid(long epochSecond) {
    return epochSecond >= 0 && epochSecond <= MAX;
  }

  static String iso(long epochSecond) {
    return Instant.ofEpochSecond(epochSecond).toString();
  }
}
