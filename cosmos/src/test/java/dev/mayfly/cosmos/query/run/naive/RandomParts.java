package dev.mayfly.cosmos.query.run.naive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Documents and expressions over them, at random. */
public final class RandomParts {
  private static final List<String> TEXTS = List.of("", "a", "b", "ab", "ba", "abc");

  private final Random random;
  private final List<String> texts;
  private int aliases;

  public RandomParts(Random random) {
    this(random, TEXTS);
  }

  /**
   * @param texts what strings are
   */
  public RandomParts(Random random, List<String> texts) {
    this.random = random;
    this.texts = texts;
  }

  /** A document without an id: members a to d, each of any type or missing. */
  public Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    for (String name : List.of("a", "b", "c")) {
      if (random.nextInt(5) > 0) {
        document.put(name, value(2));
      }
    }
    document.put("l", list());
    return document;
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(value(1));
    }
    return list;
  }

  private Object value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> Naive.NULL;
      case 1 -> random.nextBoolean();
      case 2, 3 -> (random.nextInt(9) - 4) / 2.0;
      case 4, 5 -> texts.get(random.nextInt(texts.size()));
      case 6 -> list(depth);
      default -> Map.of("x", value(depth - 1));
    };
  }

  private List<Object> list(int depth) {
    List<Object> list = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      list.add(value(depth - 1));
    }
    return list;
  }

  Part literal() {
    Object value = value(1);
    return new Part(Naive.json(value), row -> value);
  }

  /** A path from one of the aliases that there are. */
  public Part path(List<String> names) {
    String alias = names.get(random.nextInt(names.size()));
    Part root = new Part(alias, row -> row.get(alias));
    return switch (random.nextInt(alias.equals("c") ? 5 : 2)) {
      case 0 -> alias.equals("c") ? member(root, "a") : root;
      case 1 -> member(root, "x");
      case 2 -> member(root, "b");
      case 3 -> member(member(root, "a"), "x");
      default -> first(member(root, "l"));
    };
  }

  public static Part member(Part of, String name) {
    return new Part(of.text() + "." + name, row -> Naive.member(of.in(row), name));
  }

  private static Part first(Part of) {
    return new Part(
        of.text() + "[0]",
        row -> {
          List<?> list = Naive.elements(of.in(row));
          return list.isEmpty() ? Naive.UNDEFINED : list.get(0);
        });
  }

  /** Any expression. */
  public Part value(List<String> names, int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0 ? literal() : path(names);
    }
    Part a = value(names, depth - 1);
    Part b = value(names, depth - 1);
    return switch (random.nextInt(11)) {
      case 0 -> sum(a, b);
      case 1 -> condition(names, depth);
      case 2 ->
          new Part(
              "(" + a.text() + " ?? " + b.text() + ")",
              row -> a.in(row) == Naive.UNDEFINED ? b.in(row) : a.in(row));
      case 3 -> choice(condition(names, depth - 1), a, b);
      case 4 -> length(a);
      case 5 -> joined(a, b);
      case 6 -> array(a, b);
      case 7 -> counted(names, depth);
      case 8 -> gathered(names, depth);
      default -> path(names);
    };
  }

  private static Part sum(Part a, Part b) {
    return new Part(
        "(" + a.text() + " + " + b.text() + ")",
        row ->
            a.in(row) instanceof Double x && b.in(row) instanceof Double y
                ? (Object) (x + y)
                : Naive.UNDEFINED);
  }

  private static Part choice(Part test, Part a, Part b) {
    return new Part(
        "(" + test.text() + " ? " + a.text() + " : " + b.text() + ")",
        row -> Naive.isTrue(test.in(row)) ? a.in(row) : b.in(row));
  }

  private static Part length(Part a) {
    return new Part(
        "ARRAY_LENGTH(" + a.text() + ")",
        row -> a.in(row) instanceof List<?> l ? (Object) (double) l.size() : Naive.UNDEFINED);
  }

  private static Part joined(Part a, Part b) {
    return new Part(
        "CONCAT(" + a.text() + ", " + b.text() + ")",
        row ->
            a.in(row) instanceof String x && b.in(row) instanceof String y
                ? x + y
                : Naive.UNDEFINED);
  }

  private static Part array(Part a, Part b) {
    return new Part(
        "[" + a.text() + ", {\"y\": " + b.text() + "}]",
        row -> {
          List<Object> list = new ArrayList<>();
          if (a.in(row) != Naive.UNDEFINED) {
            list.add(a.in(row));
          }
          Object y = b.in(row);
          list.add(y == Naive.UNDEFINED ? Map.of() : Map.of("y", y));
          return list;
        });
  }

  /** The rows of a subquery over an array: each element that passes a condition. */
  private record Rows(String alias, Part list, Part where) {
    String from() {
      return " FROM " + alias + " IN " + list.text() + " WHERE " + where.text();
    }

    List<Map<String, Object>> in(Map<String, Object> row) {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (Object element : Naive.elements(list.in(row))) {
        Map<String, Object> inner = new HashMap<>(row);
        inner.put(alias, element);
        if (Naive.isTrue(where.in(inner))) {
          rows.add(inner);
        }
      }
      return rows;
    }
  }

  private Rows rows(List<String> names, int depth) {
    String alias = "e" + ++aliases;
    List<String> inner = new ArrayList<>(names);
    inner.add(alias);
    Part list = member(new Part("c", row -> row.get("c")), "l");
    return new Rows(alias, list, condition(inner, depth - 1));
  }

  private Part counted(List<String> names, int depth) {
    Rows rows = rows(names, depth);
    return new Part(
        "(SELECT VALUE COUNT(1)" + rows.from() + ")", row -> (double) rows.in(row).size());
  }

  private Part gathered(List<String> names, int depth) {
    Rows rows = rows(names, depth);
    return new Part(
        "ARRAY(SELECT VALUE " + rows.alias() + rows.from() + ")",
        row -> rows.in(row).stream().map(each -> each.get(rows.alias())).toList());
  }

  /** Something that is true, false or undefined; or something else, which is as good as that. */
  public Part condition(List<String> names, int depth) {
    Part a = value(names, Math.max(0, depth - 1));
    Part b = value(names, Math.max(0, depth - 1));
    if (depth <= 0) {
      return comparison(a, b);
    }
    Part p = condition(names, depth - 1);
    Part q = condition(names, depth - 1);
    return switch (random.nextInt(9)) {
      case 0 ->
          new Part("(" + p.text() + " AND " + q.text() + ")", r -> Naive.and(p.in(r), q.in(r)));
      case 1 -> new Part("(" + p.text() + " OR " + q.text() + ")", r -> Naive.or(p.in(r), q.in(r)));
      case 2 -> new Part("(NOT " + p.text() + ")", r -> Naive.not(p.in(r)));
      case 3 -> new Part("IS_DEFINED(" + a.text() + ")", r -> a.in(r) != Naive.UNDEFINED);
      case 4 -> new Part("IS_NUMBER(" + a.text() + ")", r -> a.in(r) instanceof Double);
      case 5 -> contains(a, b);
      case 6 -> {
        Rows rows = rows(names, depth);
        yield new Part("EXISTS(SELECT 1" + rows.from() + ")", r -> !rows.in(r).isEmpty());
      }
      case 7 ->
          new Part(
              "(" + a.text() + " LIKE 'a%')",
              r -> a.in(r) instanceof String s ? (Object) s.startsWith("a") : Naive.UNDEFINED);
      default -> comparison(a, b);
    };
  }

  static Part contains(Part a, Part b) {
    return new Part(
        "ARRAY_CONTAINS(" + a.text() + ", " + b.text() + ")",
        row ->
            a.in(row) instanceof List<?> list && b.in(row) != Naive.UNDEFINED
                ? (Object) list.contains(b.in(row))
                : Naive.UNDEFINED);
  }

  Part comparison(Part a, Part b) {
    String left = "(" + a.text() + " ";
    String right = " " + b.text() + ")";
    return switch (random.nextInt(4)) {
      case 0 -> new Part(left + "=" + right, r -> Naive.equal(a.in(r), b.in(r)));
      case 1 -> new Part(left + "!=" + right, r -> Naive.not(Naive.equal(a.in(r), b.in(r))));
      case 2 -> new Part(left + "<" + right, r -> Naive.less(a.in(r), b.in(r), false));
      default -> new Part(left + ">=" + right, r -> Naive.less(b.in(r), a.in(r), true));
    };
  }
}
