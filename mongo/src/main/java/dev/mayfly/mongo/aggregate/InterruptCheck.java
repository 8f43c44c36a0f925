package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.TransientMemory;

/** Checks periodically in a loop whether the request was killed or has timed out. */
public final class InterruptCheck {
  private static final int BETWEEN_CHECKS = 16;

  private final PipelineContext context;
  private final TransientMemory made;
  private int untilCheck = BETWEEN_CHECKS;

  public InterruptCheck(PipelineContext context) {
    this.context = requireNonNull(context, "context");
    this.made = context.made();
  }

  /** Starts the next iteration: transient values of the previous one are released. */
  public void next() {
    made.release();
    if (--untilCheck == 0) {
      untilCheck = BETWEEN_CHECKS;
      context.check();
    }
  }
}
