package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The rows that a document and what is joined to it make: loops within loops, the first source the
 * outermost. It can go on after any row by the places in the loops, without going there step by
 * step.
 */
final class JoinCursor {
  /** Shorter lists are not worth being counted. */
  private static final int COUNTED_MIN = 256;

  /**
   * A source of rows.
   *
   * @param slot where a row holds the value
   */
  record Step(int slot, Source source) {}

  /** What a source has for the values to its left. */
  @FunctionalInterface
  interface Source {
    List<Value> values(Value[] row);
  }

  private final List<Step> steps;
  private final Value[] row;
  private final RowBudget budget;
  private final List<List<Value>> values;
  private final int[] places;
  private int level;
  private boolean begun;

  /**
   * @param row is filled; it holds the values of what is to the left of the first source
   */
  JoinCursor(List<Step> steps, Value[] row, RowBudget budget) {
    this.steps = steps;
    this.row = row;
    this.budget = budget;
    this.values = new ArrayList<>(Collections.nCopies(steps.size(), List.of()));
    this.places = new int[steps.size()];
  }

  /** Begins again with what is in the row now. */
  void restart() {
    begun = false;
    level = 0;
  }

  /** Goes to the next row; false if there is none. */
  boolean next() {
    if (steps.isEmpty()) {
      boolean first = !begun;
      begun = true;
      return first;
    }
    if (!begun) {
      begun = true;
      enter(0);
    }
    while (level >= 0) {
      budget.step();
      if (++places[level] >= values.get(level).size()) {
        level--;
      } else {
        take();
        if (level == steps.size() - 1) {
          return true;
        }
        enter(level + 1);
      }
    }
    return false;
  }

  private void enter(int deeper) {
    level = deeper;
    List<Value> all = steps.get(level).source().values(row);
    if (all.size() >= COUNTED_MIN) {
      budget.takeElements(all.size());
    }
    values.set(level, all);
    places[level] = -1;
  }

  private void take() {
    row[steps.get(level).slot()] = values.get(level).get(places[level]);
  }

  /** Where the last row was. */
  int[] places() {
    return places.clone();
  }

  /** Goes on after a row of the same document. */
  void goAfter(int[] lastPlaces) {
    begun = true;
    if (lastPlaces.length != steps.size() || steps.isEmpty()) {
      return;
    }
    enter(0);
    for (int place : lastPlaces) {
      places[level] = Math.min(place, values.get(level).size());
      if (places[level] == values.get(level).size() || level == steps.size() - 1) {
        return;
      }
      take();
      enter(level + 1);
    }
  }
}
