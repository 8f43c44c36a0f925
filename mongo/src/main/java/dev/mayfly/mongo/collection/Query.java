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
 */
public record Query(
    BsonDocument document,
    Filter filter,
    SortPattern sort,
    ParseContext parsing,
    Variables variables) {

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
    SortPattern order =
        sort == null || sort.isEmpty() || sort.containsKey("$natural")
            ? null
            : SortPattern.parse(sort, parsing.order());
    return new Query(document, FilterParser.parse(document, parsing), order, parsing, variables);
  }

  public BsonOrder order() {
    return parsing.order();
  }

  /** The one id that a document must have to match, or null. */
  public BsonValue id() {
    return Candidates.idOf(document, parsing.order());
  }

  public boolean matches(BsonDocument candidate, MatchDetails details) {
    return filter.matches(candidate, variables, details);
  }
}
