package dev.mayfly.query.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.memory.RequestMemory;
import dev.mayfly.query.spill.SpillException.Reason;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillSpaceTest {
  private static final long MIB = 1 << 20;

  private static final RowCodec<String> TEXTS =
      new RowCodec<>() {
        @Override
        public ByteBuffer encode(String row) {
          return ByteBuffer.wrap(row.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String decode(byte[] bytes) {
          return new String(bytes, StandardCharsets.UTF_8);
        }
      };

  @TempDir private Path directory;

  @Test
  void rowsOfAnyLengthComeBackAsTheyWere() throws IOException {
    Random random = Seeds.random(SpillSpaceTest.class);
    SpillSpace space = SpillSpace.in(directory, 100 * MIB, 0);
    try (RequestSpill request = space.open()) {
      SpillFile file = request.file();
      List<SpilledRows<String>> several = new ArrayList<>();
      List<List<String>> expected = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        several.add(new SpilledRows<>(file, TEXTS, 64 + random.nextInt(200)));
        expected.add(new ArrayList<>());
      }
      for (int i = 0; i < 500; i++) {
        int which = random.nextInt(5);
        int length = random.nextInt(10) == 0 ? random.nextInt(2000) : random.nextInt(100);
        String row = "x".repeat(length) + i;
        several.get(which).add(row);
        expected.get(which).add(row);
      }
      for (int i = 0; i < 5; i++) {
        several.get(i).finish();
      }
      for (int i = 0; i < 5; i++) {
        Iterator<String> read = several.get(i).read();
        assertThat(read).toIterable().containsExactlyElementsOf(expected.get(i));
        assertThat(several.get(i).rows()).isEqualTo(expected.get(i).size());
      }
      assertThat(space.usedBytes()).isEqualTo(file.lengthBytes()).isPositive();
    }
    assertThat(space.usedBytes()).isZero();
    assertThat(space.openFiles()).isZero();
    assertThat(space.writtenBytes()).isPositive();
  }

  @Test
  void filesHaveNoNamesAndLeftOnesAreRemovedAtTheStart() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("spill-1-1"), "left by a killed server");
    Files.writeString(directory.resolve("other"), "not ours");
    SpillSpace space = SpillSpace.in(directory, MIB, 0);
    try (RequestSpill request = space.open()) {
      request.file().append(new byte[10], 10);
      assertThat(space.openFiles()).isEqualTo(1);
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files).containsExactly(directory.resolve("other"));
      }
    }
  }

  @Test
  void aRequestMayUseHalfOfTheSpaceAndAllTogetherNotMoreThanAll() throws IOException {
    SpillSpace space = SpillSpace.in(directory, 1000, 0);
    RequestSpill first = space.open();
    SpillFile file = first.file();
    file.append(new byte[500], 500);
    assertThatThrownBy(() -> file.append(new byte[1], 1))
        .isInstanceOfSatisfying(
            SpillException.class, e -> assertThat(e.reason()).isEqualTo(Reason.REQUEST_LIMIT));
    RequestSpill second = space.open();
    second.file().append(new byte[500], 500);
    RequestSpill third = space.open();
    SpillFile none = third.file();
    assertThatThrownBy(() -> none.append(new byte[1], 1))
        .isInstanceOfSatisfying(
            SpillException.class, e -> assertThat(e.reason()).isEqualTo(Reason.SERVER_LIMIT));
    assertThat(space.refusals()).isEqualTo(2);
    first.close();
    none.append(new byte[400], 400);
    second.close();
    third.close();
    assertThat(space.usedBytes()).isZero();
    assertThat(space.openFiles()).isZero();
  }

  @Test
  void someOfTheDiskStaysFree() throws IOException {
    SpillSpace space = SpillSpace.in(directory, 1000, Long.MAX_VALUE / 2);
    try (RequestSpill request = space.open()) {
      SpillFile file = request.file();
      assertThatThrownBy(() -> file.append(new byte[1], 1))
          .isInstanceOfSatisfying(
              SpillException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DISK_FULL));
    }
  }

  @Test
  void aFileThatIsClearedTakesNothing() throws IOException {
    SpillSpace space = SpillSpace.in(directory, 1000, 0);
    try (RequestSpill request = space.open()) {
      SpillFile file = request.file();
      for (int i = 0; i < 20; i++) {
        file.append(new byte[300], 300);
        file.clear();
      }
      assertThat(space.usedBytes()).isZero();
    }
  }

  @Test
  void filesGoWithTheMemoryOfTheirRequestOrOfItsCursor() throws IOException {
    SpillSpace space = SpillSpace.in(directory, MIB, 0);
    MemoryPool pool = new MemoryPool(MIB, space);
    RequestMemory request = pool.open(refusal -> new IllegalStateException("too much"));
    request.spill().file().append(new byte[10], 10);
    request.charge(100);
    RequestMemory cursor = request.split(50);
    request.close();
    assertThat(space.usedBytes()).isEqualTo(10);
    cursor.close();
    assertThat(space.usedBytes()).isZero();
    assertThat(space.openFiles()).isZero();
    assertThat(new MemoryPool(MIB).open(refusal -> null).spill()).isNull();
  }

  @Test
  void equalKeysAreInOnePartitionInTheirOrder() throws IOException {
    Random random = Seeds.random(SpillSpaceTest.class);
    SpillSpace space = SpillSpace.in(directory, 100 * MIB, 0);
    try (RequestSpill request = space.open()) {
      PartitionedRows<String> rows = new PartitionedRows<>(request, TEXTS, random.nextInt(8));
      for (int i = 0; i < 5000; i++) {
        int key = random.nextInt(100);
        rows.add(Integer.hashCode(key), key + ":" + i);
      }
      int seen = 0;
      boolean[] keys = new boolean[100];
      for (PartitionedRows<String>.Partition part : rows.partitions()) {
        int[] last = new int[100];
        boolean[] here = new boolean[100];
        for (Iterator<String> each = part.rows(); each.hasNext(); ) {
          String[] parts = each.next().split(":");
          int key = Integer.parseInt(parts[0]);
          int number = Integer.parseInt(parts[1]) + 1;
          assertThat(number).isGreaterThan(last[key]);
          last[key] = number;
          here[key] = true;
          seen++;
        }
        for (int key = 0; key < 100; key++) {
          assertThat(keys[key] && here[key]).as("key " + key + " in two partitions").isFalse();
          keys[key] |= here[key];
        }
        part.done();
      }
      assertThat(seen).isEqualTo(5000);
      assertThat(space.openFiles()).isZero();
    }
  }
}
