package dev.mayfly.testkit.storage;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * An immutable sorted map of rows, so that a snapshot is a reference. A treap: a search tree by key
 * that is also a heap by a priority drawn from the key's hash, which keeps it balanced without any
 * balancing code. A change copies the path to the root only.
 */
final class SortedRows {
  static final SortedRows EMPTY = new SortedRows(null);

  private final Node root;

  private SortedRows(Node root) {
    this.root = root;
  }

  byte[] get(byte[] key) {
    Node node = root;
    while (node != null) {
      int order = Arrays.compareUnsigned(key, node.key);
      if (order == 0) {
        return node.value;
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  SortedRows with(byte[] key, byte[] value) {
    Split below = split(root, key);
    Split above = split(below.right, successor(key));
    return new SortedRows(join(join(below.left, new Node(key, value, null, null)), above.right));
  }

  SortedRows without(byte[] key) {
    return get(key) == null ? this : without(key, successor(key));
  }

  SortedRows without(byte[] fromInclusive, byte[] toExclusive) {
    if (Arrays.compareUnsigned(fromInclusive, toExclusive) >= 0) {
      return this;
    }
    Split below = split(root, fromInclusive);
    Split above = split(below.right, toExclusive);
    return new SortedRows(join(below.left, above.right));
  }

  Walk walk(byte[] fromInclusive, byte[] toExclusive) {
    return new Walk(root, fromInclusive, toExclusive, false);
  }

  Walk walkDown(byte[] fromInclusive, byte[] toExclusive) {
    return new Walk(root, fromInclusive, toExclusive, true);
  }

  /** The smallest key above the given one. */
  private static byte[] successor(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** Left gets the keys below the given one, right the others. */
  private static Split split(Node node, byte[] key) {
    if (node == null) {
      return new Split(null, null);
    }
    if (Arrays.compareUnsigned(node.key, key) < 0) {
      Split rest = split(node.right, key);
      return new Split(node.withChildren(node.left, rest.left), rest.right);
    }
    Split rest = split(node.left, key);
    return new Split(rest.left, node.withChildren(rest.right, node.right));
  }

  /** All keys of left are below all keys of right. */
  private static Node join(Node left, Node right) {
    if (left == null) {
      return right;
    }
    if (right == null) {
      return left;
    }
    if (left.priority >= right.priority) {
      return left.withChildren(left.left, join(left.right, right));
    }
    return right.withChildren(join(left, right.left), right.right);
  }

  private record Split(Node left, Node right) {}

  private static final class Node {
    final byte[] key;
    final byte[] value;
    final int priority;
    final Node left;
    final Node right;

    Node(byte[] key, byte[] value, Node left, Node right) {
      this(key, value, priority(key), left, right);
    }

    private Node(byte[] key, byte[] value, int priority, Node left, Node right) {
      this.key = key;
      this.value = value;
      this.priority = priority;
      this.left = left;
      this.right = right;
    }

    Node withChildren(Node newLeft, Node newRight) {
      return new Node(key, value, priority, newLeft, newRight);
    }

    /** The plain hash of neighbouring keys is nearly sorted; the multiplications scatter it. */
    private static int priority(byte[] key) {
      int hash = Arrays.hashCode(key);
      hash = (hash ^ (hash >>> 16)) * 0x7feb352d;
      hash = (hash ^ (hash >>> 15)) * 0x846ca68b;
      return hash ^ (hash >>> 16);
    }
  }

  /** Stands before the first row at first. */
  static final class Walk {
    private final Node root;
    private final byte[] fromInclusive;
    private final byte[] toExclusive;
    private final boolean down;
    private final Deque<Node> path = new ArrayDeque<>();
    private Node current;

    private Walk(Node root, byte[] fromInclusive, byte[] toExclusive, boolean down) {
      this.root = root;
      this.fromInclusive = fromInclusive;
      this.toExclusive = toExclusive;
      this.down = down;
      skipTo(down ? toExclusive : fromInclusive);
    }

    /** The next row is the first one from a bound on, or below it in descending order. */
    void skipTo(byte[] bound) {
      current = null;
      path.clear();
      Node node = root;
      while (node != null) {
        int order = Arrays.compareUnsigned(node.key, bound);
        boolean ahead = down ? order < 0 : order >= 0;
        if (ahead) {
          path.push(node);
        }
        node = ahead == down ? node.right : node.left;
      }
    }

    boolean next() {
      current = path.poll();
      if (current == null || isPast(current.key)) {
        current = null;
        path.clear();
        return false;
      }
      Node node = down ? current.left : current.right;
      while (node != null) {
        path.push(node);
        node = down ? node.right : node.left;
      }
      return true;
    }

    private boolean isPast(byte[] key) {
      return down
          ? Arrays.compareUnsigned(key, fromInclusive) < 0
          : Arrays.compareUnsigned(key, toExclusive) >= 0;
    }

    byte[] key() {
      return row().key;
    }

    byte[] value() {
      return row().value;
    }

    private Node row() {
      if (current == null) {
        throw new IllegalStateException("The cursor stands on no row: next() was not true");
      }
      return current;
    }
  }
}
