package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The properties of items that a query's filter and order look at, as indexes name them. */
public final class FilterPaths {
  /** How elements of arrays are named. */
  private static final String ELEMENT = "[]";

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final Set<Operator> ORDERED =
      Set.of(Operator.LESS, Operator.LESS_OR_EQUAL, Operator.GREATER, Operator.GREATER_OR_EQUAL);

  private FilterPaths() {}

  /**
   * What must hold of single paths, as far as the filter says it at its top.
   *
   * @param equal paths that must have one value
   * @param ranges paths whose value must lie between bounds
   */
  public record Conditions(List<List<String>> equal, List<List<String>> ranges) {}

  /** The paths in the order of their texts. */
  public static List<List<String>> of(CompiledQuery query) {
    TreeMap<String, List<String>> paths = new TreeMap<>();
    if (query.filter() != null && query.rootAlias() != null) {
      collect(query.filter(), query.rootAlias(), paths);
    }
    for (CompiledQuery.SortKey key : query.order()) {
      if (key.path() != null && !key.path().isEmpty()) {
        paths.put(text(key.path()), key.path());
      }
    }
    return List.copyOf(paths.values());
  }

  private static void collect(
      Expression expression, String root, TreeMap<String, List<String>> paths) {
    List<String> path = path(expression, root);
    if (path == null) {
      expression.children().forEach(child -> collect(child, root, paths));
    } else if (!path.isEmpty()) {
      paths.put(text(path), path);
    }
  }

  /** The path that an expression is, empty if it begins elsewhere; null if it is none. */
  private static List<String> path(Expression expression, String root) {
    List<String> names = new ArrayList<>();
    Expression of = expression;
    while (of instanceof Expression.Member || of instanceof Expression.Index) {
      names.add(0, of instanceof Expression.Member member ? member.name() : ELEMENT);
      of = of.children().get(0);
    }
    if (!(of instanceof Expression.Identifier identifier)) {
      return null;
    }
    return identifier.name().equals(root) ? names : List.of();
  }

  /** What the filter says about single paths. */
  public static Conditions conditions(CompiledQuery query) {
    TreeMap<String, List<String>> equal = new TreeMap<>();
    TreeMap<String, List<String>> ranges = new TreeMap<>();
    if (query.filter() != null && query.rootAlias() != null) {
      List<Expression> all =
          query.filter() instanceof Expression.And and ? and.operands() : List.of(query.filter());
      for (Expression each : all) {
        if (each instanceof Expression.Binary binary && binary.operator() == Operator.EQUAL) {
          add(binary, query.rootAlias(), equal);
        } else if (each instanceof Expression.Between
            || each instanceof Expression.Binary binary && ORDERED.contains(binary.operator())) {
          add(each, query.rootAlias(), ranges);
        }
      }
    }
    equal.keySet().forEach(ranges::remove);
    return new Conditions(List.copyOf(equal.values()), List.copyOf(ranges.values()));
  }

  /** Adds the one path that a condition looks at. */
  private static void add(
      Expression condition, String root, TreeMap<String, List<String>> conditions) {
    TreeMap<String, List<String>> paths = new TreeMap<>();
    collect(condition, root, paths);
    if (paths.size() == 1) {
      conditions.putAll(paths);
    }
  }

  /** A path as policies write it: {@code /a/"b c"}. */
  public static String text(List<String> names) {
    StringBuilder path = new StringBuilder();
    for (String name : names) {
      boolean plain = name.equals(ELEMENT) || PLAIN.matcher(name).matches();
      path.append('/').append(plain ? name : "\"" + name + "\"");
    }
    return path.toString();
  }
}
