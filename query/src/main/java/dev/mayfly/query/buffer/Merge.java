package dev.mayfly.query.buffer;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The rows of several sorted sources as one, by a tree of losers: each row takes one comparison for
 * each doubling of the number of sources.
 */
final class Merge<R> implements Iterator<R> {
  private static final int NONE = -1;

  private final Comparator<? super R> order;
  private final List<Iterator<R>> sources;

  /** The next row of each source; null behind the last. */
  private final Object[] rows;

  /** For each inner node, from 1 on, the source that lost there; a leaf's parent is its half. */
  private final int[] losers;

  private int winner = NONE;

  /**
   * @param order total: rows that it takes for equal come in any order
   */
  Merge(List<Iterator<R>> sources, Comparator<? super R> order) {
    this.order = order;
    this.sources = sources;
    this.rows = new Object[sources.size()];
    this.losers = new int[sources.size()];
    Arrays.fill(losers, NONE);
    for (int i = 0; i < rows.length; i++) {
      advance(i);
    }
    for (int i = 0; i < rows.length; i++) {
      enter(i);
    }
  }

  private void advance(int source) {
    Iterator<R> rest = sources.get(source);
    rows[source] = rest.hasNext() ? rest.next() : null;
  }

  /** Plays a source up to the first node at which no other has been yet. */
  private void enter(int source) {
    int best = source;
    for (int node = (rows.length + source) / 2; node > 0; node /= 2) {
      int other = losers[node];
      if (other == NONE) {
        losers[node] = best;
        return;
      }
      if (isBefore(other, best)) {
        losers[node] = best;
        best = other;
      }
    }
    winner = best;
  }

  private void replay(int source) {
    int best = source;
    for (int node = (rows.length + source) / 2; node > 0; node /= 2) {
      int other = losers[node];
      if (isBefore(other, best)) {
        losers[node] = best;
        best = other;
      }
    }
    winner = best;
  }

  private boolean isBefore(int one, int other) {
    R left = row(one);
    R right = row(other);
    return left != null && (right == null || order.compare(left, right) < 0);
  }

  @SuppressWarnings("unchecked")
  private R row(int source) {
    return (R) rows[source];
  }

  @Override
  public boolean hasNext() {
    return winner != NONE && rows[winner] != null;
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    R row = row(winner);
    advance(winner);
    replay(winner);
    return row;
  }
}
