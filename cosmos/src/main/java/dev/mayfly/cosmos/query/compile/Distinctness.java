package dev.mayfly.cosmos.query.compile;

/** Which of the rows with the same result a query returns. */
public enum Distinctness {
  /** All of them: the query has no DISTINCT. */
  ALL,
  /** Any one: ORDER BY names only what is selected, so they have the same sort keys. */
  ANY,
  /** The one that sorts first. */
  FIRST
}
