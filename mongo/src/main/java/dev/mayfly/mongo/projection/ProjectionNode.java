package dev.mayfly.mongo.projection;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A node of a projection tree: include, exclude, compute, or nested fields. */
final class ProjectionNode {
  enum Kind {
    KEEP,
    DROP,
    COMPUTE,
    INSIDE
  }

  private final Kind kind;
  private final Expression expression;
  private final Map<String, ProjectionNode> children;
  private boolean computes;

  private ProjectionNode(Kind kind, Expression expression) {
    this.kind = kind;
    this.expression = expression;
    this.children = kind == Kind.INSIDE ? new LinkedHashMap<>() : Map.of();
    this.computes = kind == Kind.COMPUTE;
  }

  static ProjectionNode root() {
    return new ProjectionNode(Kind.INSIDE, null);
  }

  static ProjectionNode keep() {
    return new ProjectionNode(Kind.KEEP, null);
  }

  static ProjectionNode drop() {
    return new ProjectionNode(Kind.DROP, null);
  }

  static ProjectionNode compute(Expression expression) {
    return new ProjectionNode(Kind.COMPUTE, expression);
  }

  Kind kind() {
    return kind;
  }

  Expression expression() {
    return expression;
  }

  Map<String, ProjectionNode> children() {
    return children;
  }

  /** Whether the subtree has expressions. */
  boolean computes() {
    return computes;
  }

  /** Adds a leaf at a path; rejects path collisions. */
  void add(String[] path, ProjectionNode leaf) {
    ProjectionNode at = this;
    for (int i = 0; i < path.length - 1; i++) {
      at.computes |= leaf.computes;
      ProjectionNode next = at.children.get(path[i]);
      if (next == null) {
        next = root();
        at.children.put(path[i], next);
      } else if (next.kind != Kind.INSIDE) {
        throw new MongoException(
            31249,
            "Path collision at " + String.join(".", path) + " remaining portion " + rest(path, 1));
      }
      at = next;
    }
    at.computes |= leaf.computes;
    if (at.children.putIfAbsent(path[path.length - 1], leaf) != null) {
      throw new MongoException(31250, "Path collision at " + String.join(".", path));
    }
  }

  private static String rest(String[] path, int from) {
    return String.join(".", Arrays.copyOfRange(path, from, path.length));
  }

  void remove(String name) {
    children.remove(name);
  }
}
