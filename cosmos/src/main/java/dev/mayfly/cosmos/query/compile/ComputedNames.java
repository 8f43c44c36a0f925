package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.OrderItem;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.Substitution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds where a query names computed properties: as members of an alias that stands for items,
 * which can be another one in each query within it.
 */
final class ComputedNames {
  /** What is put in the place of names is as long as a text may be, at most. */
  private static final int CHARACTERS_MAX = 512 << 10;

  private final Map<String, String> texts;
  private final Map<String, ComputedQuery> parsed = new HashMap<>();
  private long characters;

  /**
   * @param texts the queries by the names of the properties
   */
  ComputedNames(Map<String, String> texts) {
    this.texts = texts;
  }

  /** A query over the items of a container, with the values in the place of the names. */
  Query in(Query query) {
    return in(query, Set.of(), true);
  }

  /**
   * @param outer the aliases around it that stand for items
   * @param ofContainer whether the first name in FROM is the container
   */
  private Query in(Query query, Set<String> outer, boolean ofContainer) {
    Set<String> items = new HashSet<>(outer);
    List<Source> from = new ArrayList<>();
    for (Source source : query.from()) {
      from.add(source(source, items, ofContainer && from.isEmpty()));
    }
    return new Query(
        query.distinct(),
        query.top(),
        selection(query.selection(), items),
        from,
        query.where() == null ? null : in(query.where(), items),
        query.groupBy().stream().map(key -> in(key, items)).toList(),
        query.orderBy().stream().map(key -> key(key, items)).toList(),
        query.ranked(),
        query.offset(),
        query.limit(),
        query.places());
  }

  /** A source; from then on its alias stands for items, or for something else. */
  private Source source(Source source, Set<String> items, boolean ofContainer) {
    String alias = Sources.alias(source);
    Collection collection = source.collection();
    boolean isItem = false;
    if (collection instanceof Collection.Path path) {
      Set<String> known = new HashSet<>(items);
      if (ofContainer) {
        known.add(base(path.value()).name());
      }
      isItem =
          !source.each()
              && path.value() instanceof Expression.Identifier name
              && known.contains(name.name());
      collection = new Collection.Path(in(path.value(), known));
    } else if (collection instanceof Collection.Rows rows) {
      collection = new Collection.Rows(in(rows.query(), items, ofContainer));
    } else if (collection instanceof Collection.Result result) {
      collection = new Collection.Result((Expression.Call) in(result.call(), items));
    }
    if (isItem) {
      items.add(alias);
    } else {
      items.remove(alias);
    }
    return new Source(alias, source.each(), collection, source.span());
  }

  private static Expression.Identifier base(Expression path) {
    Expression of = path;
    while (!(of instanceof Expression.Identifier)) {
      of = of.children().get(0);
    }
    return (Expression.Identifier) of;
  }

  private Selection selection(Selection selection, Set<String> items) {
    if (selection instanceof Selection.Single single) {
      return new Selection.Single(in(single.value(), items));
    } else if (selection instanceof Selection.Items list) {
      // What is selected is called by the name that was written.
      return new Selection.Items(
          list.items().stream()
              .map(item -> new Query.Item(in(item.value(), items), item.name()))
              .toList());
    }
    return selection;
  }

  private OrderItem key(OrderItem key, Set<String> items) {
    Expression value = in(key.value(), items);
    return value.equals(key.value())
        ? key
        : new OrderItem(value, key.direction(), SortKeys.names(key.value()));
  }

  private Expression in(Expression expression, Set<String> items) {
    return Substitution.in(expression, part -> replaced(part, items));
  }

  private Expression replaced(Expression part, Set<String> items) {
    if (part instanceof Expression.Subquery subquery) {
      return new Expression.Subquery(subquery.kind(), in(subquery.query(), items, false));
    }
    boolean named =
        part instanceof Expression.Member member
            && member.of() instanceof Expression.Identifier item
            && items.contains(item.name())
            && texts.containsKey(member.name());
    if (!named) {
      return null;
    }
    Expression.Member member = (Expression.Member) part;
    characters += texts.get(member.name()).length();
    if (characters > CHARACTERS_MAX) {
      throw QueryError.refused(
          "What the computed properties in the query stand for is longer than 512 KB.");
    }
    return parsed
        .computeIfAbsent(member.name(), name -> ComputedQuery.parse(texts.get(name)))
        .of((Expression.Identifier) member.of());
  }
}
