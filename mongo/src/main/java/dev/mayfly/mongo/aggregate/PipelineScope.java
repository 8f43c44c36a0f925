package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.VectorScope;
import dev.mayfly.mongo.plan.TextPlacement;
import dev.mayfly.mongo.vector.VectorSearch;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * Parsing context of a pipeline.
 *
 * @param context of its expressions
 * @param owner the stage that contains it; empty for the top-level pipeline
 * @param depth number of enclosing pipelines
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

  /** The scope of the stages behind a sort; null behind a stage that changes documents. */
  public PipelineScope sortedBy(Expression key) {
    return new PipelineScope(context.sortedBy(key), owner, depth);
  }

  /** The scope of the stages behind a stage. */
  public PipelineScope behind(String stage) {
    return new PipelineScope(context.behind(stage), owner, depth);
  }

  /** The scope of the stages behind a vector search. */
  public PipelineScope behind(VectorSearch search) {
    return new PipelineScope(context.with(search.scope()), owner, depth);
  }

  /**
   * The scope of a sub-pipeline.
   *
   * @param collection that it reads; null for none
   * @param variables that the stage defines
   */
  public PipelineScope inside(String stage, String collection, Set<String> variables) {
    return new PipelineScope(
        context
            .with(variables)
            .sortedBy(null)
            .with(context.text().inside(collection))
            .with(VectorScope.NONE),
        stage,
        depth + 1);
  }

  /** The scope of a pipeline that may begin with a search. */
  public PipelineScope searching(List<BsonDocument> stages) {
    return new PipelineScope(
        TextPlacement.searching(stages, context.text(), context), owner, depth);
  }
}
