package dev.mayfly.torture;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is done to a store in a round. */
public enum Kind {
  KILL,
  POWER,
  FAIL,
  FULL,
  SLOW,
  FLIP,
  CLOCK;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Kind of(String word) {
    for (Kind kind : values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("there is no kind '" + word + "'; there are " + words());
  }

  static String words() {
    List<Kind> kinds = Arrays.asList(values());
    return kinds.stream().map(Kind::word).collect(Collectors.joining(", "));
  }
}
