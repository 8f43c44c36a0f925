package dev.mayfly.server;

import java.util.List;

/**
 * @param rowsChecked how much was looked at
 * @param problems one line each, bounded; empty if everything fits together
 */
record CheckReport(long rowsChecked, List<String> problems) {
  CheckReport {
    problems = List.copyOf(problems);
    if (rowsChecked < 0) {
      throw new IllegalArgumentException("rowsChecked is " + rowsChecked);
    }
  }
}
