package dev.mayfly.cosmos.query.run.naive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BinaryOperator;

/** Filters that indexes can serve, or nearly so, at random. */
public final class RandomFilters {
  private static final List<String> PATHS = List.of("a", "b", "a.x", "c");

  private final Random random;
  private final RandomParts parts;
  private int aliases;

  public RandomFilters(Random random, RandomParts parts) {
    this.random = random;
    this.parts = parts;
  }

  /** A property of the items. */
  public Part path() {
    return path(PATHS.get(random.nextInt(PATHS.size())));
  }

  public static Part path(String dotted) {
    Part part = new Part("c", row -> row.get("c"));
    for (String name : dotted.split("\\.")) {
      part = RandomParts.member(part, name);
    }
    return part;
  }

  /** A condition on the items, or on the elements that an alias x runs over. */
  public Part filter(boolean joined, int depth) {
    if (depth > 0) {
      Part p = filter(joined, depth - 1);
      Part q = filter(joined, depth - 1);
      switch (random.nextInt(4)) {
        case 0:
          return both(" AND ", p, q, Naive::and);
        case 1:
          return both(" OR ", p, q, Naive::or);
        default:
      }
    }
    Part path = joined && random.nextBoolean() ? new Part("x", row -> row.get("x")) : path();
    return condition(path);
  }

  private static Part both(String word, Part p, Part q, BinaryOperator<Object> of) {
    return new Part("(" + p.text() + word + q.text() + ")", row -> of.apply(p.in(row), q.in(row)));
  }

  private Part condition(Part path) {
    Part value = parts.literal();
    Part other = parts.literal();
    return switch (random.nextInt(12)) {
      case 0 -> same(path, value);
      case 1 -> parts.comparison(path, value);
      case 2 -> parts.comparison(value, path);
      case 3 ->
          new Part(
              "(" + path.text() + " BETWEEN " + value.text() + " AND " + other.text() + ")",
              row ->
                  Naive.and(
                      Naive.less(value.in(row), path.in(row), true),
                      Naive.less(path.in(row), other.in(row), true)));
      case 4 ->
          new Part(
              "(" + path.text() + " IN (" + value.text() + ", " + other.text() + ", 1, 'a'))",
              row -> {
                Object first = Naive.or(equal(path, value, row), equal(path, other, row));
                Object last =
                    Naive.or(Naive.equal(path.in(row), 1.0), Naive.equal(path.in(row), "a"));
                return Naive.or(first, last);
              });
      case 5 -> beginning("STARTSWITH(" + path.text() + ", 'a')", path);
      case 6 -> beginning("(" + path.text() + " LIKE 'a%')", path);
      case 7 -> new Part("IS_DEFINED(" + path.text() + ")", row -> path.in(row) != Naive.UNDEFINED);
      case 8 -> RandomParts.contains(path("l"), value);
      case 9 -> exists(value);
      case 10 -> new Part("(NOT " + path.text() + ")", row -> Naive.not(path.in(row)));
      default -> new Part("IS_STRING(" + path.text() + ")", row -> path.in(row) instanceof String);
    };
  }

  private static Object equal(Part a, Part b, Map<String, Object> row) {
    return Naive.equal(a.in(row), b.in(row));
  }

  private static Part same(Part a, Part b) {
    return new Part("(" + a.text() + " = " + b.text() + ")", row -> equal(a, b, row));
  }

  private static Part beginning(String text, Part path) {
    return new Part(
        text,
        row -> path.in(row) instanceof String s ? (Object) s.startsWith("a") : Naive.UNDEFINED);
  }

  private Part exists(Part value) {
    String alias = "e" + ++aliases;
    Part element = new Part(alias, row -> row.get(alias));
    Part where = random.nextBoolean() ? same(element, value) : parts.comparison(element, value);
    Part list = path("l");
    return new Part(
        "EXISTS(SELECT 1 FROM " + alias + " IN c.l WHERE " + where.text() + ")",
        row -> {
          List<Object> found = new ArrayList<>();
          for (Object each : Naive.elements(list.in(row))) {
            Map<String, Object> inner = new HashMap<>(row);
            inner.put(alias, each);
            if (Naive.isTrue(where.in(inner))) {
              found.add(each);
            }
          }
          return !found.isEmpty();
        });
  }
}
