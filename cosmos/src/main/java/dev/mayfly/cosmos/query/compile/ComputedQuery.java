package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.function.Builtins;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import dev.mayfly.cosmos.query.syntax.Substitution;
import java.util.Locale;

/**
 * The query that defines a computed property: a value that is made of one item, always the same of
 * the same item.
 *
 * @param root what the query calls the item
 * @param value what it selects
 */
public record ComputedQuery(String root, Expression value) {
  /**
   * Reads a definition.
   *
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if it is no query, or one that does more
   */
  public static ComputedQuery parse(String text) {
    Query query = QueryParser.query(text);
    boolean plain =
        query.selection() instanceof Query.Selection.Single
            && query.from().size() == 1
            && !query.from().get(0).each()
            && query.from().get(0).collection() instanceof Query.Collection.Path path
            && path.value() instanceof Expression.Identifier
            && query.where() == null
            && query.groupBy().isEmpty()
            && query.orderBy().isEmpty()
            && query.top() == null
            && query.offset() == null
            && !query.distinct();
    if (!plain) {
      throw QueryError.refused("The query must be of the form SELECT VALUE ... FROM c.");
    }
    Expression value = ((Query.Selection.Single) query.selection()).value();
    requireSteady(value);
    QueryCompiler.compile(query, Parameters.NONE);
    return new ComputedQuery(Sources.alias(query.from().get(0)), value);
  }

  private static void requireSteady(Expression value) {
    if (value instanceof Expression.Subquery) {
      throw QueryError.refused("The query must not contain another.");
    }
    if (value instanceof Expression.Call call) {
      boolean spatial = call.name().toUpperCase(Locale.ROOT).startsWith("ST_");
      if (call.userDefined() || spatial || !Builtins.isSteady(call.name())) {
        throw QueryError.refused("The query must not call '" + call.name() + "'.");
      }
    }
    value.children().forEach(ComputedQuery::requireSteady);
  }

  /** The value of the item that a query calls by another name. */
  Expression of(Expression.Identifier item) {
    return Substitution.in(
        value,
        part ->
            part instanceof Expression.Identifier name && name.name().equals(root) ? item : null);
  }
}
