package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The rows that a document and what is joined to it make: loops within loops, the first source the
 * outermost. It can resume after any row by its positions in the loops, without replaying them row
 * by step.
 */
public final class JoinCursor {
  /** Shorter lists are not worth being counted. */
  private static final int COUNTED_MIN = 256;

  /**
   * A source of rows.
   *
   * @param slot where a row holds the value
   */
  record Join(int slot, Source source) {}

  /** What a source has for the values to its left. */
  @FunctionalInterface
  interface Source {
    List<Value> values(Value[] row);
  }

  private final List<Join> joins;
  private final Value[] row;
  private final RowBudget budget;
  private final List<List<Value>> values;
  private final int[] places;
  private int level;
  private boolean begun;

  /**
   * @param row is filled; it holds the values of what is to the left of the first source
   */
  JoinCursor(List<Join> joins, Value[] row, RowBudget budget) {
    this.joins = joins;
    this.row = row;
    this.budget = budget;
    this.values = new ArrayList<>(Collections.nCopies(joins.size(), List.of()));
    this.places = new int[joins.size()];
  }

  /** Begins again with what is in the row now. */
  public void restart() {
    begun = false;
    level = 0;
  }

  /** Goes to the next row; false if there is none. */
  public boolean next() {
    if (joins.isEmpty()) {
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
        if (level == joins.size() - 1) {
          return true;
        }
        enter(level + 1);
      }
    }
    return false;
  }

  private void enter(int deeper) {
    level = deeper;
    List<Value> all = joins.get(level).source().values(row);
    if (all.size() >= COUNTED_MIN) {
      budget.takeElements(all.size());
    }
    values.set(level, all);
    places[level] = -1;
  }

  private void take() {
    row[joins.get(level).slot()] = values.get(level).get(places[level]);
  }

  /** Where the last row was. */
  public int[] places() {
    return places.clone();
  }

  /** Resumes after a row of the same document. */
  public void goAfter(int[] lastPlaces) {
    begun = true;
    if (lastPlaces.length != joins.size() || joins.isEmpty()) {
      return;
    }
    enter(0);
    for (int place : lastPlaces) {
      places[level] = Math.min(place, values.get(level).size());
      if (places[level] == values.get(level).size() || level == joins.size() - 1) {
        return;
      }
      take();
      enter(level + 1);
    }
  }
}
