package dev.mayfly.torture.cluster;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What the command line asks for.
 *
 * @param minutes after which no further round begins
 * @param rounds how many at most
 * @param seed which the plan follows from
 * @param faults which may come
 * @param shares whether some come more often than others, as they matter; each once in turn
 *     otherwise
 */
public record ClusterOptions(
    int minutes, long rounds, long seed, List<Fault> faults, boolean shares) {
  public static final String USAGE =
      """
      Usage: mayfly torture cluster [--minutes N] [--rounds N] [--seed S] [--only FAULT[,FAULT...]]
        --minutes  no round begins later than this; 10 unless --rounds is given
        --rounds   how many rounds at most
        --seed     replays the plan of the run that printed it
        --only     these faults: %s\
      """
          .formatted(Fault.words());

  private static final int MINUTES = 10;
  private static final int MINUTES_MAX = 100_000;
  private static final long ROUNDS_MAX = 1_000_000_000L;

  public ClusterOptions {
    faults = List.copyOf(faults);
  }

  /** As the command line has it. */
  public static ClusterOptions parse(List<String> arguments) {
    Deque<String> words = new ArrayDeque<>(arguments);
    int minutes = 0;
    long rounds = 0;
    long seed = ThreadLocalRandom.current().nextLong(1L << 40);
    List<Fault> faults = Arrays.asList(Fault.values());
    while (!words.isEmpty()) {
      String option = words.remove();
      String value = words.poll();
      if (value == null) {
        throw new IllegalArgumentException("'" + option + "' is unknown or wants a value");
      }
      switch (option) {
        case "--minutes" -> minutes = (int) number(option, value, 1, MINUTES_MAX);
        case "--rounds" -> rounds = number(option, value, 1, ROUNDS_MAX);
        case "--seed" -> seed = number(option, value, Long.MIN_VALUE, Long.MAX_VALUE);
        case "--only" -> faults = Arrays.stream(value.split(",")).map(Fault::of).toList();
        default -> throw new IllegalArgumentException("there is no option '" + option + "'");
      }
    }
    if (minutes == 0) {
      minutes = rounds == 0 ? MINUTES : MINUTES_MAX;
    }
    return new ClusterOptions(minutes, rounds == 0 ? ROUNDS_MAX : rounds, seed, faults, true);
  }

  private static long number(String option, String value, long min, long max) {
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        option + " is '" + value + "'; give a whole number from " + min + " to " + max);
  }
}
