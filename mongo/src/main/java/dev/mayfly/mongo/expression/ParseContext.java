package dev.mayfly.mongo.expression;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Context for parsing filters, updates, expressions and pipelines.
 *
 * @param operators expression operators by name
 * @param order comparison order with collation
 * @param variables names of user variables in scope
 * @param depth nesting depth
 * @param folded whether errors of constant expressions count as found before the execution
 * @param sortKey the key by which the current document was sorted; null if it was not, or changed
 * @param text what is known of text searches
 * @param vector what is known of the score of a vector search
 */
public record ParseContext(
    Map<String, Operator> operators,
    BsonOrder order,
    Set<String> variables,
    int depth,
    boolean folded,
    Expression sortKey,
    TextScope text,
    VectorScope vector) {
  /** Bounds the stack. */
  private static final int DEPTH_MAX = 200;

  public ParseContext {
    requireNonNull(operators, "operators");
    requireNonNull(order, "order");
    requireNonNull(text, "text");
    requireNonNull(vector, "vector");
    variables = Set.copyOf(variables);
  }

  public ParseContext with(Set<String> more) {
    Set<String> all = new HashSet<>(variables);
    all.addAll(more);
    return new ParseContext(operators, order, all, depth, folded, sortKey, text, vector);
  }

  public ParseContext ordered(BsonOrder other) {
    return new ParseContext(operators, other, variables, depth, folded, sortKey, text, vector);
  }

  /** The context of a pipeline, which MongoDB optimizes before it executes it. */
  public ParseContext asFolded() {
    return new ParseContext(operators, order, variables, depth, true, sortKey, text, vector);
  }

  /**
   * The context of documents that were sorted.
   *
   * @param key null if they were not
   */
  public ParseContext sortedBy(Expression key) {
    return key == sortKey
        ? this
        : new ParseContext(operators, order, variables, depth, folded, key, text, vector);
  }

  /** The context with other text searches. */
  public ParseContext with(TextScope searches) {
    return searches.equals(text)
        ? this
        : new ParseContext(operators, order, variables, depth, folded, sortKey, searches, vector);
  }

  /** The context with another score of a vector search. */
  public ParseContext with(VectorScope searched) {
    return searched == vector
        ? this
        : new ParseContext(operators, order, variables, depth, folded, sortKey, text, searched);
  }

  /** The context behind a stage of a pipeline. */
  public ParseContext behind(String stage) {
    return with(text.behind(stage)).with(vector.behind(stage));
  }

  /** The context of a nested expression. */
  public ParseContext deeper() {
    if (depth >= DEPTH_MAX) {
      throw new MongoException(
          ErrorCodes.OVERFLOW, "expression exceeds the nesting limit of " + DEPTH_MAX + " levels");
    }
    return new ParseContext(operators, order, variables, depth + 1, folded, sortKey, text, vector);
  }
}
