package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.CONFLICTING_UPDATE_OPERATORS;

import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an update does at a path: an operator's work, or nodes for the fields inside. Fields are
 * worked on in the order of their names, first the numbers by value.
 */
final class UpdateNode {
  private final Modifier modifier;
  private final boolean ofArrays;
  private final Map<String, UpdateNode> children;

  private UpdateNode(Modifier modifier, boolean ofArrays) {
    this.modifier = modifier;
    this.ofArrays = ofArrays;
    this.children = modifier == null ? new TreeMap<>(UpdateNode::compareNames) : Map.of();
  }

  static UpdateNode root() {
    return new UpdateNode(null, false);
  }

  private static int compareNames(String first, String second) {
    long left = UpdatePath.position(first);
    long right = UpdatePath.position(second);
    if (left >= 0 && right >= 0) {
      return Long.compare(left, right);
    }
    return left < 0 && right < 0 ? first.compareTo(second) : Boolean.compare(left < 0, right < 0);
  }

  /** What is done to the value here; null if something is done inside. */
  Modifier modifier() {
    return modifier;
  }

  /** Whether the children are {@code $[]} and {@code $[id]}. */
  boolean ofArrays() {
    return ofArrays;
  }

  Map<String, UpdateNode> children() {
    return children;
  }

  void add(UpdatePath path, Modifier leaf) {
    UpdateNode at = this;
    for (int i = 0; i < path.length(); i++) {
      boolean last = i == path.length() - 1;
      if (at.ofArrays != UpdatePath.isArrayPart(path.part(i))) {
        throw conflict(path, i);
      }
      UpdateNode child = at.children.get(path.part(i));
      if (child != null && (last || child.modifier != null)) {
        throw conflict(path, i + 1);
      }
      if (child == null) {
        boolean arrays = !last && UpdatePath.isArrayPart(path.part(i + 1));
        child = new UpdateNode(last ? leaf : null, arrays);
        at.children.put(path.part(i), child);
      }
      at = child;
    }
  }

  private static MongoException conflict(UpdatePath path, int parts) {
    return new MongoException(
        CONFLICTING_UPDATE_OPERATORS,
        "Updating the path '"
            + path.dotted()
            + "' would create a conflict at '"
            + path.prefix(parts)
            + "'");
  }

  /** Both together, where two parts of paths turn out to mean the same element. */
  static UpdateNode merge(UpdateNode first, UpdateNode second, Place place) {
    if (first.modifier != null || second.modifier != null || first.ofArrays != second.ofArrays) {
      throw new MongoException(
          CONFLICTING_UPDATE_OPERATORS, "Update created a conflict at '" + place.path() + "'");
    }
    UpdateNode both = new UpdateNode(null, first.ofArrays);
    both.children.putAll(first.children);
    second.children.forEach(
        (name, child) -> both.children.merge(name, child, (a, b) -> merge(a, b, place.at(name))));
    return both;
  }
}
