package dev.mayfly.cosmos.query.syntax;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A query as it was written.
 *
 * @param top null, a number or a parameter; so are offset and limit
 * @param from empty if there is no FROM; the first source, then what is joined to it
 * @param where null if there is none
 * @param ranked whether the items are those of an ORDER BY RANK
 */
public record Query(
    boolean distinct,
    Expression top,
    Selection selection,
    List<Source> from,
    Expression where,
    List<Expression> groupBy,
    List<OrderItem> orderBy,
    boolean ranked,
    Expression offset,
    Expression limit) {
  public Query {
    requireNonNull(selection, "selection");
    from = List.copyOf(from);
    groupBy = List.copyOf(groupBy);
    orderBy = List.copyOf(orderBy);
  }

  /** What a row becomes. */
  public sealed interface Selection {
    /** SELECT *. */
    record All() implements Selection {}

    /** SELECT VALUE: the value itself, not an object around it. */
    record Single(Expression value) implements Selection {}

    /** A list: an object with a member for each. */
    record Items(List<Item> items) implements Selection {
      public Items {
        items = List.copyOf(items);
      }
    }
  }

  /**
   * A part of a select list.
   *
   * @param alias null if it was not given one
   */
  public record Item(Expression value, String alias) {}

  /** What ORDER BY sorts by. */
  public record OrderItem(Expression value, boolean descending) {}

  /**
   * Where rows come from.
   *
   * @param alias null if it was not given one
   * @param each true for IN: a row for each element of an array
   */
  public record Source(String alias, boolean each, Collection collection) {}

  /** What a source reads. */
  public sealed interface Collection {
    /** The container or an alias, and a path into it. */
    record Path(Expression value) implements Collection {}

    /** The rows of a subquery. */
    record Rows(Query query) implements Collection {}

    /** What a function returns. */
    record Result(Expression.Call call) implements Collection {}
  }
}
