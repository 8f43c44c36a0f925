package dev.mayfly.server;

import java.util.List;

/**
 * @param rowsChecked how many rows were checked
 * @param problemsTotal how much is wrong; 0 if everything fits together
 * @param problems the first of them, one line each
 * @param notes what the next start will do, and is no problem
 */
record CheckReport(
    long rowsChecked, long problemsTotal, List<String> problems, List<String> notes) {
  CheckReport {
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
    if (rowsChecked < 0) {
      throw new IllegalArgumentException("rowsChecked is " + rowsChecked);
    }
    if (problemsTotal < problems.size()) {
      throw new IllegalArgumentException(
          "problemsTotal is " + problemsTotal + ", but there are " + problems.size());
    }
  }
}
