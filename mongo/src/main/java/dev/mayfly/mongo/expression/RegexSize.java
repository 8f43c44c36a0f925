package dev.mayfly.mongo.expression;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimated program size of a regular expression. Repetitions are expanded, so that nested
 * repetitions could exhaust the memory.
 */
final class RegexSize {
  /** Above the longest pattern without repetitions that must be supported. */
  static final long MAX = 40_000;

  private final String pattern;
  private final Deque<Long> outer = new ArrayDeque<>();
  private int position;
  private long group;
  private long last;

  private RegexSize(String pattern) {
    this.pattern = pattern;
  }

  /** Stops little above {@link #MAX}. */
  static long of(String pattern) {
    return new RegexSize(pattern).measure();
  }

  private long measure() {
    while (position < pattern.length() && group <= MAX) {
      switch (pattern.charAt(position)) {
        case '\\' -> atom(escapeEnd());
        case '[' -> atom(classEnd());
        case '(' -> open();
        case ')' -> close();
        case '{' -> repeat();
        default -> atom(position + 1);
      }
    }
    while (!outer.isEmpty()) {
      close();
    }
    return group;
  }

  private void atom(int end) {
    last = 1;
    group++;
    position = end;
  }

  private int escapeEnd() {
    if (pattern.startsWith("\\Q", position)) {
      int end = pattern.indexOf("\\E", position);
      int stop = end < 0 ? pattern.length() : end;
      group += stop - position;
      return stop;
    }
    return position + 2;
  }

  private int classEnd() {
    int at = position + 1;
    if (pattern.startsWith("^", at)) {
      at++;
    }
    at++;
    while (at < pattern.length() && pattern.charAt(at) != ']') {
      at += pattern.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private void open() {
    outer.push(group);
    group = 1;
    position++;
  }

  private void close() {
    position++;
    if (!outer.isEmpty()) {
      last = group + 1;
      group = outer.pop() + last;
    }
  }

  /** Other braces are literals. */
  private void repeat() {
    int end = pattern.indexOf('}', position);
    long times = end < 0 ? -1 : times(pattern.substring(position + 1, end));
    if (times < 0) {
      atom(position + 1);
      return;
    }
    long before = last;
    last = Math.min(MAX + 1, before * Math.max(1, times));
    group += last - before;
    position = end + 1;
  }

  private static long times(String inside) {
    long most = 0;
    for (String part : inside.split(",", 2)) {
      if (part.length() > 9 || !part.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return -1;
      }
      most = part.isEmpty() ? most + 1 : Math.max(most, Long.parseLong(part));
    }
    return most;
  }
}
