package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.expression.Variables;

/** One step of a pipeline, compiled once. */
public interface Stage {
  /**
   * What comes out when that goes in.
   *
   * @param variables what was defined around the pipeline
   */
  DocumentStream over(DocumentStream source, Variables variables, PipelineContext context);
}
