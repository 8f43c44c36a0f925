package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.mongo.sort.SortRow;
import dev.mayfly.mongo.sort.SortRowCodec;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.buffer.SortBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Sorted documents. They were read for the first batch; those returned in later batches are read
 * again, and omitted if expired or deleted (B4).
 */
final class SortedItems implements ItemStream {
  private static final int AT_ONCE = 100;
  private static final BsonValue[] NO_KEY = {};

  /** Overhead of a row. */
  private static final int ROW_BYTES = 320;

  /** What the documents that are taken from disk at once may take. */
  private static final long CHUNK_BYTES = 128 << 10;

  private final Reader reader;
  private final Container container;
  private final SortBuffer<SortRow<Candidate>> rows;
  private final Iterator<SortRow<Candidate>> sorted;
  private final int firstBatch;
  private final List<Candidate> chunk = new ArrayList<>();
  private final Set<Long> alive = new HashSet<>();
  private int position = -1;
  private int judgedBatch;
  private long chunkBytes;

  private record Candidate(long rid, BsonDocument document) {
    long heapBytes() {
      return ROW_BYTES + HeapSize.of(document);
    }
  }

  /** A candidate on disk. */
  private static final class CandidateForm implements SortRowCodec.Form<Candidate> {
    @Override
    public BsonDocument document(Candidate value) {
      return value.document();
    }

    @Override
    public long number(Candidate value) {
      return value.rid();
    }

    @Override
    public Candidate value(BsonDocument document, long number) {
      return new Candidate(number, document);
    }
  }

  private SortedItems(Reader reader, Container container, SortBuffer<SortRow<Candidate>> rows) {
    this.reader = requireNonNull(reader, "reader");
    this.container = requireNonNull(container, "container");
    this.rows = requireNonNull(rows, "rows");
    this.sorted = rows.sorted();
    this.firstBatch = reader.batch();
    this.judgedBatch = firstBatch;
  }

  /**
   * Reads and sorts all matches.
   *
   * @param keep number of top documents to retain
   */
  static SortedItems of(
      Collection collection, Query query, Reader reader, Access access, long keep) {
    return of(access.open(reader, Long.MAX_VALUE), collection, query, reader, keep);
  }

  /** Sorts all matches among candidates. */
  static SortedItems of(
      ItemStream candidates, Collection collection, Query query, Reader reader, long keep) {
    SortPattern sort = query.sort();
    return of(candidates, collection, query, reader, sort::key, SortRow.order(sort), keep);
  }

  /** Reads all matches and returns them in reverse order. */
  static SortedItems reversed(Collection collection, Query query, Reader reader) {
    ItemStream all = Candidates.of(collection, query, reader, Long.MAX_VALUE);
    Comparator<SortRow<Candidate>> order = Comparator.comparingLong(row -> -row.arrival());
    return of(all, collection, query, reader, each -> NO_KEY, order, Long.MAX_VALUE);
  }

  private static SortedItems of(
      ItemStream all,
      Collection collection,
      Query query,
      Reader reader,
      Function<BsonDocument, BsonValue[]> key,
      Comparator<SortRow<Candidate>> order,
      long keep) {
    SortBuffer<SortRow<Candidate>> rows =
        SortBuffer.of(
            Checkpoint.within(order),
            keep,
            row -> row.heapBytes(row.value().heapBytes()),
            MemoryUse.ofSort(reader, reader.limits()),
            reader.spill(),
            new SortRowCodec<>(new CandidateForm(), key),
            reader.spilled());
    long arrival = 0;
    while (all.next()) {
      BsonDocument document = all.document();
      if (query.matches(document, null)) {
        Candidate candidate = new Candidate(all.rid(), document);
        rows.add(new SortRow<>(key.apply(document), arrival++, candidate));
      }
    }
    return new SortedItems(reader, collection.container(), rows);
  }

  @Override
  public boolean next() {
    position++;
    while (position < chunk.size() || readChunk()) {
      if (isAlive()) {
        return true;
      }
      position++;
    }
    return false;
  }

  private boolean readChunk() {
    chunk.clear();
    reader.charge(-chunkBytes);
    chunkBytes = 0;
    boolean onDisk = reader.spilled().spills() > 0;
    while (chunk.size() < AT_ONCE && chunkBytes < CHUNK_BYTES && sorted.hasNext()) {
      Candidate next = sorted.next().value();
      chunk.add(next);
      if (onDisk) {
        reader.charge(next.heapBytes());
        chunkBytes += next.heapBytes();
      }
    }
    position = 0;
    judgedBatch = firstBatch;
    return !chunk.isEmpty();
  }

  private boolean isAlive() {
    if (reader.batch() == firstBatch) {
      return true;
    }
    if (judgedBatch != reader.batch()) {
      judge();
    }
    return alive.contains(rid());
  }

  private void judge() {
    judgedBatch = reader.batch();
    List<ItemKey> keys = new ArrayList<>();
    for (Candidate each : chunk.subList(position, chunk.size())) {
      keys.add(Updates.keyOf(each.document()));
    }
    alive.clear();
    for (Item item : reader.readMany(container, keys)) {
      alive.add(item.rid());
    }
  }

  @Override
  public BsonDocument document() {
    return chunk.get(position).document();
  }

  @Override
  public Item item() {
    throw new UnsupportedOperationException("only the documents of a sort are kept");
  }

  @Override
  public long rid() {
    return chunk.get(position).rid();
  }

  @Override
  public void close() {
    rows.close();
  }

  @Override
  public void back() {
    position--;
  }
}
