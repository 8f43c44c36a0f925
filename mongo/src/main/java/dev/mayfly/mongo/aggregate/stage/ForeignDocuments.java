package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.namespace.Namespace;

/** Opens sub-pipelines on foreign collections. */
final class ForeignDocuments {
  private ForeignDocuments() {}

  static DocumentStream open(
      Pipeline pipeline, Namespace from, Variables variables, PipelineContext context) {
    if (pipeline.hasOwnSource()) {
      return pipeline.open(DocumentStreams.EMPTY, variables, context);
    }
    DocumentStream documents = context.documents(from, pipeline.selection(variables));
    return pipeline.afterLeadingFilter().open(documents, variables, context);
  }
}
