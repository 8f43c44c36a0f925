package dev.mayfly.testkit.linear;

import java.util.List;

/**
 * What came of a comparison.
 *
 * @param result the answer
 * @param stuckAt where it is violated: the requests that no order of what came before explains
 * @param steps how many orders of two requests were tried
 */
public record Verdict(Result result, List<RegisterRequest> stuckAt, long steps) {
  /** Whether there is an order that explains all answers. */
  public enum Result {
    LINEARIZABLE,
    VIOLATED,
    /** Not found out within the limit of steps. */
    UNDECIDED
  }

  public Verdict {
    stuckAt = List.copyOf(stuckAt);
  }

  public boolean isLinearizable() {
    return result == Result.LINEARIZABLE;
  }
}
