package dev.mayfly.torture;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What the command line asks for.
 *
 * @param minutes after which no further round begins
 * @param rounds how many at most
 * @param seed which the plan follows from
 * @param kinds of rounds
 */
public record Options(int minutes, long rounds, long seed, Set<Kind> kinds) {
  static final String USAGE =
      """
      Usage: mayfly torture [--minutes N] [--rounds N] [--seed S] [--only KIND[,KIND...]]
        --minutes  no round begins later than this; 10 unless --rounds is given
        --rounds   how many rounds at most
        --seed     replays the plan of the run that printed it
        --only     of these kinds: %s"""
          .formatted(Kind.words());

  private static final int MINUTES = 10;
  private static final int MINUTES_MAX = 100_000;
  private static final long ROUNDS_MAX = 1_000_000_000L;

  static Options parse(List<String> arguments) {
    Deque<String> words = new ArrayDeque<>(arguments);
    int minutes = 0;
    long rounds = 0;
    long seed = ThreadLocalRandom.current().nextLong(1L << 40);
    Set<Kind> kinds = EnumSet.allOf(Kind.class);
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
        case "--only" -> {
          kinds = EnumSet.noneOf(Kind.class);
          for (String word : value.split(",")) {
            kinds.add(Kind.of(word));
          }
        }
        default -> throw new IllegalArgumentException("there is no option '" + option + "'");
      }
    }
    if (minutes == 0) {
      minutes = rounds == 0 ? MINUTES : MINUTES_MAX;
    }
    return new Options(minutes, rounds == 0 ? ROUNDS_MAX : rounds, seed, kinds);
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
