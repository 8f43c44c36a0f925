package dev.mayfly.bench.query;

import java.util.List;
import java.util.Locale;

/** What both databases are asked, each in its own language. */
enum Question {
  /** All items of a customer. */
  EQUALITY(
      List.of(1, 8),
      "SELECT * FROM c WHERE c.customer = @a",
      "SELECT doc FROM items WHERE doc->>'customer' = ?") {
    @Override
    Object[] values(QueryItems items, int number) {
      return new Object[] {items.customerOf(number)};
    }

    @Override
    int results(QueryItems items) {
      return QueryItems.PER_CUSTOMER;
    }
  },
  /** The next items from an amount on. */
  RANGE(
      List.of(1, 8),
      "SELECT TOP 10 * FROM c WHERE c.amount >= @a ORDER BY c.amount",
      "SELECT doc FROM items WHERE (doc->>'amount')::int >= ?"
          + " ORDER BY (doc->>'amount')::int LIMIT 10") {
    @Override
    Object[] values(QueryItems items, int number) {
      return new Object[] {Math.min(number, items.count() - 10)};
    }

    @Override
    int results(QueryItems items) {
      return 10;
    }
  },
  /** How many items have an amount in a hundredth of all amounts. */
  COUNT(
      List.of(1),
      "SELECT VALUE COUNT(1) FROM c WHERE c.amount >= @a AND c.amount < @b",
      "SELECT count(*) FROM items WHERE (doc->>'amount')::int >= ?"
          + " AND (doc->>'amount')::int < ?") {
    @Override
    Object[] values(QueryItems items, int number) {
      int share = items.count() / 100;
      int from = Math.min(number, items.count() - share);
      return new Object[] {from, from + share};
    }
  },
  /** Items and amounts of each city. */
  GROUP(
      List.of(1),
      "SELECT c.city, COUNT(1) AS n, SUM(c.amount) AS total FROM c GROUP BY c.city",
      "SELECT jsonb_build_object('city', city, 'n', n, 'total', total) FROM (SELECT"
          + " doc->>'city' AS city, count(*) AS n, sum((doc->>'amount')::int) AS total"
          + " FROM items GROUP BY 1) AS groups") {
    @Override
    int results(QueryItems items) {
      return QueryItems.CITIES;
    }
  },
  /** How many tags of all items are one. */
  JOIN(
      List.of(1),
      "SELECT VALUE COUNT(1) FROM c JOIN t IN c.tags WHERE t = @a",
      "SELECT count(*) FROM items, jsonb_array_elements_text(doc->'tags') AS t WHERE t = ?") {
    @Override
    Object[] values(QueryItems items, int number) {
      return new Object[] {QueryItems.tag(number)};
    }
  },
  /** The items of a weight, on which no index is. */
  SCAN(
      List.of(1),
      "SELECT VALUE c.id FROM c WHERE c.weight = @a",
      "SELECT doc->'id' FROM items WHERE (doc->>'weight')::int = ?") {
    @Override
    Object[] values(QueryItems items, int number) {
      return new Object[] {number % QueryItems.WEIGHTS};
    }

    @Override
    int results(QueryItems items) {
      return items.count() / QueryItems.WEIGHTS;
    }
  };

  private final List<Integer> connections;
  private final String cosmos;
  private final String postgres;

  /**
   * @param connections how many ask at the same time, each in turn
   */
  Question(List<Integer> connections, String cosmos, String postgres) {
    this.connections = connections;
    this.cosmos = cosmos;
    this.postgres = postgres;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  List<Integer> connections() {
    return connections;
  }

  /** With parameters named from a on. */
  String cosmos() {
    return cosmos;
  }

  /** Each row is one column: JSON. */
  String postgres() {
    return postgres;
  }

  /** Whether an index can answer it without a full scan. */
  boolean isIndexed() {
    return this == EQUALITY || this == RANGE || this == COUNT;
  }

  /** The parameters' values, of a random number below that of the items. */
  Object[] values(QueryItems items, int number) {
    return new Object[0];
  }

  int results(QueryItems items) {
    return 1;
  }
}
