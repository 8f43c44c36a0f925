package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Document validation. */
public record Validator(Filter filter, BsonDocument rules, boolean moderate) {
  private static final String WARN = "warn";
  private static final String OFF = "off";
  private static final String MODERATE = "moderate";

  /** Null if nothing is enforced. */
  static Validator of(BsonDocument options, ParseContext parsing) {
    BsonValue rules = options.get("validator");
    if (rules == null
        || rules.asDocument().isEmpty()
        || OFF.equals(text(options, "validationLevel"))
        || WARN.equals(text(options, "validationAction"))) {
      return null;
    }
    return new Validator(
        FilterParser.parse(rules.asDocument(), parsing),
        rules.asDocument(),
        MODERATE.equals(text(options, "validationLevel")));
  }

  /** Whether it evaluates expressions or patterns. */
  boolean isExpensive() {
    return EvaluationCost.isExpensive(rules);
  }

  private static String text(BsonDocument options, String name) {
    BsonValue value = options.get(name);
    return value == null ? null : value.asString().getValue();
  }

  /**
   * Rejects an invalid document.
   *
   * @param before the replaced version; null if new
   */
  public void check(BsonDocument before, BsonDocument after, Variables variables) {
    if (filter.matches(after, variables, null)) {
      return;
    }
    boolean excused = moderate && before != null && !filter.matches(before, variables, null);
    if (!excused) {
      BsonDocument details =
          new BsonDocument("operatorName", new BsonString(rules.getFirstKey()))
              .append("specifiedAs", rules)
              .append("reason", new BsonString("the document does not match the validator"));
      BsonDocument info =
          new BsonDocument("failingDocumentId", after.get("_id", new org.bson.BsonNull()))
              .append("details", details);
      throw new MongoException(ErrorCodes.DOCUMENT_VALIDATION_FAILURE, "Document failed validation")
          .with(new BsonDocument("errInfo", info));
    }
  }
}
