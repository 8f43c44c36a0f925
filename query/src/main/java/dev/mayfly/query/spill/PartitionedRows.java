package dev.mayfly.query.spill;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Rows in a file, divided by a hash of their keys: rows with equal keys are in one partition, in
 * the sequence of their addition. A partition that is still too large is divided again, by other
 * bits of the hash.
 *
 * @param <R> type of the rows
 */
public final class PartitionedRows<R> {
  /** How often rows can be divided: then all bits of their hashes have been used. */
  public static final int LEVELS_MAX = 8;

  private static final int PARTITION_BITS = 4;
  private static final int PARTITIONS = 1 << PARTITION_BITS;
  private static final int PAGE_BYTES = 32 << 10;

  /** What is held while rows are added. */
  public static final long HEAP_BYTES = (long) PARTITIONS * PAGE_BYTES;

  private final SpillFile file;
  private final int level;
  private final List<SpilledRows<R>> parts = new ArrayList<>();
  private int unread;

  /**
   * @param level 0, or one more than that of the partition whose rows these are
   */
  public PartitionedRows(RequestSpill spill, RowCodec<R> codec, int level) {
    if (level < 0 || level >= LEVELS_MAX) {
      throw new IllegalArgumentException("level: " + level);
    }
    requireNonNull(codec, "codec");
    this.level = level;
    this.file = spill.file();
    for (int i = 0; i < PARTITIONS; i++) {
      parts.add(new SpilledRows<>(file, codec, PAGE_BYTES));
    }
  }

  public void add(int keyHash, R row) {
    parts.get(partition(keyHash)).add(row);
  }

  private int partition(int keyHash) {
    int mixed = keyHash * 0x9E3779B9;
    mixed = (mixed ^ mixed >>> 16) * 0x85EBCA6B;
    mixed ^= mixed >>> 13;
    return mixed >>> level * PARTITION_BITS & PARTITIONS - 1;
  }

  public long bytes() {
    return file.lengthBytes();
  }

  /** One of the partitions that have rows. */
  public final class Partition {
    private final SpilledRows<R> rows;

    private Partition(SpilledRows<R> rows) {
      this.rows = rows;
    }

    public int level() {
      return level;
    }

    public Iterator<R> rows() {
      return rows.read();
    }

    /** Says that it is not read again; the file is gone with its last partition. */
    public void done() {
      if (--unread == 0) {
        file.close();
      }
    }
  }

  /** The partitions with rows; no row is added after this. */
  public List<Partition> partitions() {
    List<Partition> filled = new ArrayList<>();
    for (SpilledRows<R> each : parts) {
      each.finish();
      if (each.rows() > 0) {
        filled.add(new Partition(each));
      }
    }
    unread = filled.size();
    if (unread == 0) {
      file.close();
    }
    return filled;
  }
}
