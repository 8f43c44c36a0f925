package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.Pipeline;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;

/** Opens pipelines over collections other than the one that flows by. */
final class ForeignDocuments {
  private ForeignDocuments() {}

  static DocumentStream open(
      Pipeline pipeline, Namespace from, Variables variables, PipelineContext context) {
    if (pipeline.hasOwnSource()) {
      return pipeline.open(DocumentStreams.EMPTY, variables, context);
    }
    Filter filter = pipeline.leadingFilter();
    // The collection knows nothing of these variables, so the filter carries them along.
    Filter bound =
        filter == null
            ? null
            : (document, none, match) -> filter.matches(document, variables, match);
    return pipeline.afterLeadingFilter().open(context.documents(from, bound), variables, context);
  }
}
