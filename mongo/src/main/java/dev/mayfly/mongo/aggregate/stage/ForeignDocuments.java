package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.Pipeline;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.expression.Variables;

/** Opens pipelines over collections other than the one that flows by. */
final class ForeignDocuments {
  private ForeignDocuments() {}

  static DocumentStream open(
      Pipeline pipeline, Namespace from, Variables variables, PipelineContext context) {
    if (pipeline.hasOwnSource()) {
      return pipeline.open(DocumentStreams.EMPTY, variables, context);
    }
    DocumentStream documents = context.documents(from, pipeline.wanted(variables));
    return pipeline.afterLeadingFilter().open(documents, variables, context);
  }
}
