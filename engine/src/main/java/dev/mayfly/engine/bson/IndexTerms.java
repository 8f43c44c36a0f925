package dev.mayfly.engine.bson;

import dev.mayfly.engine.bson.IndexNode.Rule;

/**
 * Counts the logical index terms of a document, which charges depend on: one for each leaf that the
 * policy includes. A leaf is a scalar, an element of an array being one under the array's path, or
 * an empty document or array. The root element ttl has none, so that a ttl changes no charge.
 */
public final class IndexTerms {
  private IndexTerms() {}

  public static int count(byte[] document, IndexingPaths paths) {
    if (paths == IndexingPaths.NONE) {
      return 0;
    }
    int limit = RawBson.checkedEnd(document, 0, document.length);
    IndexNode root = paths == IndexingPaths.ALL ? null : paths.root();
    boolean included = paths.root().subtree == Rule.INCLUDED;
    int terms = 0;
    int position = Integer.BYTES;
    while (position < limit) {
      int nameEnd = RawBson.nameEnd(document, position + 1, limit);
      byte type = document[position];
      int length = RawBson.valueLength(document, type, nameEnd + 1, limit);
      if (!RawBson.isTtl(document, position + 1, nameEnd)) {
        IndexNode node = root == null ? null : root.child(document, position + 1, nameEnd);
        terms += countValue(document, type, nameEnd + 1, length, node, included);
      }
      position = nameEnd + 1 + length;
    }
    return terms;
  }

  /**
   * @param node what the policy says about this place and below, null for nothing
   * @param inherited what it says about the place above
   */
  private static int countValue(
      byte[] document, byte type, int offset, int length, IndexNode node, boolean inherited) {
    if (node == null && !inherited) {
      return 0;
    }
    boolean included =
        node == null || node.subtree == Rule.UNSAID ? inherited : node.subtree == Rule.INCLUDED;
    boolean container = type == RawType.DOCUMENT || type == RawType.ARRAY;
    if (!container || length == RawBson.MIN_DOCUMENT_BYTES) {
      boolean asLeaf = node == null || node.leaf == Rule.UNSAID;
      return (asLeaf ? included : node.leaf == Rule.INCLUDED) ? 1 : 0;
    }
    return countElements(document, type, offset, offset + length, node, included);
  }

  private static int countElements(
      byte[] document, byte containerType, int offset, int end, IndexNode node, boolean included) {
    int limit = RawBson.checkedEnd(document, offset, end);
    boolean array = containerType == RawType.ARRAY;
    int terms = 0;
    int position = offset + Integer.BYTES;
    while (position < limit) {
      int nameEnd = RawBson.nameEnd(document, position + 1, limit);
      byte type = document[position];
      int length = RawBson.valueLength(document, type, nameEnd + 1, limit);
      IndexNode child = null;
      if (node != null) {
        child = array ? node.elements() : node.child(document, position + 1, nameEnd);
      }
      terms += countValue(document, type, nameEnd + 1, length, child, included);
      position = nameEnd + 1 + length;
    }
    return terms;
  }
}
