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
 * @param places where the clauses stand
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
    Expression limit,
    Places places) {
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
  public record Item(Expression value, String alias) {
    /** What it is called: by its alias or its last name; null if by nothing. */
    public String name() {
      return alias == null ? Query.name(value) : alias;
    }
  }

  /** What a value without an alias is called: by its last name, or null. */
  public static String name(Expression value) {
    if (value instanceof Expression.Member member) {
      return member.name();
    }
    return value instanceof Expression.Identifier identifier ? identifier.name() : null;
  }

  /**
   * What ORDER BY sorts by.
   *
   * @param computed the path of the computed property whose value this is; null if it is none
   */
  public record OrderItem(Expression value, Direction direction, List<String> computed) {
    public OrderItem(Expression value, Direction direction) {
      this(value, direction, null);
    }

    public boolean descending() {
      return direction == Direction.DESC;
    }
  }

  /** The direction of a sort, as it was written. */
  public enum Direction {
    NONE,
    ASC,
    DESC
  }

  /**
   * Where clauses stand in the text; null where there is none.
   *
   * @param from the sources, without the word
   */
  public record Places(
      Span top,
      Span topCount,
      Span selection,
      Span from,
      Span orderBy,
      Span offsetLimit,
      Span offsetCount,
      Span limitCount) {}

  public Query withWhere(Expression filter) {
    return new Query(
        distinct, top, selection, from, filter, groupBy, orderBy, ranked, offset, limit, places);
  }

  /**
   * Where rows come from.
   *
   * @param alias null if it was not given one
   * @param each true for IN: a row for each element of an array
   * @param span where it stands, without an alias after it
   */
  public record Source(String alias, boolean each, Collection collection, Span span) {}

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
