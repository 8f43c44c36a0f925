package dev.mayfly.query.plan;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.interval.KeySet;
import java.util.List;

/** What all items meet that pass a filter, as far as indexes can find them by it. */
public sealed interface PathCondition {
  /**
   * The value at a path is in a set of keys.
   *
   * @param path the names that lead to it
   * @param exact whether all items with one of these keys pass the part of the filter
   * @param textual whether strings are compared, which a collation may do in another way
   * @param scope what the condition is about
   */
  record OnPath(List<String> path, KeySet keys, boolean exact, boolean textual, Scope scope)
      implements PathCondition {
    public OnPath {
      path = List.copyOf(path);
      requireNonNull(keys, "keys");
      requireNonNull(scope, "scope");
    }

    public OnPath inexact() {
      return new OnPath(path, keys, false, textual, scope);
    }

    /** The same path with other keys. */
    public OnPath with(KeySet others, boolean exactly) {
      return new OnPath(path, others, exactly, textual, scope);
    }

    public boolean isOfElement() {
      return !scope.equals(Scope.DOCUMENT);
    }

    private String name(int depth) {
      return depth < path.size() ? path.get(depth) : null;
    }

    /**
     * Whether one key of an item with arrays meets this and another condition on the same path if
     * the item meets both: only if both are about one element into which no other array leads.
     */
    boolean isOfOneKeyWith(OnPath other) {
      return isOfElement() && scope.equals(other.scope) && name(scope.depth()) == null;
    }

    /**
     * The same for a condition on another path of an index: the two must not lead into one array,
     * unless that is the array whose element both are about.
     */
    boolean isBeside(OnPath other) {
      if (!name(0).equals(other.name(0))) {
        return true;
      }
      String mine = name(scope.depth());
      return scope.equals(other.scope) && mine != null && !mine.equals(other.name(scope.depth()));
    }
  }

  /** There is a value at a path. It bounds no index, but a sparse or partial one may need it. */
  record Exists(List<String> path) implements PathCondition {
    public Exists {
      path = List.copyOf(path);
    }
  }

  /** All of these hold. */
  record AllOf(List<PathCondition> conditions) implements PathCondition {
    public AllOf {
      conditions = List.copyOf(conditions);
    }
  }

  /** One of these holds. */
  record AnyOf(List<PathCondition> conditions) implements PathCondition {
    public AnyOf {
      conditions = List.copyOf(conditions);
    }
  }

  /**
   * The document or the element of an array that conditions are about.
   *
   * @param number distinguishes elements
   * @param depth how many names lead to it
   */
  record Scope(int number, int depth) {
    public static final Scope DOCUMENT = new Scope(0, 0);

    /** Some element of an array on the path. */
    public static final Scope ELEMENT = new Scope(-1, Integer.MAX_VALUE);
  }
}
