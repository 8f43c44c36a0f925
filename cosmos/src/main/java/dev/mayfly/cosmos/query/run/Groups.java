package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Constant;
import dev.mayfly.cosmos.query.value.Detached;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueHash;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The groups of a query by the hashes of their keys, from one hash on and as many as a page can
 * need: what is larger than all of them can only be part of a later page, so that memory does not
 * grow with the number of groups.
 */
final class Groups {
  private static final long BYTES_MAX = 64L << 20;

  private static final int GROUP_BYTES = 320;

  /** So often it is looked at what the lists of the groups have grown to. */
  private static final int ROWS_PER_LOOK = 1024;

  /** So many groups are found again by their keys as they are, and not by a hash of them. */
  private static final int KNOWN_MAX = 1000;

  private static final int KNOWN_TEXT_MAX = 256;

  private final CompiledQuery query;
  private final byte[] after;
  private final long wanted;
  private final TreeMap<byte[], Found> byHash = new TreeMap<>(Arrays::compareUnsigned);
  private final Map<List<Value>, Found> known = new HashMap<>();
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
    boolean simple = areSimple(keys);
    Found found = simple ? known.get(Arrays.asList(keys)) : null;
    if (found == null) {
      found = byHash(keys);
      if (found == null) {
        return;
      }
      if (simple && known.size() < KNOWN_MAX) {
        known.put(Arrays.asList(keys), found);
      }
    }
    found.group().add(row);
    if (++rows % ROWS_PER_LOOK == 0) {
      checkSize();
    }
  }

  /** Whether keys can be compared as they are: equal ones have the same hash. */
  private static boolean areSimple(Value[] keys) {
    for (Value key : keys) {
      boolean simple =
          key instanceof NumberValue
              || key instanceof Constant
              || key instanceof StringValue string && string.text().length() <= KNOWN_TEXT_MAX;
      if (!simple) {
        return false;
      }
    }
    return true;
  }

  /**
   * The group with these keys, a new one if it must be; null if it is of no page or a later one.
   */
  private Found byHash(Value[] keys) {
    byte[] hash = ValueHash.of(keys);
    if (after != null && Arrays.compareUnsigned(hash, after) <= 0) {
      return null;
    }
    Found found = byHash.get(hash);
    if (found == null) {
      if (byHash.size() >= wanted && cutsOff(hash)) {
        return null;
      }
      Value[] own = Arrays.stream(keys).map(Detached::of).toArray(Value[]::new);
      found = new Found(new Group(query, own), numbers++, size(own));
      query.budget().keep(heapBytes(found));
      byHash.put(hash, found);
    }
    return found;
  }

  /** Makes room for one more; true if that one itself is the largest. */
  private boolean cutsOff(byte[] hash) {
    cut = true;
    if (byHash.isEmpty() || Arrays.compareUnsigned(hash, byHash.lastKey()) > 0) {
      return true;
    }
    query.budget().keep(-heapBytes(byHash.pollLastEntry().getValue()));
    known.clear();
    return false;
  }

  private static long size(Value[] keys) {
    RowBudget size = new RowBudget();
    for (Value key : keys) {
      size.takePart(key);
    }
    return size.used() + ValueHash.BYTES;
  }

  /** Without its lists, which count what they keep themselves. */
  private long heapBytes(Found found) {
    return GROUP_BYTES
        + 2 * found.keyBytes()
        + (long) Group.AGGREGATE_BYTES * query.aggregates().size();
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
