package dev.mayfly.engine.check;

/**
 * What a verification read and found.
 *
 * @param rows of all tables
 * @param problems all of them, also those beyond the number that is reported one by one
 */
public record Report(int containers, long items, long rows, long problems) {
  public boolean isClean() {
    return problems == 0;
  }
}
