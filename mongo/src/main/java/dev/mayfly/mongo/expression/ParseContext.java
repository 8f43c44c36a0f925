package dev.mayfly.mongo.expression;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.HashSet;
import java.util.Set;

/**
 * What is known while a filter, an update, an expression or a pipeline is parsed.
 *
 * @param order how values compare, the collation included
 * @param variables the names that {@code let} and the like defined around it
 * @param depth how many expressions stand around it
 */
public record ParseContext(BsonOrder order, Set<String> variables, int depth) {
  public static final ParseContext PLAIN = new ParseContext(BsonOrder.SIMPLE, Set.of());

  /** What is nested deeper than this would need too much stack. */
  private static final int DEPTH_MAX = 200;

  public ParseContext {
    requireNonNull(order, "order");
    variables = Set.copyOf(variables);
  }

  public ParseContext(BsonOrder order, Set<String> variables) {
    this(order, variables, 0);
  }

  public ParseContext with(Set<String> more) {
    Set<String> all = new HashSet<>(variables);
    all.addAll(more);
    return new ParseContext(order, all, depth);
  }

  public ParseContext ordered(BsonOrder other) {
    return new ParseContext(other, variables, depth);
  }

  /** For what is nested in an expression. */
  public ParseContext deeper() {
    if (depth >= DEPTH_MAX) {
      throw new MongoException(
          ErrorCodes.OVERFLOW, "expression exceeds the nesting limit of " + DEPTH_MAX + " levels");
    }
    return new ParseContext(order, variables, depth + 1);
  }
}
