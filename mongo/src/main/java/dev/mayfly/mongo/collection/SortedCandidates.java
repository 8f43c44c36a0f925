package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.Item;
import dev.mayfly.mongo.aggregate.SortPattern;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.net.work.Checkpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The documents that match a query, in its order. */
final class SortedCandidates {
  private static final long BYTES_MAX = 100L << 20;

  /** The objects around a document and its keys. */
  private static final int ENTRY_BYTES = 400;

  private final Reader reader;
  private final SortPattern sort;
  private final long keep;
  private List<Entry> entries = new ArrayList<>();
  private long bytes;
  private int seen;

  /** A document and what it is sorted by. */
  record Entry(BsonValue[] key, Item item, BsonDocument document, int position) {
    long heapBytes() {
      long size = ENTRY_BYTES + item.sizeBytes();
      for (BsonValue each : key) {
        size += HeapSize.ELEMENT + HeapSize.of(each);
      }
      return size;
    }
  }

  /**
   * @param sort null to keep them as they come
   * @param keep how many of the first are wanted; the others need not be remembered
   */
  private SortedCandidates(Reader reader, SortPattern sort, long keep) {
    this.reader = reader;
    this.sort = sort;
    this.keep = keep;
  }

  private int compare(Entry first, Entry second) {
    int keys = sort.compare(first.key(), second.key());
    return keys != 0 ? keys : Integer.compare(first.position(), second.position());
  }

  static List<Entry> of(ItemStream candidates, Query query, Reader reader, long keep) {
    SortedCandidates sorted = new SortedCandidates(reader, query.sort(), keep);
    while (candidates.next()) {
      if (query.matches(candidates.document(), null)) {
        sorted.add(candidates.item(), candidates.document());
      }
    }
    return sorted.sorted();
  }

  /** All that match, the last one first. */
  static List<Entry> reversed(ItemStream candidates, Query query, Reader reader) {
    SortedCandidates found = new SortedCandidates(reader, null, Long.MAX_VALUE);
    while (candidates.next()) {
      if (query.matches(candidates.document(), null)) {
        found.add(candidates.item(), candidates.document());
      }
    }
    List<Entry> all = new ArrayList<>(found.entries);
    Collections.reverse(all);
    return all;
  }

  private void add(Item item, BsonDocument document) {
    BsonValue[] key = sort == null ? new BsonValue[0] : sort.key(document);
    Entry entry = new Entry(key, item, document, seen++);
    hold(entry.heapBytes());
    entries.add(entry);
    if (keep < Integer.MAX_VALUE / 2 && entries.size() > 2 * keep + 1000) {
      entries = new ArrayList<>(first());
      hold(entries.stream().mapToLong(Entry::heapBytes).sum() - bytes);
    }
  }

  private void hold(long more) {
    reader.hold(more);
    bytes += more;
    if (bytes > BYTES_MAX) {
      throw new MongoException(
          ErrorCodes.QUERY_EXCEEDED_MEMORY,
          "Sort exceeded memory limit of "
              + BYTES_MAX
              + " bytes, but did not opt in to external sorting.");
    }
  }

  private List<Entry> first() {
    Entry[] array = entries.toArray(new Entry[0]);
    Arrays.sort(array, Checkpoint.within(this::compare));
    int size = (int) Math.min(keep, array.length);
    return Arrays.asList(array).subList(0, size);
  }

  private List<Entry> sorted() {
    return first();
  }
}
