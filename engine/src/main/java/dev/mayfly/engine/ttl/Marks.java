package dev.mayfly.engine.ttl;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * The marks of one source: a staircase, LSNs rising and bounds falling. Usually empty or one step;
 * it grows only where imports with kept times stand between policy changes.
 */
public record Marks(List<Mark> steps) {
  public static final Marks NONE = new Marks(List.of());

  /** More changes than this in a row must wait for the purge to catch up. */
  public static final int STEPS_MAX = 64;

  public Marks {
    steps = List.copyOf(steps);
    for (int i = 1; i < steps.size(); i++) {
      Mark before = steps.get(i - 1);
      Mark here = steps.get(i);
      if (before.lsn() >= here.lsn() || before.upTo() <= here.upTo()) {
        throw new IllegalArgumentException("not a staircase: " + steps);
      }
    }
  }

  public boolean isEmpty() {
    return steps.isEmpty();
  }

  /** True if an item with this key, last written at this LSN, died before a policy change. */
  public boolean cover(long key, long lsn) {
    for (int i = 0; i < steps.size(); i++) {
      Mark step = steps.get(i);
      if (lsn <= step.lsn()) {
        // Later steps reach further in LSN and less far in key: this one decides.
        return key <= step.upTo();
      }
    }
    return false;
  }

  /** The highest key that any mark covers; {@link Long#MIN_VALUE} without marks. */
  public long highest() {
    return steps.isEmpty() ? Long.MIN_VALUE : steps.get(0).upTo();
  }

  /** These marks and a newer one. */
  public Marks plus(Mark mark) {
    List<Mark> next = new ArrayList<>(steps.size() + 1);
    for (Mark step : steps) {
      if (step.lsn() >= mark.lsn()) {
        throw new IllegalArgumentException("marks must be added in commit order");
      }
      if (step.upTo() > mark.upTo()) {
        next.add(step);
      }
    }
    next.add(mark);
    if (next.size() > STEPS_MAX) {
      throw new EngineException(
          ErrorCode.OVERLOADED,
          "The TTL policy changed "
              + STEPS_MAX
              + " times while dead items wait to be purged;"
              + " try again when the purge has caught up.");
    }
    return new Marks(next);
  }
}
