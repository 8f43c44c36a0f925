package dev.mayfly.mongo.filter;

import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.function.Predicate;
import org.bson.BsonDocument;

/** Lets the engine understand the filters of partial indexes, which it stores. */
public final class FilterItemFilters implements ItemFilters {
  /** Such a filter can't ask for the time: its answer must not change while a document lies. */
  private static final Variables NO_VARIABLES = Variables.at(0);

  @Override
  public Predicate<byte[]> compile(BsonDocument filter) {
    Filter compiled = FilterParser.parse(filter, ParseContext.PLAIN);
    return body -> compiled.matches(new LazyDocument(body), NO_VARIABLES, null);
  }
}
