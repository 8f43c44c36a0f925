package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Group;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.token.SortedRow;
import dev.mayfly.cosmos.query.value.Constant;
import dev.mayfly.cosmos.query.value.Detached;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueHash;
import dev.mayfly.query.buffer.GroupBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The groups of a query by the hashes of their keys, from one hash on and as many as a page can
 * need: what is larger than all of them can only be part of a later page, so that memory does not
 * grow with the number of groups.
 */
final class Groups {
  private static final long BYTES_MAX = 64L << 20;

  private static final int GROUP_BYTES = 320;

  /** Rows after which the size of the groups' lists is checked again. */
  private static final int ROWS_PER_CHECK = 1024;

  /** So many groups are found again by their keys as they are, and not by a hash of them. */
  private static final int KNOWN_MAX = 1000;

  private static final int KNOWN_TEXT_MAX = 256;

  private final CompiledQuery query;
  private final byte[] after;
  private final GroupBuffer<byte[], Found> byHash;
  private final Map<List<Value>, Found> known = new HashMap<>();
  private long numbers;
  private long rows;

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
    this.byHash =
        GroupBuffer.ofFirst(Arrays::compareUnsigned, wanted, this::heapBytes, query.budget()::keep);
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
    if (++rows % ROWS_PER_CHECK == 0) {
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
    Found found = byHash.find(hash);
    if (found == null) {
      long evictions = byHash.evictions();
      if (!byHash.makeRoom(hash)) {
        return null;
      } else if (byHash.evictions() > evictions) {
        known.clear();
      }
      Value[] own = Arrays.stream(keys).map(Detached::of).toArray(Value[]::new);
      found = new Found(new Group(query, own), numbers++, size(own));
      byHash.add(hash, found);
    }
    return found;
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
    long bytes = 0;
    for (Found found : byHash.groups()) {
      bytes += found.sizeBytes();
    }
    if (bytes > BYTES_MAX) {
      throw QueryError.refused(
          "The groups of the query take more than "
              + BYTES_MAX
              + " bytes at once: ask for fewer on a page, or filter before you group.");
    }
  }

  /** Adds the results of the groups; those that are undefined have none. */
  void results(SortedRows results) {
    byHash.forEach(
        (hash, found) -> {
          query.budget().begin();
          Value result = found.group().result(CompiledQuery.NO_ROW);
          int size = (int) (found.sizeBytes() + query.budget().used());
          results.addGroup(new SortedRow(new Value[0], hash, result, found.number(), size));
        });
    if (byHash.isCut() || after != null) {
      results.keepOrder(byHash.isCut());
    }
  }
}
