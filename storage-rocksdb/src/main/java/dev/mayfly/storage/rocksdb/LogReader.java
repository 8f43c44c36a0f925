package dev.mayfly.storage.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads one write-ahead log of RocksDB: blocks of 32 KiB, in which records stand as one fragment or
 * as several, each with a checksum. What can't be read is returned as an entry too, and reading
 * continues with the next block.
 *
 * <pre>
 *   fragment  | checksum 4 | length 2 | type 1 | bytes |          little-endian
 *   record    | number of its first row 8 | rows 4 | rows ... |   a batch, committed whole
 * </pre>
 */
final class LogReader {
  /** What a batch begins with: the number of its first row, and how many rows it has. */
  static final int BATCH_HEADER = 12;

  private static final int BLOCK_BYTES = 32 << 10;
  private static final int FRAGMENT_HEADER = 7;

  /** So much of a record is kept; the rest is only verified. */
  private static final int HEAD_BYTES = 64;

  private static final int CHECKSUM_MASK = 0xa282ead8;

  private static final int ZERO = 0;
  private static final int FULL = 1;
  private static final int FIRST = 2;
  private static final int MIDDLE = 3;
  private static final int LAST = 4;
  private static final int PREDECESSOR = 130;
  private static final int PREDECESSOR_BYTES = 24;

  enum Kind {
    RECORD,
    /** What a log says about the one before it. */
    PREDECESSOR,
    DAMAGE
  }

  /**
   * @param offset where it begins in the file
   * @param reason what is wrong, if it is damage
   * @param head the first bytes of a record
   */
  record Entry(Kind kind, long offset, String reason, byte[] head) {
    private long number(int at) {
      return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
    }

    long firstRow() {
      return number(0);
    }

    long rows() {
      return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(8) & 0xffffffffL;
    }

    long predecessorLog() {
      return number(0);
    }

    /** The first row of the last record in the log before; 0 if it had none. */
    long lastRecordRow() {
      return number(16);
    }
  }

  private final InputStream in;
  private final byte[] block = new byte[BLOCK_BYTES];
  private final ByteBuffer numbers = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C checksum = new CRC32C();
  private final byte[] head = new byte[HEAD_BYTES];
  private int headLength;
  private boolean inRecord;
  private long recordStart;
  private long blockStart = -BLOCK_BYTES;
  private int limit = BLOCK_BYTES;
  private int position = BLOCK_BYTES;

  /** After damage, fragments of the record it was in are passed over. */
  private boolean afterDamage;

  private Entry next;

  LogReader(InputStream in) {
    this.in = in;
  }

  /** The next entry, or null at the end of the log. */
  Entry next() throws IOException {
    Entry entry = next;
    next = null;
    while (entry == null) {
      if (limit - position < FRAGMENT_HEADER) {
        boolean cut = position < limit && limit < BLOCK_BYTES;
        if (cut || !readBlock()) {
          return endOfLog(cut);
        }
      } else {
        entry = fragment();
      }
    }
    return entry;
  }

  private Entry endOfLog(boolean cut) {
    long at = inRecord ? recordStart : blockStart + position;
    boolean damaged = cut || inRecord;
    position = limit;
    inRecord = false;
    return damaged ? damage(at, "the log ends within a record") : null;
  }

  private boolean readBlock() throws IOException {
    if (limit < BLOCK_BYTES) {
      return false;
    }
    blockStart += BLOCK_BYTES;
    limit = in.readNBytes(block, 0, BLOCK_BYTES);
    position = 0;
    return limit > 0;
  }

  /** Reads a fragment; returns an entry if one is complete with it. */
  private Entry fragment() {
    int at = position;
    long offset = blockStart + at;
    int length = numbers.getShort(at + 4) & 0xffff;
    int type = block[at + 6] & 0xff;
    int end = at + FRAGMENT_HEADER + length;
    if (end > limit && limit < BLOCK_BYTES) {
      return endOfLog(true);
    }
    if (type == ZERO && length == 0) {
      return skipBlock(offset, "zeros in place of a record");
    }
    if (end > limit || !hasChecksum(at, end)) {
      return skipBlock(offset, "checksum mismatch");
    }
    position = end;
    return entry(type, offset, at + FRAGMENT_HEADER, end);
  }

  private boolean hasChecksum(int at, int end) {
    checksum.reset();
    checksum.update(block, at + 6, end - at - 6);
    int plain = (int) checksum.getValue();
    return numbers.getInt(at) == Integer.rotateRight(plain, 15) + CHECKSUM_MASK;
  }

  private Entry skipBlock(long offset, String reason) {
    long at = inRecord ? recordStart : offset;
    position = limit;
    inRecord = false;
    afterDamage = true;
    return damage(at, reason);
  }

  private Entry entry(int type, long offset, int from, int end) {
    switch (type) {
      case FULL:
        return complete(begin(offset), from, end);
      case FIRST:
        Entry lost = begin(offset);
        inRecord = true;
        keep(from, end);
        return lost;
      case MIDDLE:
      case LAST:
        if (!inRecord) {
          return afterDamage ? null : damage(offset, "a record without its beginning");
        }
        if (type == MIDDLE) {
          keep(from, end);
          return null;
        }
        inRecord = false;
        return complete(null, from, end);
      case PREDECESSOR:
        return end - from == PREDECESSOR_BYTES
            ? new Entry(Kind.PREDECESSOR, offset, null, Arrays.copyOfRange(block, from, end))
            : damage(offset, "an entry of an unknown form");
      default:
        return damage(offset, "an entry of the unknown type " + type);
    }
  }

  /** Begins a record; returns the damage if the one before has no end. */
  private Entry begin(long offset) {
    Entry lost = inRecord ? damage(recordStart, "a record without its end") : null;
    inRecord = false;
    afterDamage = false;
    recordStart = offset;
    headLength = 0;
    return lost;
  }

  private void keep(int from, int end) {
    int kept = Math.min(end - from, HEAD_BYTES - headLength);
    System.arraycopy(block, from, head, headLength, kept);
    headLength += kept;
  }

  private Entry complete(Entry lost, int from, int end) {
    keep(from, end);
    Entry record =
        headLength < BATCH_HEADER
            ? damage(recordStart, "a record too short to be a batch")
            : new Entry(Kind.RECORD, recordStart, null, Arrays.copyOf(head, headLength));
    if (lost == null) {
      return record;
    }
    next = record;
    return lost;
  }

  private static Entry damage(long offset, String reason) {
    return new Entry(Kind.DAMAGE, offset, reason, new byte[0]);
  }
}
