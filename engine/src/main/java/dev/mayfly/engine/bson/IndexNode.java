package dev.mayfly.engine.bson;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One name in the tree of indexing paths, found by its raw bytes. */
final class IndexNode {
  /** What a policy says about a place: nothing, or that it is included or excluded. */
  enum Rule {
    UNSAID,
    INCLUDED,
    EXCLUDED
  }

  private static final int FIRST_SLOTS = 4;

  /** Set by a path that ends in a star: this place and everything below. */
  Rule subtree = Rule.UNSAID;

  /** Set by a path that ends in a question mark: only a leaf at this very place. */
  Rule leaf = Rule.UNSAID;

  /** What holds for the elements of an array at this place. */
  private IndexNode elements;

  private byte[][] names = new byte[FIRST_SLOTS][];
  private IndexNode[] children = new IndexNode[FIRST_SLOTS];
  private int size;

  /** A bit for each length (modulo 64) that a child's name has: most names are no child's. */
  private long lengths;

  /** The node for the elements of an array, or null if no path speaks of them. */
  IndexNode elements() {
    return elements;
  }

  IndexNode elementsOrNew() {
    if (elements == null) {
      elements = new IndexNode();
    }
    return elements;
  }

  /** The child with the name that stands at [from, to), or null. */
  IndexNode child(byte[] bytes, int from, int to) {
    return (lengths >>> to - from & 1) == 0 ? null : children[slot(bytes, from, to)];
  }

  IndexNode childOrNew(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    int slot = slot(utf8, 0, utf8.length);
    if (children[slot] == null) {
      if (++size * 2 > names.length) {
        grow();
        slot = slot(utf8, 0, utf8.length);
      }
      lengths |= 1L << utf8.length;
      names[slot] = utf8;
      children[slot] = new IndexNode();
    }
    return children[slot];
  }

  private void grow() {
    byte[][] oldNames = names;
    IndexNode[] oldChildren = children;
    names = new byte[oldNames.length * 2][];
    children = new IndexNode[names.length];
    for (int i = 0; i < oldNames.length; i++) {
      if (oldNames[i] != null) {
        int slot = slot(oldNames[i], 0, oldNames[i].length);
        names[slot] = oldNames[i];
        children[slot] = oldChildren[i];
      }
    }
  }

  /** The slot of a name, or the free slot where it belongs; at least half of them are free. */
  private int slot(byte[] bytes, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    int slot = (hash ^ hash >>> 16) & names.length - 1;
    while (names[slot] != null
        && !Arrays.equals(names[slot], 0, names[slot].length, bytes, from, to)) {
      slot = slot + 1 & names.length - 1;
    }
    return slot;
  }
}
