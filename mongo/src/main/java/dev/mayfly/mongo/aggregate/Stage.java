package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.expression.Variables;

/** A compiled aggregation stage. */
public interface Stage {
  /**
   * The output of the stage over an input.
   *
   * @param variables of the scope around the pipeline
   */
  DocumentStream over(DocumentStream source, Variables variables, PipelineContext context);
}
