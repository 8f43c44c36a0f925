package dev.mayfly.fuzz;

import dev.mayfly.fuzz.target.Target;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run of one target came to.
 *
 * @param seed of the random numbers
 * @param seconds that it ran
 * @param executions inputs that were tried
 * @param edges of the instrumented code that were reached
 * @param newInputs that reached something that none before had reached
 * @param findings inputs for which a property did not hold, one for each place in the code
 */
record Outcome(
    Target target,
    long seed,
    long seconds,
    long executions,
    int edges,
    int newInputs,
    List<Finding> findings) {
  /** An input for which a property did not hold, and how the fuzzer described that. */
  record Finding(String what, Path input) {}

  static String heading() {
    return "| target | seed | minutes | executions | edges | new inputs | findings |\n"
        + "|---|---|---|---|---|---|---|";
  }

  /** One row of a table. */
  String row() {
    return String.format(
        "| %s | %d | %.1f | %,d | %,d | %d | %d |",
        target.name(), seed, seconds / 60.0, executions, edges, newInputs, findings.size());
  }
}
