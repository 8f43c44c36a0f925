package dev.mayfly.query.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.query.memory.BufferMemory;
import dev.mayfly.query.memory.HeapAccount;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.RowCodec;
import dev.mayfly.query.spill.SpillCounts;
import dev.mayfly.query.spill.SpillException;
import dev.mayfly.query.spill.SpillSpace;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillingSortTest {
  /** A run is read by pages, which count. */
  private static final long TWO_RUNS_BYTES = 2 * (64 << 10) + 10_000;

  private static final Comparator<Row> ORDER =
      Comparator.comparingInt(Row::key).thenComparingLong(Row::arrival);

  private final AtomicLong held = new AtomicLong();
  @TempDir private Path directory;

  private record Row(int key, long arrival, int length) {}

  private static final RowCodec<Row> CODEC =
      new RowCodec<>() {
        @Override
        public ByteBuffer encode(Row row) {
          return ByteBuffer.allocate(12 + row.length())
              .putInt(row.key())
              .putLong(row.arrival())
              .rewind();
        }

        @Override
        public Row decode(byte[] bytes) {
          ByteBuffer buffer = ByteBuffer.wrap(bytes);
          return new Row(buffer.getInt(), buffer.getLong(), bytes.length - 12);
        }
      };

  private BufferMemory memory(long limitBytes) {
    return new BufferMemory(
        held::addAndGet, limitBytes, () -> new IllegalStateException("too much"));
  }

  private static SortBuffer<Row> sort(
      long limit, BufferMemory memory, RequestSpill spill, SpillCounts counts) {
    return SortBuffer.of(ORDER, limit, row -> 50 + row.length(), memory, spill, CODEC, counts);
  }

  @Test
  void rowsBeyondMemoryAreSortedAsInMemory() throws IOException {
    Random random = Seeds.random(SpillingSortTest.class);
    SpillSpace space = SpillSpace.in(directory, 1L << 30, 0);
    long runs = 0;
    for (int round = 0; round < 60; round++) {
      long limit = random.nextInt(3) == 0 ? random.nextInt(400) : Long.MAX_VALUE;
      long limitBytes = 500 + random.nextInt(random.nextBoolean() ? 3000 : 400_000);
      SpillCounts counts = new SpillCounts();
      try (RequestSpill spill = space.open();
          BufferMemory memory = memory(limitBytes)) {
        List<Row> all = new ArrayList<>();
        SortBuffer<Row> rows = sort(limit, memory, spill, counts);
        int count = random.nextInt(4000);
        for (int i = 0; i < count; i++) {
          Row row = new Row(random.nextInt(200), i, random.nextInt(100));
          all.add(row);
          rows.add(row);
        }
        all.sort(ORDER);
        List<Row> first = all.subList(0, (int) Math.min(limit, all.size()));
        assertThat(rows.sorted()).toIterable().containsExactlyElementsOf(first);
        runs += counts.spills();
        rows.close();
        assertThat(memory.heldBytes()).isZero();
        assertThat(space.openFiles()).isZero();
      }
      assertThat(held).hasValue(0);
      assertThat(space.usedBytes()).isZero();
    }
    assertThat(runs).isGreaterThan(1000);
    assertThat(space.spills()).isEqualTo(runs);
  }

  @Test
  void runsAreMergedInStepsIfMemoryAllowsTwoOnly() throws IOException {
    SpillSpace space = SpillSpace.in(directory, 1L << 30, 0);
    SpillCounts counts = new SpillCounts();
    try (RequestSpill spill = space.open();
        BufferMemory memory = memory(TWO_RUNS_BYTES)) {
      SortBuffer<Row> rows = sort(Long.MAX_VALUE, memory, spill, counts);
      for (int i = 0; i < 200; i++) {
        rows.add(new Row(i * 7919 % 200, i, 30_000));
      }
      assertThat(counts.spills()).isGreaterThan(30);
      assertThat(space.openFiles()).isLessThan(8);
      Iterator<Row> sorted = rows.sorted();
      for (int i = 0; i < 200; i++) {
        assertThat(sorted.next().key()).isEqualTo(i);
      }
      assertThat(sorted.hasNext()).isFalse();
      rows.close();
      assertThat(space.usedBytes()).isZero();
    }
  }

  @Test
  void ofTheFirstRowsNoMoreAreWrittenThanAreNeeded() throws IOException {
    SpillSpace space = SpillSpace.in(directory, 1L << 30, 0);
    SpillCounts counts = new SpillCounts();
    try (RequestSpill spill = space.open();
        BufferMemory memory = memory(1 << 20)) {
      SortBuffer<Row> rows = sort(10, memory, spill, counts);
      for (int i = 0; i < 10_000; i++) {
        rows.add(new Row(i, i, 1000));
      }
      assertThat(rows.sorted()).toIterable().hasSize(10);
      assertThat(counts.spills()).isZero();
      assertThat(space.openFiles()).isZero();
    }
  }

  @Test
  void rowsGoToDiskAlsoWhenOthersHoldTheMemory() throws IOException {
    SpillSpace space = SpillSpace.in(directory, 1L << 30, 0);
    SpillCounts counts = new SpillCounts();
    HeapAccount tight =
        new HeapAccount() {
          @Override
          public void charge(long bytes) {
            held.addAndGet(bytes);
          }

          @Override
          public boolean tryCharge(long bytes) {
            return held.get() + bytes <= 5000 && held.addAndGet(bytes) >= 0;
          }
        };
    try (RequestSpill spill = space.open();
        BufferMemory memory =
            new BufferMemory(tight, 1 << 20, () -> new IllegalStateException("too much"))) {
      SortBuffer<Row> rows = sort(Long.MAX_VALUE, memory, spill, counts);
      for (int i = 1000; i > 0; i--) {
        rows.add(new Row(i, i, 10));
      }
      assertThat(counts.spills()).isPositive();
      assertThat(rows.sorted()).toIterable().hasSize(1000).extracting(Row::key).isSorted();
      rows.close();
    }
    assertThat(held).hasValue(0);
  }

  @Test
  void aSpaceThatIsFullEndsTheSort() throws IOException {
    SpillSpace space = SpillSpace.in(directory, 20_000, 0);
    try (RequestSpill spill = space.open();
        BufferMemory memory = memory(5000)) {
      SortBuffer<Row> rows = sort(Long.MAX_VALUE, memory, spill, new SpillCounts());
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  rows.add(new Row(i, i, 100));
                }
              })
          .isInstanceOf(SpillException.class);
    }
    assertThat(space.usedBytes()).isZero();
    assertThat(space.openFiles()).isZero();
  }

  @Test
  void withoutDiskTheLimitIsAnError() {
    try (BufferMemory memory = memory(1000)) {
      SortBuffer<Row> rows = sort(Long.MAX_VALUE, memory, null, new SpillCounts());
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  rows.add(new Row(i, i, 100));
                }
              })
          .hasMessage("too much");
    }
  }
}
