package dev.mayfly.query.cursor;

import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.KeyBytes;
import dev.mayfly.engine.index.KeyRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Decides in which of several index scans an item is found first, so that each is returned once.
 * The keys of the item say it; nothing is remembered between batches.
 */
final class FirstScan {
  /** Stands before all keys, so that the end of a whole index is a key too. */
  private static final byte[] PREFIX = {0};

  private final List<IndexScan> scans;
  private final List<Group> groups = new ArrayList<>();
  private int current = -1;
  private List<Group> earlier = List.of();

  FirstScan(List<IndexScan> scans) {
    this.scans = scans;
    for (int i = 0; scans.size() > 1 && i < scans.size(); i++) {
      group(i).add(i);
    }
    groups.forEach(Group::sort);
  }

  private Group group(int scan) {
    for (Group each : groups) {
      if (each.isOf(scans.get(scan))) {
        return each;
      }
    }
    groups.add(new Group(scans.get(scan)));
    return groups.get(groups.size() - 1);
  }

  /** Whether an item that a scan has found is in none of the scans before it. */
  boolean isFirst(int scan, Item item) {
    if (scan != current) {
      current = scan;
      earlier = groups.stream().filter(each -> each.mayRepeat(scan)).toList();
    }
    if (earlier.isEmpty()) {
      return true;
    }
    byte[] body = item.body();
    for (Group each : earlier) {
      if (each.holdsBefore(scan, body)) {
        return false;
      }
    }
    return true;
  }

  /** The scans of one index over the same partitions, sorted by their ranges. */
  private final class Group {
    private final IndexScan any;
    private final IndexReader reader;
    private final List<Integer> members = new ArrayList<>();
    private KeyRange[] ranges;
    private int[] numbers;
    private int first;
    private boolean disjoint;

    Group(IndexScan any) {
      this.any = any;
      this.reader = any.reader();
    }

    boolean isOf(IndexScan scan) {
      return any.query().index().equals(scan.query().index())
          && any.query().partitions().equals(scan.query().partitions());
    }

    void add(int scan) {
      members.add(scan);
    }

    void sort() {
      first = members.get(0);
      KeyRange[] all = new KeyRange[scans.size()];
      members.forEach(i -> all[i] = scans.get(i).query().range().in(reader.index(), PREFIX));
      members.sort(Comparator.comparing(i -> all[i].from(), Arrays::compareUnsigned));
      numbers = members.stream().mapToInt(i -> i).toArray();
      ranges = members.stream().map(i -> all[i]).toArray(KeyRange[]::new);
      disjoint = true;
      for (int i = 1; i < ranges.length; i++) {
        disjoint &= Arrays.compareUnsigned(ranges[i - 1].to(), ranges[i].from()) <= 0;
      }
    }

    /** Whether scans before one may hold what it finds; with one key per item, ranges don't. */
    boolean mayRepeat(int scan) {
      IndexScan of = scans.get(scan);
      if (first >= scan || !any.query().partitions().equals(of.query().partitions())) {
        return false;
      }
      boolean oneKey = reader.index().arrays() == PathIndex.Arrays.WHOLE;
      return !(isOf(of) && disjoint && oneKey);
    }

    boolean holdsBefore(int scan, byte[] body) {
      List<byte[]> keys = reader.read(body).keys();
      if (disjoint && keys.size() < 2 && isOf(scans.get(scan))) {
        return false;
      }
      // The value of a key that was cut may be elsewhere: then every range decides by itself.
      boolean cut = keys.stream().anyMatch(key -> KeyBytes.isCut(key.length));
      if (cut || !disjoint) {
        return anyHoldsBefore(scan, body);
      }
      for (byte[] key : keys) {
        int found = find(row(key));
        if (found >= 0 && numbers[found] < scan) {
          return true;
        }
      }
      return false;
    }

    private boolean anyHoldsBefore(int scan, byte[] body) {
      for (int i = 0; i < ranges.length; i++) {
        if (numbers[i] < scan && !ranges[i].within(reader, body).isEmpty()) {
          return true;
        }
      }
      return false;
    }

    private static byte[] row(byte[] key) {
      byte[] row = new byte[key.length + PREFIX.length];
      System.arraycopy(key, 0, row, PREFIX.length, key.length);
      return row;
    }

    /** The range that holds a key, or -1. */
    private int find(byte[] key) {
      int low = 0;
      int high = ranges.length - 1;
      while (low <= high) {
        int middle = (low + high) >>> 1;
        if (Arrays.compareUnsigned(key, ranges[middle].from()) < 0) {
          high = middle - 1;
        } else if (Arrays.compareUnsigned(key, ranges[middle].to()) >= 0) {
          low = middle + 1;
        } else {
          return middle;
        }
      }
      return -1;
    }
  }
}
