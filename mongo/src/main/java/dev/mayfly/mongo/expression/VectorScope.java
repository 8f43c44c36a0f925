package dev.mayfly.mongo.expression;

import java.util.Set;

/**
 * What of a vector search is available where something is parsed.
 *
 * @param score the value of {@code {$meta: "vectorSearchScore"}}; null if there is none
 * @param passing the score of the document that is passing, also if it was changed since
 */
public record VectorScope(Expression score, Expression passing) {
  public static final VectorScope NONE = new VectorScope(null, null);

  /** Stages that leave documents as they are. */
  private static final Set<String> SELECTING = Set.of("$match", "$skip", "$limit");

  /** Stages that collect all documents, and leave them as they are. */
  private static final Set<String> ORDERING = Set.of("$sort", "$sample");

  /** Stages that pass on changed documents one by one. */
  private static final Set<String> CHANGING =
      Set.of(
          "$project",
          "$addFields",
          "$set",
          "$unset",
          "$redact",
          "$replaceRoot",
          "$replaceWith",
          "$unwind",
          "$lookup",
          "$graphLookup");

  /**
   * The score if it can be computed from a document, as a sort needs it that may move documents to
   * disk; null if it can't.
   */
  public Expression ofDocument() {
    return score == passing ? null : score;
  }

  /** The scope behind a stage: documents that were changed and collected have no score. */
  VectorScope behind(String stage) {
    boolean changed = score == passing;
    if (score == null || SELECTING.contains(stage) || !changed && ORDERING.contains(stage)) {
      return this;
    }
    return CHANGING.contains(stage) ? new VectorScope(passing, passing) : NONE;
  }
}
