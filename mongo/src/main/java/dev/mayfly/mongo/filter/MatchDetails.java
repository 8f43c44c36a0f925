package dev.mayfly.mongo.filter;

/** Which element of an array made a filter match: what the positional {@code $} stands for. */
public final class MatchDetails {
  private static final int NONE = -1;

  private int element = NONE;

  /** Remembers the position of the element; the last one that is told counts. */
  public void matchedElement(int position) {
    element = position;
  }

  public boolean hasElement() {
    return element != NONE;
  }

  public int element() {
    return element;
  }

  public void reset() {
    element = NONE;
  }
}
