package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.SourceStage;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $documents}: literal documents. */
public record DocumentsStage(Expression documents) implements SourceStage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new DocumentsStage(ExpressionParser.parse(specification, scope.context()));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    source.close();
    BsonValue value = documents.evaluate(variables.on(new BsonDocument()));
    if (value == null || !value.isArray()) {
      throw new MongoException(
          5858203, "an array is expected for $documents, but found " + TypeNames.of(value));
    }
    List<BsonDocument> all = new ArrayList<>();
    for (BsonValue element : value.asArray()) {
      if (!element.isDocument()) {
        throw new MongoException(
            40228, "$documents elements must be objects, but found " + TypeNames.of(element));
      }
      all.add(element.asDocument());
    }
    return DocumentStreams.of(all);
  }
}
