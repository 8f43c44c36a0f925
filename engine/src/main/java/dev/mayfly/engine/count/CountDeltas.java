package dev.mayfly.engine.count;

import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.Damage;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** What a write or a group of writes adds to counts: rows of level 0, totals, partitions. */
public final class CountDeltas {
  private final Map<CountKey, Tally> changes = new HashMap<>();

  /** Adds to the bucket of one second; the total of the set follows from it. */
  public void addAt(int container, int set, long second, int items, long bytes) {
    add(CountKeys.bucket(container, set, 0, second), items, bytes);
  }

  /** Adds to a set that has no buckets. */
  public void addTotal(int container, int set, int items, long bytes) {
    add(CountKeys.total(container, set), items, bytes);
  }

  public void addPartition(int container, byte[] partition, int items, long bytes) {
    add(CountKeys.partition(container, partition), items, bytes);
  }

  private void add(byte[] key, long items, long bytes) {
    changes.merge(new CountKey(key), new Tally(items, bytes), Tally::plus);
  }

  void add(CountKey key, Tally tally) {
    changes.merge(key, tally, Tally::plus);
  }

  /** Adds all that another one holds. */
  public void addAll(CountDeltas other) {
    other.changes.forEach(this::add);
  }

  /** Bytes of a container's items in these deltas. */
  public long bytesOf(int container) {
    long bytes = 0;
    for (Map.Entry<CountKey, Tally> change : changes.entrySet()) {
      byte[] key = change.getKey().bytes();
      boolean counted = CountKeys.isBucket(key) || CountKeys.isTotal(key);
      if (counted
          && CountKeys.containerOf(key) == container
          && CountKeys.setOf(key) < CountKeys.SET_LOG) {
        bytes += change.getValue().bytes();
      }
    }
    return bytes;
  }

  /** Bytes of a logical partition in these deltas. */
  public long bytesOf(int container, byte[] partition) {
    return changes
        .getOrDefault(new CountKey(CountKeys.partition(container, partition)), Tally.ZERO)
        .bytes();
  }

  /** Shows each key of the COUNTS table that changes, and by how much. */
  public void forEach(BiConsumer<byte[], Tally> action) {
    changes.forEach((key, tally) -> action.accept(key.bytes(), tally));
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  Map<CountKey, Tally> changes() {
    return changes;
  }

  /** One row for the whole group, committed at that LSN. */
  public byte[] encode(long lsn) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(8 + changes.size() * 24);
    out.writeBytes(Bytes.ofLong(lsn));
    changes.forEach(
        (key, tally) -> {
          if (tally.items() != 0 || tally.bytes() != 0) {
            writeNumber(out, key.bytes().length);
            out.writeBytes(key.bytes());
            writeNumber(out, tally.items());
            writeNumber(out, tally.bytes());
          }
        });
    return out.toByteArray();
  }

  /** The LSN at which a row of deltas was committed. */
  public static long lsnOf(byte[] row) {
    return Bytes.getLong(row, 0);
  }

  public static CountDeltas decode(byte[] row) {
    CountDeltas deltas = new CountDeltas();
    ByteBuffer in = ByteBuffer.wrap(Bytes.tail(row, 8));
    try {
      while (in.hasRemaining()) {
        long length = readNumber(in);
        if (length < 0 || length > in.remaining()) {
          throw Damage.of("A row of counts");
        }
        byte[] key = new byte[(int) length];
        in.get(key);
        deltas.add(new CountKey(key), new Tally(readNumber(in), readNumber(in)));
      }
    } catch (BufferUnderflowException e) {
      throw Damage.of("A row of counts");
    }
    return deltas;
  }

  /** Seven bits a byte, the sign in the lowest bit. */
  private static void writeNumber(ByteArrayOutputStream out, long number) {
    long rest = number << 1 ^ number >> 63;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static long readNumber(ByteBuffer in) {
    long rest = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      rest |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return rest >>> 1 ^ -(rest & 1);
      }
    }
  }
}
