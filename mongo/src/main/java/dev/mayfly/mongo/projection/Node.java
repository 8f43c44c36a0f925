package dev.mayfly.mongo.projection;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is to happen to a field: kept, left out, computed, or to the fields inside of it. */
final class Node {
  /** The four. */
  enum Kind {
    KEEP,
    DROP,
    COMPUTE,
    INSIDE
  }

  private static final int COLLISION_BELOW = 31249;
  private static final int COLLISION = 31250;

  private final Kind kind;
  private final Expression expression;
  private final Map<String, Node> children;
  private boolean computes;

  private Node(Kind kind, Expression expression) {
    this.kind = kind;
    this.expression = expression;
    this.children = kind == Kind.INSIDE ? new LinkedHashMap<>() : Map.of();
    this.computes = kind == Kind.COMPUTE;
  }

  static Node root() {
    return new Node(Kind.INSIDE, null);
  }

  static Node keep() {
    return new Node(Kind.KEEP, null);
  }

  static Node drop() {
    return new Node(Kind.DROP, null);
  }

  static Node compute(Expression expression) {
    return new Node(Kind.COMPUTE, expression);
  }

  Kind kind() {
    return kind;
  }

  Expression expression() {
    return expression;
  }

  Map<String, Node> children() {
    return children;
  }

  /** Whether something is computed here or inside. */
  boolean computes() {
    return computes;
  }

  /** Adds what is to happen at a path; a path is named once, and not together with one below. */
  void add(String[] path, Node leaf) {
    Node at = this;
    for (int i = 0; i < path.length - 1; i++) {
      at.computes |= leaf.computes;
      Node next = at.children.get(path[i]);
      if (next == null) {
        next = root();
        at.children.put(path[i], next);
      } else if (next.kind != Kind.INSIDE) {
        throw new MongoException(
            COLLISION_BELOW,
            "Path collision at " + String.join(".", path) + " remaining portion " + rest(path, 1));
      }
      at = next;
    }
    at.computes |= leaf.computes;
    if (at.children.putIfAbsent(path[path.length - 1], leaf) != null) {
      throw new MongoException(COLLISION, "Path collision at " + String.join(".", path));
    }
  }

  private static String rest(String[] path, int from) {
    return String.join(".", Arrays.copyOfRange(path, from, path.length));
  }

  void remove(String name) {
    children.remove(name);
  }
}
