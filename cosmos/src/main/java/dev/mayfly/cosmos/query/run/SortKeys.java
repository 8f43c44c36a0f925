package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.run.CompiledQuery.SortKey;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.OrderItem;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.SqlText;
import java.util.ArrayList;
import java.util.List;

/** What ORDER BY sorts by; each must be a property of the items. */
final class SortKeys {
  private static final int KEYS_MAX = 8;

  private final Query query;
  private final Sources sources;

  SortKeys(Query query, Sources sources) {
    this.query = query;
    this.sources = sources;
  }

  List<SortKey> compile(ExpressionCompiler rows) {
    if (!query.groupBy().isEmpty()) {
      throw QueryError.refused("'ORDER BY' is not supported with GROUP BY.");
    }
    if (query.orderBy().size() > KEYS_MAX) {
      throw QueryError.refused(
          "ORDER BY has more than " + KEYS_MAX + " keys, and no composite index has as many.");
    }
    for (OrderItem item : query.orderBy()) {
      requirePath(item.value());
    }
    List<SortKey> keys = new ArrayList<>();
    for (OrderItem item : query.orderBy()) {
      List<String> path = isVectorDistance(item.value()) ? null : path(item.value());
      if (query.distinct() && !isSelected(item.value())) {
        throw QueryError.notYet("DISTINCT and an ORDER BY of something that is not selected");
      }
      keys.add(new SortKey(rows.compile(item.value()), item.descending(), path));
    }
    return keys;
  }

  private static boolean isVectorDistance(Expression key) {
    return key instanceof Expression.Call call && call.name().equalsIgnoreCase("VectorDistance");
  }

  private static void requirePath(Expression key) {
    Expression of = key;
    while (of instanceof Expression.Member || of instanceof Expression.Index) {
      of = of.children().get(0);
    }
    if (!(of instanceof Expression.Identifier) && !isVectorDistance(key)) {
      throw QueryError.notAPath();
    }
  }

  /** The property that a key sorts by. */
  private List<String> path(Expression key) {
    List<String> names = new ArrayList<>();
    Expression of = key;
    while (!(of instanceof Expression.Identifier)) {
      names.add(0, of instanceof Expression.Member member ? member.name() : "[]");
      of = of.children().get(0);
    }
    Source source = sources.source(((Expression.Identifier) of).name());
    if (source != null && source.collection() instanceof Collection.Path path) {
      if (source.each()) {
        throw QueryError.refused("Order-by over correlated collections is not supported.");
      }
      prepend(path.value(), names);
    } else if (source != null && !isOfItems(source)) {
      throw QueryError.notAPath();
    }
    return names;
  }

  private static void prepend(Expression path, List<String> names) {
    Expression of = path;
    while (of instanceof Expression.Member member) {
      names.add(0, member.name());
      of = member.of();
    }
  }

  /** Whether a subquery does no more than to choose items: then its rows have their properties. */
  private boolean isOfItems(Source source) {
    return source.collection() instanceof Collection.Rows rows
        && source == sources.first()
        && rows.query().selection() instanceof Selection.Single single
        && (single.value() instanceof Expression.Identifier
            || single.value() instanceof Expression.Member);
  }

  private boolean isSelected(Expression value) {
    String wanted = SqlText.of(value);
    if (query.selection() instanceof Selection.Single single) {
      return wanted.equals(SqlText.of(single.value()));
    } else if (query.selection() instanceof Selection.Items items) {
      return items.items().stream().anyMatch(item -> wanted.equals(SqlText.of(item.value())));
    }
    return true;
  }
}
