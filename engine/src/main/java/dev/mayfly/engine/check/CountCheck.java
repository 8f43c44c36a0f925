package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.commit.CountDeltas;
import dev.mayfly.engine.format.CountDeltaRow;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlClass;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;

/**
 * Counts items again, and compares with the folded rows and the deltas that are not folded. Holds
 * one entry for each bucket.
 */
final class CountCheck {
  private static final int PARTITION = 3;
  private static final int DELTA = 4;
  private static final int BUCKET_BYTES = 18;
  private static final int TOTAL_BYTES = 9;
  private static final int SLOT_BYTES = 5;

  private final StoreFacts facts;
  private final Problems problems;
  private final long foldedLsn;
  private final Map<ByteBuffer, Both> counts = new HashMap<>();
  private int slots;
  private int highestSlot = -1;

  /** What a row should say and what it says. */
  private static final class Both {
    private long expectedItems;
    private long expectedBytes;
    private long foundItems;
    private long foundBytes;

    private boolean differ() {
      return expectedItems != foundItems || expectedBytes != foundBytes;
    }
  }

  CountCheck(ReadView view, StoreFacts facts, Problems problems) {
    this.facts = requireNonNull(facts, "facts");
    this.problems = requireNonNull(problems, "problems");
    byte[] folded = view.get(Table.COUNTS, CountKeys.FOLDED);
    this.foldedLsn = folded == null || folded.length != Long.BYTES ? 0 : Bytes.getLong(folded, 0);
  }

  void expect(ContainerFacts container, ItemRow item) {
    long bytes = item.sizeBytes();
    if (item.dateCount() == 0 && !item.isImported()) {
      switch (item.ttlClass()) {
        case INHERITS -> expectAt(container, CountKeys.SET_INHERITING, item.tsSecond(), bytes);
        case OWN ->
            expectAt(container, CountKeys.SET_OWN, item.tsSecond() + item.ttlSeconds(), bytes);
        case NEVER -> expectTotal(container, CountKeys.SET_NEVER, bytes);
      }
      return;
    }
    expectTotal(container, CountKeys.SET_SEVERAL, bytes);
    long base = item.baseSecond();
    if (item.ttlClass() == TtlClass.INHERITS) {
      expectAt(container, CountKeys.SET_BY_SOURCE + ExpirySource.DEFAULT, base, bytes);
    } else if (item.ttlClass() == TtlClass.OWN) {
      long deadline = base + item.ttlSeconds();
      expectAt(container, CountKeys.SET_BY_SOURCE + ExpirySource.OWN, deadline, bytes);
    }
    for (ItemRow.Date date : item.dates()) {
      expectAt(container, CountKeys.SET_BY_SOURCE + date.source(), date.second(), bytes);
    }
  }

  private void expectAt(ContainerFacts container, int set, long second, long bytes) {
    for (int level = 0; level < CountKeys.LEVELS; level++) {
      long start = CountKeys.bucketStart(level, second);
      expect(CountKeys.bucket(container.number(), set, level, start), bytes);
    }
    expectTotal(container, set, bytes);
  }

  /** A row of a set that has a total is there. */
  void expectTotal(ContainerFacts container, int set, long bytes) {
    expect(CountKeys.total(container.number(), set), bytes);
  }

  void expectPartition(ContainerFacts container, byte[] partition, long bytes) {
    expect(CountKeys.partition(container.number(), partition), bytes);
  }

  private void expect(byte[] key, long bytes) {
    Both both = both(key);
    both.expectedItems++;
    both.expectedBytes += bytes;
  }

  private void found(byte[] key, long items, long bytes) {
    Both both = both(key);
    both.foundItems += items;
    both.foundBytes += bytes;
  }

  private Both both(byte[] key) {
    return counts.computeIfAbsent(ByteBuffer.wrap(key), ignored -> new Both());
  }

  /** A row of the COUNTS table. */
  void row(byte[] key, byte[] value) {
    String where = RowNames.row(Table.COUNTS, key);
    if (Arrays.equals(key, CountKeys.FOLDED)) {
      if (value.length != Long.BYTES || foldedLsn >= facts.lsnCeiling()) {
        problems.add(where, "expected an LSN below the ceiling, found " + RowNames.hex(value));
      }
    } else if (key[0] == DELTA && key.length == SLOT_BYTES) {
      deltas(where, Bytes.getInt(key, 1), value);
    } else if (isCount(key) && value.length == 2 * Long.BYTES) {
      count(where, key, value);
    } else {
      problems.add(where, "a row of no known kind");
    }
  }

  private static boolean isCount(byte[] key) {
    if (CountKeys.isBucket(key)) {
      int level = key.length == BUCKET_BYTES ? CountKeys.levelOf(key) : -1;
      return level >= 0
          && level < CountKeys.LEVELS
          && CountKeys.startOf(key) == CountKeys.bucketStart(level, CountKeys.startOf(key));
    }
    return CountKeys.isTotal(key)
        ? key.length == TOTAL_BYTES
        : key[0] == PARTITION && key.length > SLOT_BYTES;
  }

  private void count(String where, byte[] key, byte[] value) {
    int container = CountKeys.containerOf(key);
    if (facts.unreadable().contains(container)) {
      return;
    }
    if (!facts.containers().containsKey(container)) {
      problems.add(where, "there is no container with number " + container);
      return;
    }
    long items = CountKeys.items(value);
    long bytes = CountKeys.bytes(value);
    if (items == 0 && bytes == 0) {
      problems.add(where, "a count of nothing must not have a row");
    }
    found(key, items, bytes);
  }

  private void deltas(String where, int slot, byte[] value) {
    long lsn = CountDeltaRow.lsn(value);
    if (lsn >= facts.lsnCeiling()) {
      problems.add(where, "LSN " + lsn + " is not below the ceiling " + facts.lsnCeiling());
    }
    if (lsn > foldedLsn) {
      slots++;
      highestSlot = Math.max(highestSlot, slot);
      CountDeltas.decode(value).forEach(this::delta);
    }
  }

  /** Deltas of a container that was dropped before they were folded say nothing. */
  private void delta(byte[] key, Tally change) {
    ContainerFacts container = facts.containers().get(CountKeys.containerOf(key));
    if (container == null) {
      return;
    }
    if (!CountKeys.isBucket(key)) {
      found(key, change.items(), change.bytes());
      return;
    }
    int set = CountKeys.setOf(key);
    for (int level = 0; level < CountKeys.LEVELS; level++) {
      long start = CountKeys.bucketStart(level, CountKeys.startOf(key));
      byte[] bucket = CountKeys.bucket(container.number(), set, level, start);
      found(bucket, change.items(), change.bytes());
    }
    found(CountKeys.total(container.number(), set), change.items(), change.bytes());
  }

  /** All items and rows have been seen: compares. */
  void end() {
    if (highestSlot + 1 != slots) {
      problems.add(
          RowNames.row(Table.COUNTS, CountKeys.delta(highestSlot)),
          slots + " deltas are not folded, and this is not the last place they take");
    }
    counts.entrySet().stream()
        .filter(each -> each.getValue().differ())
        .sorted(Entry.comparingByKey())
        .forEach(
            each -> {
              Both both = each.getValue();
              problems.add(
                  name(each.getKey().array()),
                  both.foundItems
                      + " items and "
                      + both.foundBytes
                      + " bytes are counted, expected "
                      + both.expectedItems
                      + " and "
                      + both.expectedBytes);
            });
  }

  private String name(byte[] key) {
    ContainerFacts container = facts.containers().get(CountKeys.containerOf(key));
    String what =
        CountKeys.isBucket(key)
            ? " set "
                + CountKeys.setOf(key)
                + " level "
                + CountKeys.levelOf(key)
                + " from "
                + CountKeys.startOf(key)
            : CountKeys.isTotal(key) ? " set " + CountKeys.setOf(key) + " in all" : " partition";
    return RowNames.row(Table.COUNTS, container, key) + what;
  }
}
