package dev.mayfly.mongo.expression;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.BsonOrder;
import java.util.HashSet;
import java.util.Set;

/**
 * What is known while a filter, an update, an expression or a pipeline is parsed.
 *
 * @param order how values compare, the collation included
 * @param variables the names that {@code let} and the like defined around it
 */
public record ParseContext(BsonOrder order, Set<String> variables) {
  public static final ParseContext PLAIN = new ParseContext(BsonOrder.SIMPLE, Set.of());

  public ParseContext {
    requireNonNull(order, "order");
    variables = Set.copyOf(variables);
  }

  public ParseContext with(Set<String> more) {
    Set<String> all = new HashSet<>(variables);
    all.addAll(more);
    return new ParseContext(order, all);
  }

  public ParseContext ordered(BsonOrder other) {
    return new ParseContext(other, variables);
  }
}
