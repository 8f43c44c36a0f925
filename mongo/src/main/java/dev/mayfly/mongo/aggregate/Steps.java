package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.MadeValues;

/** Looks now and then, in a long loop, whether it should go on. */
public final class Steps {
  private static final int BETWEEN_CHECKS = 16;

  private final PipelineContext context;
  private final MadeValues made;
  private int untilCheck = BETWEEN_CHECKS;

  public Steps(PipelineContext context) {
    this.context = requireNonNull(context, "context");
    this.made = context.made();
  }

  /** One more turn of the loop: what was made in the one before is not used any more. */
  public void next() {
    made.release();
    if (--untilCheck == 0) {
      untilCheck = BETWEEN_CHECKS;
      context.check();
    }
  }
}
