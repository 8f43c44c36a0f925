package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.Item;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import java.util.ArrayList;
import java.util.List;

/** What queries within queries must not have, and what ORDER BY RANK does not go with. */
public final class SubqueryRules {
  private final List<QueryError.Located> errors = new ArrayList<>();

  private SubqueryRules() {}

  /** Refuses a query with all errors that are found. */
  public static void check(Query query) {
    SubqueryRules rules = new SubqueryRules();
    rules.check(query, false);
    if (!rules.errors.isEmpty()) {
      throw QueryError.of(rules.errors);
    }
  }

  private void add(Span span, String code, String message) {
    errors.add(new QueryError.Located(span, code, message));
  }

  private void check(Query query, boolean within) {
    if (query.ranked()) {
      ranked(query);
    }
    for (Source source : query.from()) {
      if (source.collection() instanceof Collection.Rows rows) {
        check(rows.query(), true);
      } else if (source.collection() instanceof Collection.Result result) {
        check(result.call());
      }
    }
    if (query.where() != null) {
      check(query.where());
    }
    query.groupBy().forEach(this::check);
    query.orderBy().forEach(item -> check(item.value()));
    if (within && query.ranked()) {
      add(
          query.places().orderBy(),
          "SC2228",
          "The ORDER BY RANK clause is not supported in subqueries.");
    } else if (within && !query.orderBy().isEmpty()) {
      add(query.places().orderBy(), "SC2202", "'ORDER BY' is not supported in subqueries.");
    }
    if (within && query.top() != null) {
      add(query.places().top(), "SC2203", "'TOP' is not supported in subqueries.");
    }
    check(query.selection());
    if (within && query.offset() != null) {
      add(
          query.places().offsetLimit(),
          "SC2204",
          "'OFFSET LIMIT' clause is not supported in subqueries.");
    }
  }

  private void check(Selection selection) {
    if (selection instanceof Selection.Single single) {
      check(single.value());
    } else if (selection instanceof Selection.Items items) {
      items.items().stream().map(Item::value).forEach(this::check);
    }
  }

  private void check(Expression expression) {
    if (expression instanceof Expression.Subquery subquery) {
      check(subquery.query(), true);
    }
    SearchRules.options(expression, errors::add);
    expression.children().forEach(this::check);
  }

  private void ranked(Query query) {
    if (query.from().size() > 1) {
      add(
          query.places().from(),
          "SC2224",
          "The JOIN operator is not allowed with the ORDER BY RANK clause.");
    }
    for (Source source : query.from()) {
      if (source.each()) {
        add(
            source.span(),
            "SC2223",
            "The FROM clause with the IN operator is not allowed with the ORDER BY RANK clause.");
      } else if (source.collection() instanceof Collection.Rows) {
        add(
            source.span(),
            "SC2225",
            "Subqueries in the FROM clause are not allowed with the ORDER BY RANK clause.");
      }
    }
    SearchRules.rank(query, errors::add);
  }
}
