package dev.mayfly.cosmos.query.plan;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.Item;
import dev.mayfly.cosmos.query.syntax.Query.OrderItem;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.SqlText;
import dev.mayfly.cosmos.query.value.Value;
import java.util.List;
import java.util.stream.Collectors;

/** Finds out what clients have to merge of a query, and what to ask each range instead of it. */
final class Planner {
  /** Placeholder that clients replace by the condition at which a sorted query resumes. */
  static final String PLACEHOLDER = "({documentdb-formattableorderbyquery-filter})";

  private static final String ASCENDING = "Ascending";

  private final Query query;
  private final CompiledQuery compiled;
  private final boolean onePartition;
  private final QueryInfo info = new QueryInfo();
  private final List<Item> items;

  Planner(Query query, CompiledQuery compiled, boolean onePartition) {
    this.query = query;
    this.compiled = compiled;
    this.onePartition = onePartition;
    this.items =
        query.selection() instanceof Selection.Items list
            ? list.items()
            : query.selection() instanceof Selection.Single single
                ? List.of(new Item(single.value(), ""))
                : List.of();
  }

  QueryInfo plan() {
    info.hasSelectValue = query.selection() instanceof Selection.Single;
    boolean aggregated = items.stream().map(Item::value).anyMatch(AggregateText::isIn);
    boolean grouped = !query.groupBy().isEmpty();
    if (query.from().isEmpty()) {
      return info;
    }
    if (aggregated) {
      refuseCompositions();
    }
    if (query.distinct()) {
      info.distinctType = "Unordered";
    }
    info.top = query.top() == null ? null : compiled.limit();
    boolean alone = !aggregated && !grouped && !query.distinct() && query.orderBy().isEmpty();
    if (query.offset() != null && !(alone && onePartition)) {
      info.offset = compiled.offset();
      info.limit = compiled.limit();
    }
    if (isDistinctCount()) {
      distinctCount();
    } else if (grouped) {
      grouped();
    } else if (aggregated) {
      aggregated();
    } else if (!query.orderBy().isEmpty()) {
      sorted();
    } else if (query.distinct() && (query.top() != null || query.offset() != null)) {
      info.rewrittenQuery = "SELECT DISTINCT " + selection() + rest("");
    } else if (info.offset != null) {
      info.rewrittenQuery = "SELECT " + selection() + rest("") + offsetLimit();
    }
    return info;
  }

  private void refuseCompositions() {
    for (Item item : items) {
      if (AggregateText.isIn(item.value()) && AggregateText.type(item.value()) == null) {
        throw QueryError.refused(
            "Compositions of aggregates and other expressions are not allowed.");
      }
    }
  }

  private String selection() {
    return query.selection() instanceof Selection.All
        ? "*"
        : info.hasSelectValue
            ? "VALUE " + SqlText.of(items.get(0).value())
            : items.stream()
                .map(
                    item ->
                        SqlText.of(item.value())
                            + (item.alias() == null ? "" : " AS " + item.alias()))
                .collect(Collectors.joining(", "));
  }

  /** The clauses after the select list, without those that the client takes over. */
  private String rest(String where) {
    String filter = query.where() == null ? "" : SqlText.of(query.where());
    String both = where.isEmpty() ? filter : where;
    return " FROM " + SqlText.sources(query.from()) + (both.isEmpty() ? "" : " WHERE " + both);
  }

  private String offsetLimit() {
    return query.offset() == null
        ? ""
        : " OFFSET 0 LIMIT " + Math.addExact(compiled.offset(), compiled.limit());
  }

  private void aggregated() {
    if (info.hasSelectValue) {
      info.aggregates.add(AggregateText.type(items.get(0).value()));
      info.rewrittenQuery =
          "SELECT VALUE [" + AggregateText.item(items.get(0).value()) + "]" + rest("");
    } else {
      info.rewrittenQuery = "SELECT " + payload() + " AS payload" + rest("");
    }
    if (!query.orderBy().isEmpty()) {
      info.rewrittenQuery += orderBy();
    }
  }

  private String orderBy() {
    return " ORDER BY "
        + query.orderBy().stream().map(SqlText::of).collect(Collectors.joining(", "));
  }

  /** The select list as an object, with what clients merge in the place of each aggregate. */
  private String payload() {
    StringBuilder payload = new StringBuilder("{");
    int unnamed = 0;
    for (Item item : items) {
      String name = item.name() == null ? "$" + ++unnamed : item.name();
      String type = AggregateText.type(item.value());
      info.aliasTypes.put(name, type);
      payload.append(payload.length() == 1 ? "" : ", ").append(SqlText.json(Value.of(name)));
      payload.append(": ");
      payload.append(type == null ? SqlText.of(item.value()) : AggregateText.item(item.value()));
    }
    return payload.append("}").toString();
  }

  private void grouped() {
    String keys = list(query.groupBy());
    query.groupBy().forEach(key -> info.groupByExpressions.add(SqlText.of(key)));
    String payload;
    if (!info.hasSelectValue) {
      payload = payload();
    } else if (AggregateText.type(items.get(0).value()) != null) {
      info.aggregates.add(AggregateText.type(items.get(0).value()));
      payload = "[" + AggregateText.item(items.get(0).value()) + "]";
    } else {
      payload = SqlText.of(items.get(0).value());
    }
    info.rewrittenQuery =
        "SELECT "
            + keys
            + " AS groupByItems, "
            + payload
            + " AS payload"
            + rest("")
            + " GROUP BY "
            + String.join(", ", info.groupByExpressions);
  }

  /** An array with an object for each value; that of one that is undefined is empty. */
  private static String list(List<Expression> values) {
    return values.stream()
        .map(value -> "{\"item\": " + SqlText.of(value) + "}")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private void sorted() {
    for (int i = 0; i < query.orderBy().size(); i++) {
      OrderItem item = query.orderBy().get(i);
      info.orderBy.add(compiled.order().get(i).descending() ? "Descending" : ASCENDING);
      info.orderByExpressions.add(SqlText.of(item.value()));
      info.hasNonStreamingOrderBy |= item.value() instanceof Expression.Call;
    }
    String where = query.where() == null ? "" : SqlText.of(query.where());
    where = where.isEmpty() ? PLACEHOLDER : "(" + where + " AND " + PLACEHOLDER + ")";
    String alias = alias(query);
    String payload = alias;
    if (info.hasSelectValue) {
      payload = SqlText.of(items.get(0).value());
      where = "(" + where + " AND IS_DEFINED(" + payload + "))";
      if (query.distinct() && info.orderByExpressions.equals(List.of(payload))) {
        info.distinctType = "Ordered";
      }
    } else if (!items.isEmpty()) {
      payload = payload();
      info.aliasTypes.clear();
    }
    info.rewrittenQuery =
        "SELECT "
            + (query.top() == null || query.distinct() ? "" : "TOP " + info.top + " ")
            + alias
            + "._rid, "
            + list(query.orderBy().stream().map(OrderItem::value).toList())
            + " AS orderByItems, "
            + payload
            + " AS payload"
            + rest(where)
            + orderBy()
            + (query.distinct() ? "" : offsetLimit());
  }

  /** What stands for items in a query. */
  static String alias(Query query) {
    Source first = query.from().get(0);
    if (first.alias() != null) {
      return first.alias();
    }
    return first.collection() instanceof Collection.Path path ? Query.name(path.value()) : "root";
  }

  /** Whether this counts the different results of another query, and does nothing else. */
  private boolean isDistinctCount() {
    return query.from().size() == 1
        && query.from().get(0).collection() instanceof Collection.Rows rows
        && !query.from().get(0).each()
        && rows.query().distinct()
        && query.where() == null
        && query.groupBy().isEmpty()
        && items.size() == 1
        && items.get(0).value() instanceof Expression.Call call
        && "Count".equals(AggregateText.type(call))
        && call.arguments().size() == 1
        && call.arguments().get(0) instanceof Expression.Literal;
  }

  /** Clients count what is different in the results of all ranges. */
  private void distinctCount() {
    Query inner = ((Collection.Rows) query.from().get(0).collection()).query();
    String alias = items.get(0).alias();
    info.distinctType = "Unordered";
    info.distinctCountAlias = alias == null ? "$1" : alias;
    info.rewrittenQuery = SqlText.of(inner);
  }
}
