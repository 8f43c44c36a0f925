package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueHash;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The groups of a query by the hashes of their keys, from one hash on and as many as a page can
 * need: what is larger than all of them can only be part of a later page, so that memory does not
 * grow with the number of groups.
 */
final class Groups {
  private static final long BYTES_MAX = 64L << 20;

  /** So often it is looked at what the lists of the groups have grown to. */
  private static final int ROWS_PER_LOOK = 1024;

  private final CompiledQuery query;
  private final byte[] after;
  private final long wanted;
  private final TreeMap<byte[], Found> byHash = new TreeMap<>(Arrays::compareUnsigned);
  private long numbers;
  private long rows;
  private boolean cut;

  /** A group, what its keys take and in which order it was found. */
  private record Found(Group group, long number, long keyBytes) {
    long sizeBytes() {
      return keyBytes + group.sizeBytes();
    }
  }

  /**
   * @param after the hash of the last group of the pages before, or null
   * @param wanted how many groups a page can need
   */
  Groups(CompiledQuery query, byte[] after, long wanted) {
    this.query = query;
    this.after = after;
    this.wanted = wanted;
  }

  void add(Value[] row) {
    Value[] keys = query.groupKeys(row);
    byte[] hash = ValueHash.of(keys);
    if (after != null && Arrays.compareUnsigned(hash, after) <= 0) {
      return;
    }
    Found found = byHash.get(hash);
    if (found == null) {
      if (byHash.size() >= wanted && cutsOff(hash)) {
        return;
      }
      found = new Found(new Group(query, keys), numbers++, size(keys));
      byHash.put(hash, found);
    }
    found.group().add(row);
    if (++rows % ROWS_PER_LOOK == 0) {
      checkSize();
    }
  }

  /** Makes room for one more; true if that one itself is the largest. */
  private boolean cutsOff(byte[] hash) {
    cut = true;
    if (byHash.isEmpty() || Arrays.compareUnsigned(hash, byHash.lastKey()) > 0) {
      return true;
    }
    byHash.pollLastEntry();
    return false;
  }

  private static long size(Value[] keys) {
    RowBudget size = new RowBudget();
    for (Value key : keys) {
      size.takePart(key);
    }
    return size.used() + ValueHash.BYTES;
  }

  private void checkSize() {
    long bytes = byHash.values().stream().mapToLong(Found::sizeBytes).sum();
    if (bytes > BYTES_MAX) {
      throw QueryError.refused(
          "The groups of the query take more than "
              + BYTES_MAX
              + " bytes at once: ask for fewer on a page, or filter before you group.");
    }
  }

  /** Whether there are groups after those that are kept. */
  boolean isCut() {
    return cut;
  }

  /** Tells the results of the groups; those that are undefined have none. */
  void results(SortedRows results) {
    for (Map.Entry<byte[], Found> entry : byHash.entrySet()) {
      query.budget().begin();
      Found found = entry.getValue();
      Value result = found.group().result(CompiledQuery.NO_ROW);
      int size = (int) (found.sizeBytes() + query.budget().used());
      results.addGroup(new SortedRow(new Value[0], entry.getKey(), result, found.number(), size));
    }
    if (cut || after != null) {
      results.keepOrder(cut);
    }
  }
}
