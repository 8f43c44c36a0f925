package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The properties of items that a query's filter and order look at, as indexes name them. */
public final class FilterPaths {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private FilterPaths() {}

  /** The paths in the order of their texts, each with the sign for a value at its end. */
  public static List<String> of(CompiledQuery query) {
    Set<String> paths = new TreeSet<>();
    if (query.filter() != null && query.rootAlias() != null) {
      collect(query.filter(), query.rootAlias(), paths);
    }
    for (CompiledQuery.SortKey key : query.order()) {
      if (key.path() != null && !key.path().isEmpty()) {
        paths.add(text(key.path()));
      }
    }
    return List.copyOf(paths);
  }

  private static void collect(Expression expression, String root, Set<String> paths) {
    List<String> names = new ArrayList<>();
    Expression of = expression;
    while (of instanceof Expression.Member || of instanceof Expression.Index) {
      names.add(0, of instanceof Expression.Member member ? member.name() : "[]");
      of = of.children().get(0);
    }
    if (of instanceof Expression.Identifier identifier) {
      if (identifier.name().equals(root) && !names.isEmpty()) {
        paths.add(text(names));
      }
      return;
    }
    expression.children().forEach(child -> collect(child, root, paths));
  }

  private static String text(List<String> names) {
    StringBuilder path = new StringBuilder();
    for (String name : names) {
      boolean plain = name.equals("[]") || PLAIN.matcher(name).matches();
      path.append('/').append(plain ? name : "\"" + name + "\"");
    }
    return path.append("/?").toString();
  }
}
