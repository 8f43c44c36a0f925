package dev.mayfly.mongo.filter;

import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import java.util.function.Predicate;
import org.bson.BsonDocument;

/** Compiles the filters of partial indexes for the engine. */
public final class FilterItemFilters implements ItemFilters {
  /**
   * These filters do not depend on the time: their result must not change while a document is
   * unchanged.
   */
  private static final Variables NO_VARIABLES = Variables.at(0);

  @Override
  public Predicate<byte[]> compile(BsonDocument filter) {
    Filter compiled = FilterParser.parse(filter, Expressions.PLAIN);
    return body -> compiled.matches(new LazyDocument(body), NO_VARIABLES, null);
  }
}
