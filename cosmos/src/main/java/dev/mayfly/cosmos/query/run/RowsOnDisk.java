package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.Distinctness;
import dev.mayfly.cosmos.query.token.SortedRow;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueBytes;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.buffer.SortBuffer;
import dev.mayfly.query.memory.BufferMemory;
import dev.mayfly.query.memory.HeapAccount;
import dev.mayfly.query.spill.RowCodec;
import dev.mayfly.query.spill.SpillCounts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The rows of a sorted result that do not fit into memory. For a DISTINCT they are first sorted by
 * their results, of which only the first row stays.
 */
final class RowsOnDisk {
  private final RowBudget memory;
  private final ToLongFunction<SortedRow> rowBytes;
  private final Predicate<SortedRow> dropped;

  /** By result; null if all rows stay. */
  private final SortBuffer<SortedRow> byResult;

  private final SortBuffer<SortedRow> byOrder;

  /** The bytes of rows. */
  private static final class Codec implements RowCodec<SortedRow> {
    @Override
    public ByteBuffer encode(SortedRow row) {
      return ByteBuffer.wrap(
          new ValueBytes.Writer()
              .values(row.keys())
              .bytes(row.tie())
              .values(new Value[] {row.result()})
              .number(row.number())
              .number(row.sizeBytes())
              .toByteArray());
    }

    @Override
    public SortedRow decode(byte[] bytes) {
      ValueBytes.Reader in = new ValueBytes.Reader(bytes);
      return new SortedRow(in.values(), in.bytes(), in.values()[0], in.number(), (int) in.number());
    }
  }

  /**
   * @param limit of rows that are needed
   * @param dropped of the first rows with a result, which ones are not needed after all
   */
  RowsOnDisk(
      Comparator<SortedRow> order,
      Distinctness distinctness,
      long limit,
      ToLongFunction<SortedRow> rowBytes,
      RowBudget memory,
      Predicate<SortedRow> dropped) {
    this.memory = memory;
    this.rowBytes = rowBytes;
    this.dropped = dropped;
    Comparator<SortedRow> resultFirst =
        (left, right) -> {
          int byTie = Arrays.compareUnsigned(left.tie(), right.tie());
          return byTie != 0 ? byTie : order.compare(left, right);
        };
    this.byResult = distinctness == Distinctness.ALL ? null : buffer(resultFirst, Long.MAX_VALUE);
    this.byOrder = buffer(order, limit);
  }

  private SortBuffer<SortedRow> buffer(Comparator<SortedRow> by, long most) {
    return SortBuffer.of(
        Checkpoint.within(by),
        most,
        rowBytes,
        memory(memory),
        memory.spill(),
        new Codec(),
        new SpillCounts());
  }

  /** An account of a buffer that spills; it has the limit of other buffers of queries. */
  static BufferMemory memory(RowBudget memory) {
    HeapAccount account =
        new HeapAccount() {
          @Override
          public void charge(long bytes) {
            memory.keep(bytes);
          }

          @Override
          public boolean tryCharge(long bytes) {
            return memory.tryKeep(bytes);
          }

          @Override
          public boolean hasRoom(long bytes) {
            return memory.hasRoom(bytes);
          }
        };
    return new BufferMemory(
        account, SortedRows.BYTES_MAX, () -> new IllegalStateException("rows are spilled"));
  }

  void add(SortedRow row) {
    if (byResult == null) {
      byOrder.add(row);
    } else {
      byResult.add(row);
    }
  }

  /** The rows in their order. */
  Iterator<SortedRow> sorted() {
    if (byResult != null) {
      byte[] last = null;
      for (Iterator<SortedRow> rows = byResult.sorted(); rows.hasNext(); ) {
        SortedRow row = rows.next();
        if (last == null || !Arrays.equals(last, row.tie())) {
          last = row.tie();
          if (!dropped.test(row)) {
            byOrder.add(row);
          }
        }
      }
      byResult.close();
    }
    return byOrder.sorted();
  }
}
