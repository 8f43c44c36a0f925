package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code $redact}: an expression prunes, keeps or descends into each subdocument. */
public record RedactStage(Expression verdict) implements Stage {
  /** Values of the system variables. */
  private static final BsonValue KEEP = new BsonString("keep");

  private static final BsonValue DESCEND = new BsonString("descend");
  private static final BsonValue PRUNE = new BsonString("prune");

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new RedactStage(ExpressionParser.parse(specification, scope.context()));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    InterruptCheck steps = new InterruptCheck(context);
    return new DerivedStream(source) {
      @Override
      public BsonDocument next() {
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          BsonDocument seen = redact(each, variables.on(each));
          if (seen != null) {
            return seen;
          }
          steps.next();
        }
        return null;
      }
    };
  }

  /** The visible part of a document; null if it is pruned. */
  private BsonDocument redact(BsonDocument document, Variables variables) {
    BsonValue said = verdict.evaluate(variables.descending(document));
    if (KEEP.equals(said)) {
      return document;
    }
    if (PRUNE.equals(said)) {
      return null;
    }
    if (!DESCEND.equals(said)) {
      throw new MongoException(
          17053,
          "$redact's expression should not return anything aside from the variables $$KEEP,"
              + " $$DESCEND, and $$PRUNE, but returned "
              + BsonText.of(said));
    }
    BsonDocument seen = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      BsonValue value = redactValue(field.getValue(), variables);
      if (value != null) {
        seen.put(field.getKey(), value);
      }
    }
    return seen;
  }

  private BsonValue redactValue(BsonValue value, Variables variables) {
    if (value.isDocument()) {
      return redact(value.asDocument(), variables);
    }
    if (!value.isArray()) {
      return value;
    }
    BsonArray seen = new BsonArray();
    for (BsonValue element : value.asArray()) {
      BsonValue kept = redactValue(element, variables);
      if (kept != null) {
        seen.add(kept);
      }
    }
    return seen;
  }
}
