package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

/** Looks now and then, in a long loop, whether it should go on. */
public final class Steps {
  private static final int BETWEEN_CHECKS = 16;

  private final PipelineContext context;
  private int untilCheck = BETWEEN_CHECKS;

  public Steps(PipelineContext context) {
    this.context = requireNonNull(context, "context");
  }

  /** One more turn of the loop. */
  public void next() {
    if (--untilCheck == 0) {
      untilCheck = BETWEEN_CHECKS;
      context.check();
    }
  }
}
