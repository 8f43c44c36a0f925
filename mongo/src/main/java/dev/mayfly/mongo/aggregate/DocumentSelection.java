package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.geo.NearQuery;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.mongo.text.DocumentSearch;
import org.bson.BsonDocument;

/**
 * A condition on the documents of a collection.
 *
 * @param query necessary for a match, and used for index selection; empty if nothing is known
 * @param parse context of the query
 * @param filter decides; null for all
 * @param near documents come by their distance from a place; null if they need not
 * @param sort the order in which documents come; null for any
 * @param limit how many documents are needed at most, if they are sorted
 */
public record DocumentSelection(
    BsonDocument query,
    ParseContext parse,
    Filter filter,
    NearQuery near,
    SortPattern sort,
    long limit) {
  public static final DocumentSelection ALL =
      new DocumentSelection(new BsonDocument(), Expressions.PLAIN, null);

  public DocumentSelection {
    requireNonNull(query, "query");
    requireNonNull(parse, "parse");
  }

  public DocumentSelection(BsonDocument query, ParseContext parse, Filter filter) {
    this(query, parse, filter, null);
  }

  public DocumentSelection(BsonDocument query, ParseContext parse, Filter filter, NearQuery near) {
    this(query, parse, filter, near, null, Long.MAX_VALUE);
  }

  public DocumentSelection sortedBy(SortPattern pattern, long atMost) {
    return new DocumentSelection(query, parse, filter, near, pattern, atMost);
  }

  /** The {@code $text} of the query; null if there is none. */
  public DocumentSearch search() {
    return filter == null ? null : parse.text().search();
  }
}
