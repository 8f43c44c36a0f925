package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;

/**
 * A text that asks for the time while it is read: a single match of it may take longer than a
 * request has, and nobody can interrupt the matcher. Looks come after a number of characters.
 */
final class WatchedText implements CharSequence {
  private final String text;
  private final RowBudget budget;
  private final long charactersPerLook;
  private long untilLook;

  WatchedText(String text, RowBudget budget, long charactersPerLook) {
    this.text = text;
    this.budget = budget;
    this.charactersPerLook = charactersPerLook;
    this.untilLook = charactersPerLook;
  }

  @Override
  public char charAt(int index) {
    if (--untilLook <= 0) {
      untilLook = charactersPerLook;
      budget.work();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
