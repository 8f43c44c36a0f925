package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.BlockingQuery;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Sources;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.PathCondition;
import dev.mayfly.query.plan.PathCondition.OnPath;
import dev.mayfly.query.plan.PathCondition.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which properties of items the paths of expressions mean.
 *
 * @param rootAlias what stands for whole documents
 * @param joined the paths of the arrays over whose elements aliases run
 */
record IndexPaths(String rootAlias, Map<String, List<String>> joined) {
  /** What the server adds to items is in no index. */
  private static final Set<String> ADDED = Set.of("_rid", "_self", "_etag", "_attachments", "_ts");

  private static final KeySet SCALARS =
      KeySet.of(
          List.of(
              KeyIntervals.of(Kind.NULL).get(0),
              KeyIntervals.of(Kind.BOOLEAN).get(0),
              KeyIntervals.of(Kind.NUMBER).get(0),
              KeyIntervals.of(Kind.STRING).get(0)));

  /** The paths of the aliases of a compiled query. */
  static IndexPaths of(CompiledQuery query) {
    IndexPaths paths = new IndexPaths(query.rootAlias(), Map.of());
    return query.rootAlias() == null ? paths : paths.with(query.joinedSources());
  }

  IndexPaths {
    joined = Map.copyOf(joined);
  }

  /**
   * The condition that what an expression means has one of some values.
   *
   * @param keys null if that is not known
   * @return null if the expression is no property that an index can have
   */
  PathCondition on(Expression expression, KeySet keys) {
    return keys == null ? null : on(expression, List.of(), false, keys);
  }

  /** The same, of values of which some do not pass. */
  PathCondition near(Expression expression, KeySet keys) {
    return on(expression, keys) instanceof OnPath found ? found.inexact() : null;
  }

  /** The same of the elements of an array, or of a property that these have. */
  PathCondition onMembers(Expression array, List<String> below, KeySet keys) {
    return keys == null ? null : on(array, below, true, keys);
  }

  private PathCondition on(
      Expression expression, List<String> below, boolean elements, KeySet keys) {
    List<String> names = names(expression);
    String alias = alias(expression);
    boolean ofElement = alias != null && joined.containsKey(alias);
    if (alias == null || !ofElement && !alias.equals(rootAlias)) {
      return null;
    }
    List<String> path = new ArrayList<>(ofElement ? joined.get(alias) : List.of());
    path.addAll(names);
    path.addAll(below);
    boolean members = ofElement || elements;
    if (!canBeIndexed(path)) {
      return null;
    }
    // Of arrays within arrays an index has only elements, or only the arrays.
    if (members && (!isScalar(keys) || ofElement && elements && names.isEmpty())) {
      return null;
    }
    return new OnPath(path, keys, !members, false, members ? Scope.ELEMENT : Scope.DOCUMENT);
  }

  static boolean canBeIndexed(List<String> path) {
    return !path.isEmpty() && !ADDED.contains(path.get(0)) && !path.contains("");
  }

  private static boolean isScalar(KeySet keys) {
    return keys.isSubsetOf(SCALARS);
  }

  /** The names that lead to a value from a whole document; null if it is of something else. */
  List<String> ofDocument(Expression expression) {
    String alias = alias(expression);
    return alias != null && alias.equals(rootAlias) && !joined.containsKey(alias)
        ? names(expression)
        : null;
  }

  /** The names that lead from an alias to a value; empty if it is the alias itself. */
  private static List<String> names(Expression expression) {
    List<String> names = new ArrayList<>();
    Expression of = expression;
    while (of instanceof Expression.Member member) {
      names.add(0, member.name());
      of = member.of();
    }
    return names;
  }

  private static String alias(Expression expression) {
    Expression of = expression;
    while (of instanceof Expression.Member member) {
      of = member.of();
    }
    return of instanceof Expression.Identifier identifier ? identifier.name() : null;
  }

  /** With what a FROM clause adds, as far as its aliases run over arrays of items. */
  IndexPaths with(List<Query.Source> sources) {
    Map<String, List<String>> more = new HashMap<>(joined);
    String root = rootAlias;
    for (Query.Source source : sources) {
      List<String> path = elementsOf(source, root, more);
      String alias = Sources.alias(source);
      if (alias != null) {
        // A name that means something else now means nothing here.
        more.remove(alias);
        root = alias.equals(root) ? null : root;
        if (path != null) {
          more.put(alias, path);
        }
      }
    }
    return new IndexPaths(root, more);
  }

  private static List<String> elementsOf(
      Query.Source source, String root, Map<String, List<String>> known) {
    if (!source.each() || !(source.collection() instanceof Query.Collection.Path collection)) {
      return null;
    }
    List<String> names = names(collection.value());
    String alias = alias(collection.value());
    if (alias == null || names.isEmpty()) {
      return null;
    }
    List<String> path = new ArrayList<>();
    if (known.containsKey(alias)) {
      path.addAll(known.get(alias));
    } else if (!alias.equals(root)) {
      return null;
    }
    path.addAll(names);
    return path;
  }

  /** The paths within a query whose EXISTS asks for a row that its filter passes, or null. */
  IndexPaths within(Expression.Subquery subquery) {
    Query query = subquery.query();
    boolean plain =
        subquery.kind() == Expression.SubqueryKind.EXISTS
            && query.where() != null
            && query.top() == null
            && query.offset() == null
            && query.limit() == null
            && !BlockingQuery.needsAll(query);
    return plain ? with(query.from()) : null;
  }
}
