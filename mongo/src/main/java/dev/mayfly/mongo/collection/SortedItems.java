package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.mongo.sort.SortRow;
import dev.mayfly.mongo.sort.SortRowCodec;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.buffer.SortBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
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
  private final SortBuffer<SortRow<Candidate>> rows;
  private final Iterator<SortRow<Candidate>> sorted;
  private final int firstBatch;
  private final List<Candidate> chunk = new ArrayList<>();
  private final HeldItems held;
  private int position = -1;
  private long chunkBytes;

  private record Candidate(long rid, BsonDocument document) {
    long heapBytes() {
      return ROW_BYTES + HeapSize.of(document);
    }
  }

  /** How documents are compared. */
  private record SortKey(
      Function<BsonDocument, BsonValue[]> of,
      ToLongFunction<BsonValue[]> prefix,
      ToLongFunction<BsonValue[]> rest) {}

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
    this.held = new HeldItems(reader, container);
    this.rows = requireNonNull(rows, "rows");
    this.sorted = rows.sorted();
    this.firstBatch = reader.batch();
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
    SortKey key = new SortKey(sort::key, sort::prefix, sort::rest);
    return of(candidates, collection, query, reader, key, SortRow.order(sort), keep);
  }

  /** Reads all matches and returns them in reverse order. */
  static SortedItems reversed(Collection collection, Query query, Reader reader) {
    ItemStream all = Candidates.of(collection, query, reader, Long.MAX_VALUE);
    Comparator<SortRow<Candidate>> order = Comparator.comparingLong(row -> -row.arrival());
    SortKey none = new SortKey(each -> NO_KEY, key -> 0, key -> 0);
    return of(all, collection, query, reader, none, order, Long.MAX_VALUE);
  }

  private static SortedItems of(
      ItemStream all,
      Collection collection,
      Query query,
      Reader reader,
      SortKey key,
      Comparator<SortRow<Candidate>> order,
      long keep) {
    SortBuffer<SortRow<Candidate>> rows =
        SortBuffer.of(
            Checkpoint.within(order),
            keep,
            row -> row.heapBytes(row.value().heapBytes()),
            MemoryUse.ofSort(reader, reader.limits()),
            reader.spill(),
            new SortRowCodec<>(new CandidateForm(), key.of()),
            reader.spilled());
    long arrival = 0;
    while (all.next()) {
      BsonDocument document = all.document();
      if (query.matches(document, null)) {
        Candidate candidate = new Candidate(all.rid(), document);
        BsonValue[] found = key.of().apply(document);
        long prefix = key.prefix().applyAsLong(found);
        long rest = key.rest().applyAsLong(found);
        rows.add(new SortRow<>(found, prefix, rest, arrival++, candidate));
      }
    }
    return new SortedItems(reader, collection.container(), rows);
  }

  @Override
  public boolean next() {
    position++;
    while (position < chunk.size() || readChunk()) {
      if (held.isAlive(rid(), this::waiting)) {
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
    held.readIn(firstBatch);
    return !chunk.isEmpty();
  }

  private Stream<BsonDocument> waiting() {
    return chunk.subList(position, chunk.size()).stream().map(Candidate::document);
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
