package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;

/**
 * A text that checks the time limit while it is read: a single match may take longer than a request
 * may, and the matcher cannot be interrupted. Checks come after a number of characters.
 */
final class InterruptibleText implements CharSequence {
  private final String text;
  private final RowBudget budget;
  private final long charactersPerCheck;
  private long untilCheck;

  InterruptibleText(String text, RowBudget budget, long charactersPerCheck) {
    this.text = text;
    this.budget = budget;
    this.charactersPerCheck = charactersPerCheck;
    this.untilCheck = charactersPerCheck;
  }

  @Override
  public char charAt(int index) {
    if (--untilCheck <= 0) {
      untilCheck = charactersPerCheck;
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
