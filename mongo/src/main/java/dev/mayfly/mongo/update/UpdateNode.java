package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.CONFLICTING_UPDATE_OPERATORS;

import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node of an update tree: a modifier, or child nodes by field name. Children are applied in the
 * order of names, numbers first by value.
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

  /** The modifier of a leaf; null for inner nodes. */
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
        "Updating the path '%s' would create a conflict at '%s'"
            .formatted(path.dotted(), path.prefix(parts)));
  }

  /** Merges two nodes that address the same element. */
  static UpdateNode merge(UpdateNode first, UpdateNode second, FieldLocation place) {
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
