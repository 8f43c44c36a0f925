package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.bson.IndexTerms;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.ttl.TtlClass;
import dev.mayfly.engine.ttl.TtlValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** One item: its header against its body, and then its other rows. */
final class ItemCheck {
  private static final byte[] TTL = "ttl".getBytes(StandardCharsets.US_ASCII);

  private final StoreFacts facts;
  private final Problems problems;
  private final CountCheck counts;
  private final ItemRowsCheck rows;
  private final IndexCheck indexes;
  private long items;

  ItemCheck(ReadView view, StoreFacts facts, Problems problems, CountCheck counts) {
    this.facts = requireNonNull(facts, "facts");
    this.problems = requireNonNull(problems, "problems");
    this.counts = requireNonNull(counts, "counts");
    this.rows = new ItemRowsCheck(view, problems);
    this.indexes = new IndexCheck(view, problems);
  }

  long items() {
    return items;
  }

  void check(ContainerFacts container, byte[] key, byte[] value) {
    items++;
    byte[] suffix = Keys.suffix(key);
    String where = RowNames.item(container, suffix);
    ItemRow item = ItemRow.of(value);
    if (!isCanonical(item)) {
      problems.add(where, "the header's flags, length and extras do not fit together");
      return;
    }
    numbers(where, item);
    counts.expect(container, item);
    rows.dueRows(container, where, suffix, item);
    byte[] body = item.body();
    try {
      RawBson.validate(body, Integer.MAX_VALUE, RawBson.MAX_DEPTH);
    } catch (EngineException e) {
      problems.add(where, e.getMessage());
      return;
    }
    againstBody(container, where, item, body);
    dates(container, where, item, body);
    byte[] partition = container.partition(body);
    if (Bytes.startsWith(suffix, partition)) {
      id(where, Bytes.tail(suffix, partition.length));
    } else {
      problems.add(
          where,
          "the body belongs to another partition, " + RowNames.hex(partition) + " by its key");
    }
    if (container.hasPartitionQuota()) {
      counts.expectPartition(container, partition, item.sizeBytes());
    }
    rows.uniqueRows(container, where, suffix, partition, item, body);
    indexes.item(container, where, suffix, item, body);
  }

  /** Written again, a header must come out the same. */
  private static boolean isCanonical(ItemRow item) {
    try {
      return item.dateCount() <= ItemRow.DATES_MAX
          && Arrays.equals(item.row(), item.withDates(item.dates()).row());
    } catch (IllegalArgumentException | IndexOutOfBoundsException | NegativeArraySizeException e) {
      return false;
    }
  }

  private void numbers(String where, ItemRow item) {
    if (item.lsn() < 1 || item.lsn() >= facts.lsnCeiling()) {
      problems.add(
          where, "LSN " + item.lsn() + " is not within 1 and the ceiling " + facts.lsnCeiling());
    }
    if (item.rid() < 1 || item.rid() > item.lsn()) {
      problems.add(where, "rid " + item.rid() + " is not within 1 and the LSN " + item.lsn());
    }
    if (item.tsSecond() > facts.clockSecond()) {
      problems.add(
          where, "ts " + item.tsSecond() + " is after the stored clock, " + facts.clockSecond());
    }
    if (item.baseSecond() > item.tsSecond()) {
      problems.add(where, "the base " + item.baseSecond() + " is after the ts " + item.tsSecond());
    }
  }

  private void againstBody(ContainerFacts container, String where, ItemRow item, byte[] body) {
    int size = RawBson.chargedSizeBytes(body);
    if (item.sizeBytes() != size) {
      problems.add(where, "size is " + item.sizeBytes() + ", the body's is " + size);
    }
    // An item written before the last change was counted by indexing rules that may be gone.
    if (item.lsn() > container.state().lsn()) {
      int terms = IndexTerms.count(body, container.indexingPaths());
      if (item.terms() != terms) {
        problems.add(where, "terms are " + item.terms() + ", the body's are " + terms);
      }
    }
    RawValue ttl = RawBson.findRoot(body, TTL);
    int parsed = ttl == null ? TtlValue.INVALID : TtlValue.parse(ttl);
    // Inheriting is always possible: the ttl may have been written while it did not count (D7).
    boolean possible =
        item.ttlClass() == TtlClass.INHERITS
            || item.ttlClass() == TtlClass.NEVER && parsed == TtlValue.NEVER
            || item.ttlClass() == TtlClass.OWN && parsed > 0 && parsed == item.ttlSeconds();
    if (!possible) {
      problems.add(
          where,
          "the ttl is "
              + item.ttlClass()
              + " "
              + item.ttlSeconds()
              + ", the body says "
              + (ttl == null ? "nothing" : ttl.toBsonValue()));
    }
    if (item.hasUniqueRows() == container.definition().uniqueKeys().isEmpty()) {
      problems.add(where, "the flag for unique rows does not fit the container's unique keys");
    }
  }

  private void dates(ContainerFacts container, String where, ItemRow item, byte[] body) {
    Set<Integer> sources = new HashSet<>();
    for (ItemRow.Date date : item.dates()) {
      if (!sources.add(date.source()) || date.source() >= container.state().nextSource()) {
        problems.add(where, "source " + date.source() + " is there twice or was never given out");
      }
    }
    for (ContainerFacts.DatedBy by : container.dates()) {
      int source = by.source().id();
      ItemRow.Date found = null;
      for (ItemRow.Date date : item.dates()) {
        found = date.source() == source ? date : found;
      }
      ItemRow.Date inBody = by.reader().read(body);
      boolean mayLack =
          by.filter() == null || !by.source().ready() && item.lsn() < container.state().lsn();
      ItemRow.Date expected = by.filter() == null || by.filter().test(body) ? inBody : null;
      boolean right = found == null ? expected == null || mayLack : found.equals(expected);
      if (!right) {
        problems.add(
            where, "the date of source " + source + " is " + found + ", by the body " + expected);
      }
    }
  }

  private void id(String where, byte[] id) {
    try {
      if (Arrays.equals(KeyEncoder.encode(KeyEncoder.decode(id)), id)) {
        return;
      }
    } catch (EngineException e) {
      // Reported below.
    }
    problems.add(where, "the id's bytes are not an id: " + RowNames.hex(id));
  }
}
