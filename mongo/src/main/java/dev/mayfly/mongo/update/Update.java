package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** How a document changes. Thread safe: it is compiled once. */
public abstract class Update {
  Update() {}

  /**
   * @param update a document of operators, a replacement, or an array of stages
   * @param arrayFilters which elements {@code $[id]} means
   */
  public static Update parse(
      BsonValue update, List<BsonDocument> arrayFilters, ParseContext context) {
    requireForm(update);
    if (update.isArray()) {
      requireNone(arrayFilters, "arrayFilters may not be specified for pipeline-syle updates");
      return new PipelineUpdate(update.asArray(), context);
    }
    BsonDocument document = update.asDocument();
    if (!document.isEmpty() && document.getFirstKey().startsWith("$")) {
      return new OperatorUpdate(document, arrayFilters, context);
    }
    requireNone(arrayFilters, "arrayFilters may not be specified for replacement-style updates");
    return new Replacement(document);
  }

  /** Refuses what is neither of the three, whatever it holds. */
  public static void requireForm(BsonValue update) {
    if (!update.isDocument() && !update.isArray()) {
      throw new MongoException(
          FAILED_TO_PARSE, "Update argument must be either an object or an array");
    }
  }

  private static void requireNone(List<BsonDocument> arrayFilters, String problem) {
    if (!arrayFilters.isEmpty()) {
      throw new MongoException(FAILED_TO_PARSE, problem);
    }
  }

  /** Whether the whole document is replaced, which can't be done to many at once. */
  public boolean isReplacement() {
    return false;
  }

  /** Whether it computes, which may take long for a single document. */
  public boolean isPipeline() {
    return false;
  }

  /** Whether {@link #apply} needs to be told which element of an array the query matched. */
  public boolean needsMatch() {
    return false;
  }

  /**
   * The document as it is afterwards; the very same object if nothing changed. Depends on nothing
   * but what it is given, so it may be called again.
   *
   * @param match which element of an array the query matched; null where {@link #needsMatch} is
   *     false
   */
  public abstract BsonDocument apply(BsonDocument before, Variables variables, MatchDetails match);

  /** The document that an upsert inserts where the query found none. It has an {@code _id}. */
  public abstract BsonDocument insert(BsonDocument query, Variables variables);
}
