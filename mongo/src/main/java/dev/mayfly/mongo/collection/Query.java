package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.SortPattern;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.filter.MatchDetails;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Which documents are meant, and in which order.
 *
 * @param filter the query compiled
 * @param sort null for any order
 * @param variables what was defined around it
 * @param id the one id that a document must have to match; null for any
 * @param hint the name of the index to read, or {@link #NATURAL} for none; null for any
 */
public record Query(
    BsonDocument document,
    Filter filter,
    SortPattern sort,
    ParseContext parsing,
    Variables variables,
    BsonValue id,
    String hint) {
  /** A hint that no index is to be read. */
  public static final String NATURAL = "$natural";

  public Query {
    requireNonNull(document, "document");
    requireNonNull(filter, "filter");
    requireNonNull(parsing, "parsing");
    requireNonNull(variables, "variables");
  }

  /**
   * @param sort null or empty for any order
   */
  public static Query of(
      BsonDocument document, BsonDocument sort, ParseContext parsing, Variables variables) {
    boolean natural = sort != null && sort.containsKey(NATURAL);
    SortPattern order =
        sort == null || sort.isEmpty() || natural ? null : SortPattern.parse(sort, parsing.order());
    return new Query(
        document,
        FilterParser.parse(document, parsing),
        order,
        parsing,
        variables,
        Candidates.idOf(document, parsing.order()),
        natural ? NATURAL : null);
  }

  public BsonOrder order() {
    return parsing.order();
  }

  /** The same with another filter, which lets through less. */
  public Query with(Filter narrower) {
    return new Query(document, narrower, sort, parsing, variables, id, hint);
  }

  /** The same, to be answered by way of an index; null for any. */
  public Query hinting(String index) {
    return index == null ? this : new Query(document, filter, sort, parsing, variables, id, index);
  }

  /** The same with more variables, and with what they are called. */
  public Query with(Variables more, ParseContext names) {
    return new Query(document, filter, sort, names, more, id, hint);
  }

  public boolean matches(BsonDocument candidate, MatchDetails details) {
    return filter.matches(candidate, variables, details);
  }
}
