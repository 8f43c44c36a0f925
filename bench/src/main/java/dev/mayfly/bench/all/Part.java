package dev.mayfly.bench.all;

import java.time.Duration;
import java.util.List;

/**
 * One benchmark of a run.
 *
 * @param title a heading
 * @param about a sentence: what is compared with what
 * @param words what it is started with, after "bench"
 * @param limit how long it may take
 */
record Part(String name, String title, String about, List<String> words, Duration limit) {
  Part {
    words = List.copyOf(words);
  }

  /** The same with so many times its limit. */
  Part withPatience(int times) {
    return new Part(name, title, about, words, limit.multipliedBy(times));
  }
}
