package dev.mayfly.cosmos.query.token;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.cursor.CursorPosition;

/**
 * Where a page of a query resumes.
 *
 * @param cursor where reading resumes
 * @param within the last row of the next item, if the page ended among its rows; null if the item
 *     comes whole
 */
public record PagePosition(CursorPosition cursor, Within within) {
  public static final PagePosition START = new PagePosition(CursorPosition.START, null);

  /**
   * A row of an item.
   *
   * @param rid which item; another one in its place comes whole
   * @param places in the loops that make the rows
   */
  public record Within(long rid, int[] places) {}

  public PagePosition {
    requireNonNull(cursor, "cursor");
  }
}
