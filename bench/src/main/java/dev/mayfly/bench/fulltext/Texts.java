package dev.mayfly.bench.fulltext;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts of words that are as unevenly frequent as those of a language, and searches in them. */
final class Texts {
  private static final int WORDS = 50_000;
  private static final int LENGTH = 120;
  private static final int LENGTH_MIN = 20;
  private static final int LETTERS = 26;
  private static final double UNEVEN = 4;
  private static final int TERMS_MAX = 3;

  /** Words that are in nearly all texts are seldom searched. */
  private static final int FREQUENT = 50;

  private final Random random;

  Texts(long seed) {
    random = new Random(seed);
  }

  private static String word(int number) {
    StringBuilder word = new StringBuilder("w");
    for (int left = number; left > 0 || word.length() == 1; left /= LETTERS) {
      word.append((char) ('a' + left % LETTERS));
    }
    return word.append("x").toString();
  }

  private int number() {
    return (int) (WORDS * Math.pow(random.nextDouble(), UNEVEN));
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (int i = LENGTH_MIN + random.nextInt(LENGTH); i > 0; i--) {
      text.append(word(number())).append(' ');
    }
    return text.toString();
  }

  List<String> terms() {
    List<String> terms = new ArrayList<>();
    for (int i = 1 + random.nextInt(TERMS_MAX); i > 0; i--) {
      terms.add(word(FREQUENT + number()));
    }
    return terms;
  }
}
