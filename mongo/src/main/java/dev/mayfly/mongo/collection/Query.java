package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.filter.MatchDetails;
import dev.mayfly.mongo.geo.NearOperators;
import dev.mayfly.mongo.geo.NearQuery;
import dev.mayfly.mongo.plan.TextPlacement;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.mongo.text.DocumentSearch;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A compiled query.
 *
 * @param query as sent
 * @param filter compiled query
 * @param sort null for any order
 * @param variables of the enclosing scope
 * @param id the only id that can match; null for any
 * @param hint name of the index to use, or {@link #NATURAL} for a scan; null for any
 * @param near documents come by their distance from a place; null if they need not
 */
public record Query(
    BsonDocument document,
    Filter filter,
    SortPattern sort,
    ParseContext parsing,
    Variables variables,
    BsonValue id,
    String hint,
    NearQuery near) {
  /** A hint for a collection scan. */
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
    ParseContext searching = TextPlacement.searching(document, parsing);
    if (natural && searching.text().search() != null) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "text expression not allowed with $natural sort order");
    }
    SortPattern order =
        sort == null || sort.isEmpty() || natural ? null : SortPattern.parse(sort, searching);
    Filter filter = FilterParser.parseWithNear(document, searching);
    NearQuery near = NearOperators.in(document);
    if (near != null && searching.text().search() != null) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "text and geoNear not allowed in same query");
    }
    return new Query(
        document,
        filter,
        order,
        searching,
        variables,
        near != null ? null : Candidates.idOf(document, parsing.order()),
        natural ? NATURAL : null,
        near);
  }

  public BsonOrder order() {
    return parsing.order();
  }

  /** This query with a narrower filter. */
  public Query with(Filter narrower) {
    return new Query(document, narrower, sort, parsing, variables, id, hint, near);
  }

  /** The {@code $text} of the filter; null if there is none. */
  public DocumentSearch search() {
    return parsing.text().search();
  }

  /** This query with a hint; null for none. */
  public Query hinting(String index) {
    if (index != null && search() != null) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "text and hint not allowed in same query");
    }
    return index == null
        ? this
        : new Query(document, filter, sort, parsing, variables, id, index, near);
  }

  /** This query with additional variables and their names. */
  public Query with(Variables more, ParseContext names) {
    return new Query(document, filter, sort, names, more, id, hint, near);
  }

  public boolean matches(BsonDocument candidate, MatchDetails details) {
    return filter.matches(candidate, variables, details);
  }
}
