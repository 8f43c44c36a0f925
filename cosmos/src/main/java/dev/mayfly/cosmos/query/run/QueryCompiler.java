package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.run.CompiledQuery.SortKey;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.Item;
import dev.mayfly.cosmos.query.syntax.Query.OrderItem;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import dev.mayfly.cosmos.query.syntax.QueryError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes queries ready to run, and refuses those that mean nothing or can't be run yet. */
public final class QueryCompiler {
  /** What no query can call anything. */
  private static final String DOCUMENT = "";

  private static final int SORT_KEYS_MAX = 8;

  private final Query query;
  private final Parameters parameters;
  private final List<Aggregate> aggregates = new ArrayList<>();
  private final RowBudget budget = new RowBudget();

  private QueryCompiler(Query query, Parameters parameters) {
    this.query = query;
    this.parameters = parameters;
  }

  public static CompiledQuery compile(Query query, Parameters parameters) {
    return new QueryCompiler(query, parameters).compile();
  }

  private CompiledQuery compile() {
    refuseWhatIsNotThereYet();
    String alias = null;
    String rootAlias = null;
    Evaluator source = null;
    if (!query.from().isEmpty()) {
      Source first = query.from().get(0);
      Expression path = ((Collection.Path) first.collection()).value();
      alias = first.alias() == null ? name(path) : first.alias();
      source = source(path);
      rootAlias = path instanceof Expression.Identifier ? alias : null;
    }
    List<String> aliases = alias == null ? List.of() : List.of(alias);
    ExpressionCompiler rows = new ExpressionCompiler(aliases, parameters, budget);
    Evaluator select = select(rows);
    long top = parameters.count(query.top(), "TOP", Long.MAX_VALUE);
    return new CompiledQuery(
        source,
        rootAlias,
        query.where(),
        query.where() == null ? null : rows.compile(query.where()),
        select,
        aggregates,
        order(rows),
        query.distinct(),
        parameters.count(query.offset(), "OFFSET", 0),
        Math.min(top, parameters.count(query.limit(), "LIMIT", Long.MAX_VALUE)),
        budget);
  }

  private void refuseWhatIsNotThereYet() {
    if (query.from().size() > 1) {
      throw QueryError.notYet("JOIN");
    }
    for (Source source : query.from()) {
      if (source.each()) {
        throw QueryError.notYet("IN in the FROM clause");
      } else if (source.collection() instanceof Collection.Rows) {
        throw QueryError.notYet("subqueries");
      } else if (source.collection() instanceof Collection.Result) {
        throw QueryError.notYet("function calls in the FROM clause");
      }
    }
    if (!query.groupBy().isEmpty()) {
      throw QueryError.notYet("GROUP BY");
    }
    if (query.ranked()) {
      throw QueryError.notYet("ORDER BY RANK");
    }
  }

  /** The first name is the container, whatever it is: nothing else is there yet to be meant. */
  private Evaluator source(Expression path) {
    return new ExpressionCompiler(List.of(DOCUMENT), parameters, budget)
        .compile(fromDocument(path));
  }

  private static Expression fromDocument(Expression path) {
    if (path instanceof Expression.Member member) {
      return new Expression.Member(fromDocument(member.of()), member.name());
    } else if (path instanceof Expression.Index index) {
      return new Expression.Index(fromDocument(index.of()), index.index());
    }
    return new Expression.Identifier(DOCUMENT, ((Expression.Identifier) path).span());
  }

  private Evaluator select(ExpressionCompiler rows) {
    if (query.selection() instanceof Selection.All) {
      if (query.from().isEmpty()) {
        throw QueryError.refused("'SELECT *' is not valid if FROM clause is omitted.");
      }
      return row -> row[0];
    }
    ExpressionCompiler results =
        isAggregated() ? new AggregatedCompiler(rows, parameters, budget, aggregates) : rows;
    if (query.selection() instanceof Selection.Single single) {
      return results.compile(single.value());
    }
    Map<String, Evaluator> parts = new LinkedHashMap<>();
    int unnamed = 0;
    for (Item item : ((Selection.Items) query.selection()).items()) {
      String name = item.alias() == null ? name(item.value()) : item.alias();
      parts.put(name == null ? "$" + ++unnamed : name, results.compile(item.value()));
    }
    return rows.object(parts);
  }

  private boolean isAggregated() {
    if (query.selection() instanceof Selection.Single single) {
      return Aggregate.isIn(single.value());
    }
    return ((Selection.Items) query.selection())
        .items().stream().anyMatch(item -> Aggregate.isIn(item.value()));
  }

  /** What a value without an alias is called: by its last name, or null. */
  private static String name(Expression value) {
    if (value instanceof Expression.Member member) {
      return member.name();
    }
    return value instanceof Expression.Identifier identifier ? identifier.name() : null;
  }

  private List<SortKey> order(ExpressionCompiler rows) {
    if (query.orderBy().size() > SORT_KEYS_MAX) {
      throw QueryError.refused(
          "ORDER BY has more than " + SORT_KEYS_MAX + " keys, and no composite index has as many.");
    }
    List<SortKey> keys = new ArrayList<>();
    for (OrderItem item : query.orderBy()) {
      if (!isPath(item.value())) {
        throw CosmosException.badRequest(
            "Message: {\"errors\":[{\"severity\":\"Error\",\"code\":2206,\"message\":\"Unsupported"
                + " ORDER BY clause. ORDER BY item expression could not be mapped to a document"
                + " path.\"}]}");
      }
      if (query.distinct() && !isSelected(item.value())) {
        throw QueryError.notYet("DISTINCT and an ORDER BY of something that is not selected");
      }
      keys.add(new SortKey(rows.compile(item.value()), item.descending()));
    }
    return aggregates.isEmpty() ? keys : List.of();
  }

  private static boolean isPath(Expression value) {
    Expression of = value;
    while (!(of instanceof Expression.Identifier)) {
      if (of instanceof Expression.Member member) {
        of = member.of();
      } else if (of instanceof Expression.Index index) {
        of = index.of();
      } else {
        return false;
      }
    }
    return true;
  }

  private boolean isSelected(Expression value) {
    String wanted = path(value);
    if (query.selection() instanceof Selection.Single single) {
      return wanted.equals(path(single.value()));
    } else if (query.selection() instanceof Selection.Items items) {
      return items.items().stream().anyMatch(item -> wanted.equals(path(item.value())));
    }
    return true;
  }

  /** A text that is the same for the same path, wherever it stands; empty for what is no path. */
  private static String path(Expression value) {
    if (value instanceof Expression.Member member) {
      return path(member.of()) + "/" + member.name();
    } else if (value instanceof Expression.Index index) {
      return path(index.of()) + "[" + index.index() + "]";
    }
    return value instanceof Expression.Identifier identifier ? identifier.name() : "";
  }
}
