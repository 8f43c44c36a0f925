package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.compile.CompiledQuery.SortKey;
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
      if (item.computed() == null) {
        requirePath(item.value());
      }
    }
    List<SortKey> keys = new ArrayList<>();
    for (OrderItem item : query.orderBy()) {
      boolean selected = !query.distinct() || isSelected(item.value());
      boolean stored = item.computed() == null;
      if (VectorCall.is(item.value())) {
        keys.add(vectorKey(item, rows.vectorCall((Expression.Call) item.value()), selected));
        continue;
      }
      keys.add(
          new SortKey(rows.compile(item.value()), item.descending(), path(item), stored, selected));
    }
    return keys;
  }

  /** The nearest come first, whatever the scores are. */
  private SortKey vectorKey(OrderItem item, VectorCall call, boolean selected) {
    if (item.direction() != Query.Direction.NONE) {
      throw QueryError.refused(
          "Specifying a sorting order (ASC or DESC) with VectorDistance function is not"
              + " supported.");
    }
    if (query.orderBy().size() > 1) {
      throw QueryError.refused(
          "The VectorDistance function must be the only item of the ORDER BY clause.");
    }
    return new SortKey(call::evaluate, call.isDescending(), null, false, selected, call);
  }

  private List<String> path(OrderItem item) {
    if (item.computed() != null) {
      return item.computed();
    }
    return isScore(item.value()) ? null : path(item.value());
  }

  /** Whether a key is a score, which is no property but may be sorted by. */
  private static boolean isScore(Expression key) {
    return key instanceof Expression.Call call
        && !call.userDefined()
        && call.name().equalsIgnoreCase("_FullTextScore");
  }

  private static void requirePath(Expression key) {
    Expression of = key;
    while (of instanceof Expression.Member || of instanceof Expression.Index) {
      of = of.children().get(0);
    }
    if (!(of instanceof Expression.Identifier) && !isScore(key) && !VectorCall.is(key)) {
      throw QueryError.notAPath();
    }
  }

  /** The property that a key sorts by. */
  private List<String> path(Expression key) {
    List<String> names = names(key);
    Expression of = key;
    while (!(of instanceof Expression.Identifier)) {
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

  /** The names that lead from an alias to a value. */
  static List<String> names(Expression path) {
    List<String> names = new ArrayList<>();
    Expression of = path;
    while (of instanceof Expression.Member || of instanceof Expression.Index) {
      names.add(0, of instanceof Expression.Member member ? member.name() : "[]");
      of = of.children().get(0);
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

  /** Whether a key, or what it is a part of, is in the result. */
  private boolean isSelected(Expression key) {
    List<String> selected = selected();
    Expression of = key;
    while (!selected.contains(SqlText.of(of))) {
      if (of instanceof Expression.Member || of instanceof Expression.Index) {
        of = of.children().get(0);
      } else {
        return query.selection() instanceof Selection.All;
      }
    }
    return true;
  }

  private List<String> selected() {
    if (query.selection() instanceof Selection.Single single) {
      return List.of(SqlText.of(single.value()));
    } else if (query.selection() instanceof Selection.Items list) {
      long names = list.items().stream().map(Query.Item::name).distinct().count();
      // Of two with the same name the result has only one.
      return names < list.items().size()
          ? List.of()
          : list.items().stream().map(item -> SqlText.of(item.value())).toList();
    }
    return List.of();
  }
}
