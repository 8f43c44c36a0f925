package dev.mayfly.mongo.filter;

/** The index of the array element that matched, for the positional {@code $}. */
public final class MatchDetails {
  private static final int NONE = -1;

  private int element = NONE;

  /** Records the index of the element; the last call wins. */
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
