package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.filter.Filter;
import org.bson.BsonDocument;

/**
 * Which documents of a collection a stage is about.
 *
 * @param query all that are wanted match it, so that an index may tell where they are; empty if
 *     nothing is known
 * @param parse what the query is to be understood by
 * @param filter decides; null for all
 */
public record Wanted(BsonDocument query, ParseContext parse, Filter filter) {
  public static final Wanted ALL = new Wanted(new BsonDocument(), ParseContext.PLAIN, null);

  public Wanted {
    requireNonNull(query, "query");
    requireNonNull(parse, "parse");
  }
}
