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
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.buffer.GroupBuffer;
import dev.mayfly.query.buffer.SortBuffer;
import dev.mayfly.query.spill.SpillCounts;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The groups of a query by the hashes of their keys, from one hash on and as many as a page can
 * need: what is larger than all of them can only be part of a later page, so that memory does not
 * grow with the number of groups. When there is no memory for another group, rows with other keys
 * go to disk and are grouped one group after the other.
 */
final class Groups {
  private static final long BYTES_MAX = 64L << 20;

  private static final int GROUP_BYTES = 320;

  /** What stays for the page and for lists that grow when groups go to disk. */
  private static final long ROOM_BYTES = 256 << 10;

  /** What another group may need. */
  private static final long SPARE_BYTES = 64 << 10;

  /** Rows after which the size of the groups' lists is checked again. */
  private static final int ROWS_PER_CHECK = 1024;

  /** So many groups are found again by their keys as they are, and not by a hash of them. */
  private static final int KNOWN_MAX = 1000;

  private static final int KNOWN_TEXT_MAX = 256;

  private final CompiledQuery query;
  private final byte[] after;
  private final GroupBuffer<byte[], Found> byHash;
  private final Map<List<Value>, Found> known = new HashMap<>();
  private final long wanted;
  private final long skipped;
  private SortBuffer<GroupedRow> onDisk;
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
   * @param skipped how many of the first groups will not be sent
   * @param wanted how many groups a page can need after these
   */
  Groups(CompiledQuery query, byte[] after, long skipped, long wanted) {
    this.query = query;
    this.after = after;
    this.skipped = skipped;
    this.wanted = wanted;
    this.byHash =
        GroupBuffer.ofFirst(
            Arrays::compareUnsigned, skipped + wanted, this::heapBytes, query.budget()::keep);
  }

  void add(Value[] row) {
    Value[] keys = query.groupKeys(row);
    boolean simple = areSimple(keys);
    Found found = simple ? known.get(Arrays.asList(keys)) : null;
    if (found == null) {
      found = byHash(keys, row);
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
   * The group with these keys, a new one if it must be; null if it is of no page or a later one, or
   * if the row went to disk.
   */
  private Found byHash(Value[] keys, Value[] row) {
    byte[] hash = ValueHash.of(keys);
    if (after != null && Arrays.compareUnsigned(hash, after) <= 0) {
      return null;
    }
    Found found = byHash.find(hash);
    if (found != null) {
      return found;
    }
    long evictions = byHash.evictions();
    if (onDisk == null && !byHash.makeRoom(hash)) {
      return null;
    } else if (byHash.evictions() > evictions) {
      known.clear();
    }
    Value[] own = Arrays.stream(keys).map(Detached::of).toArray(Value[]::new);
    found = new Found(new Group(query, own), numbers++, size(own));
    if (isOnDisk(found)) {
      addOnDisk(hash, own, row);
      return null;
    }
    byHash.add(hash, found);
    return found;
  }

  /** Whether rows of a new group go to disk, as there is no memory for it. */
  private boolean isOnDisk(Found next) {
    if (onDisk == null
        && query.budget().spill() != null
        && !query.budget().hasRoom(heapBytes(next) + ROOM_BYTES)) {
      moveToDisk();
    }
    return onDisk != null;
  }

  /** From now on rows of new groups go to disk. */
  private void moveToDisk() {
    onDisk =
        SortBuffer.of(
            Checkpoint.within(GroupedRow.ORDER),
            Long.MAX_VALUE,
            GroupedRow::heapBytes,
            RowsOnDisk.memory(query.budget()),
            query.budget().spill(),
            new GroupedRow.Codec(),
            new SpillCounts());
  }

  private void addOnDisk(byte[] hash, Value[] keys, Value[] row) {
    Value[] arguments = Group.arguments(query, row);
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = Detached.of(arguments[i]);
    }
    onDisk.add(new GroupedRow(hash, numbers++, keys, arguments));
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
    if (bytes > BYTES_MAX && onDisk == null && query.budget().spill() != null) {
      moveToDisk();
    } else if (bytes > (onDisk == null ? BYTES_MAX : 2 * BYTES_MAX)) {
      throw QueryError.refused(
          "The groups of the query take more than "
              + BYTES_MAX
              + " bytes at once: ask for fewer on a page, or filter before you group.");
    }
  }

  /** Adds the results of the groups; those that are undefined have none. */
  void results(SortedRows results) {
    if (onDisk != null) {
      merge(results);
      return;
    }
    byHash.forEach((hash, found) -> add(results, hash, found));
    if (byHash.isCut() || after != null) {
      results.keepOrder(byHash.isCut());
    }
  }

  private int add(SortedRows results, byte[] hash, Found found) {
    query.budget().begin();
    Value result = found.group().result(CompiledQuery.NO_ROW);
    int size = (int) (found.sizeBytes() + query.budget().used());
    results.addGroup(new SortedRow(new Value[0], hash, result, found.number(), size));
    return size;
  }

  /** The groups in memory and on disk in the order of their hashes, as many as a page can need. */
  private void merge(SortedRows results) {
    Deque<Map.Entry<byte[], Found>> held = new ArrayDeque<>();
    byHash.forEach((hash, found) -> held.add(Map.entry(hash, found)));
    Iterator<GroupedRow> rowsOnDisk = onDisk.sorted();
    GroupedRow next = rowsOnDisk.hasNext() ? rowsOnDisk.next() : null;
    long seen = 0;
    long bytes = 0;
    // With little memory the page is short.
    while ((next != null || !held.isEmpty())
        && seen < skipped + wanted
        && bytes <= 2L * PageBody.BYTES_MAX
        && (seen <= skipped || query.budget().hasSpare(SPARE_BYTES))) {
      boolean fromMemory =
          next == null
              || !held.isEmpty()
                  && Arrays.compareUnsigned(held.getFirst().getKey(), next.hash()) < 0;
      if (fromMemory) {
        Map.Entry<byte[], Found> first = held.removeFirst();
        bytes += seen++ < skipped ? 0 : add(results, first.getKey(), first.getValue());
      } else {
        byte[] hash = next.hash();
        boolean isSkipped = seen++ < skipped;
        Found found = new Found(new Group(query, next.keys()), next.number(), size(next.keys()));
        while (next != null && Arrays.equals(hash, next.hash())) {
          if (!isSkipped) {
            found.group().addArguments(next.arguments());
          }
          next = rowsOnDisk.hasNext() ? rowsOnDisk.next() : null;
        }
        bytes += isSkipped ? 0 : add(results, hash, found);
      }
    }
    results.passOver();
    results.keepOrder(byHash.isCut() || next != null || !held.isEmpty());
  }
}
