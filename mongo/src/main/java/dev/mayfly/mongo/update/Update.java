package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A compiled update. Thread safe. */
public abstract class Update {
  Update() {}

  /**
   * @param update operators, a replacement, or a pipeline
   * @param arrayFilters select the elements of {@code $[id]}
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

  /** Rejects a value that is neither a document nor an array of stages. */
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

  /** Whether it is a replacement, which is not allowed with multi. */
  public boolean isReplacement() {
    return false;
  }

  /**
   * Whether it counts as a modification, and is validated, also where the document stays what it
   * is: a replacement without {@code _id}, as in MongoDB.
   */
  public boolean alwaysModifies() {
    return false;
  }

  /** Whether it is a pipeline, which may be expensive. */
  public boolean isPipeline() {
    return false;
  }

  /** Whether {@link #apply} needs the array element matched by the query. */
  public boolean needsMatch() {
    return false;
  }

  /**
   * The updated document; the same object if unchanged. Deterministic, so it may be called again.
   *
   * @param match array element matched by the query; null if not {@link #needsMatch}
   */
  public abstract BsonDocument apply(BsonDocument before, Variables variables, MatchDetails match);

  /** The document that an upsert inserts. It has an {@code _id}. */
  public abstract BsonDocument insert(BsonDocument query, Variables variables);
}
