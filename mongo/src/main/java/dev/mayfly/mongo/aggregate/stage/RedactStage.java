package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
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

/** {@code $redact}: an expression says of each inner document whether it may be seen. */
public final class RedactStage implements Stage {
  private static final int NOT_A_VERDICT = 17053;

  /** What the built-in variables stand for. */
  private static final BsonValue KEEP = new BsonString("keep");

  private static final BsonValue DESCEND = new BsonString("descend");
  private static final BsonValue PRUNE = new BsonString("prune");

  private final Expression verdict;

  private RedactStage(Expression verdict) {
    this.verdict = verdict;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new RedactStage(ExpressionParser.parse(specification, scope.context()));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Steps steps = new Steps(context);
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

  /** What may be seen of a document; null for nothing. */
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
          NOT_A_VERDICT,
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
