package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.ParseContext;
import java.util.Set;

/**
 * Where a pipeline stands while it is parsed.
 *
 * @param owner the stage that it is part of; empty for the outermost one
 * @param depth how many pipelines are around it
 */
public record PipelineScope(ParseContext context, String owner, int depth) {
  public PipelineScope {
    requireNonNull(context, "context");
    requireNonNull(owner, "owner");
  }

  public static PipelineScope outermost(ParseContext context) {
    return new PipelineScope(context, "", 0);
  }

  public boolean isOutermost() {
    return depth == 0;
  }

  /** The pipelines of a stage stand one deeper, and see what the stage defines. */
  public PipelineScope inside(String stage, Set<String> variables) {
    return new PipelineScope(context.with(variables), stage, depth + 1);
  }
}
