package dev.mayfly.storage.ratis;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.AppliedRows;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.storage.rocksdb.GroupReplicator.GroupRows;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What an entry of the log holds. The bytes are described in docs/internals/replication.md.
 *
 * @param kind what the body is about
 * @param term in which the entry was made; it counts only if the log has it in that very term
 * @param body what follows the header, from its position to its limit
 */
record LogRecord(Kind kind, long term, ByteBuffer body) {
  static final int VERSION = 1;
  static final int HEADER_BYTES = 2 + Long.BYTES;

  /** Longer groups are cut into parts, so that no entry is larger than this and its header. */
  static final int BODY_BYTES_MAX = 4 << 20;

  private static final int PART_HEADER_BYTES = 2 * Integer.BYTES;
  private static final byte PUT = 1;
  private static final byte DELETE = 2;
  private static final byte DELETE_RANGE = 3;

  /** What entries are about. */
  enum Kind {
    /** The rows of a group. */
    ROWS(1),
    /** A part of the rows of a group: they count when the last part is there. */
    PART(2),
    /** What a node says about itself. */
    NODE(3),
    /** The identity of the cluster, which its first leader gives. */
    CLUSTER(4),
    /** All nodes are to compute checksums of their rows as of this entry. */
    CHECKSUM(5),
    /** The leader of this term answers no more reads. */
    RELEASE(6),
    /** Nothing; it makes Ratis find out which entries before it other nodes have. */
    NOTHING(7);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }
  }

  static byte[] encode(Kind kind, long term, byte[] body) {
    return ByteBuffer.allocate(HEADER_BYTES + body.length)
        .put((byte) VERSION)
        .put(kind.code)
        .putLong(term)
        .put(body)
        .array();
  }

  /** The entries of a group: one, or its parts. */
  static List<byte[]> encode(long term, GroupRows rows) {
    Encoder encoder = new Encoder();
    rows.writeTo(encoder);
    byte[] body = encoder.bytes();
    if (body.length <= BODY_BYTES_MAX) {
      return List.of(encode(Kind.ROWS, term, body));
    }
    int room = BODY_BYTES_MAX - PART_HEADER_BYTES;
    int parts = (body.length + room - 1) / room;
    List<byte[]> records = new ArrayList<>(parts);
    for (int part = 0; part < parts; part++) {
      int from = part * room;
      int length = Math.min(room, body.length - from);
      byte[] bytes =
          ByteBuffer.allocate(PART_HEADER_BYTES + length)
              .putInt(part)
              .putInt(parts)
              .put(body, from, length)
              .array();
      records.add(encode(Kind.PART, term, bytes));
    }
    return records;
  }

  /**
   * @throws EngineException NEWER_FORMAT or CORRUPTED
   */
  static LogRecord decode(ByteBuffer bytes) {
    if (bytes.remaining() < HEADER_BYTES) {
      throw damaged("an entry of " + bytes.remaining() + " bytes");
    }
    int version = bytes.get();
    if (version > VERSION) {
      throw new EngineException(
          ErrorCode.NEWER_FORMAT,
          "The cluster's log has entries of version "
              + version
              + "; this program knows up to "
              + VERSION
              + ". Start a newer Mayfly on this node");
    }
    byte code = bytes.get();
    long term = bytes.getLong();
    for (Kind kind : Kind.values()) {
      if (kind.code == code && version == VERSION) {
        return new LogRecord(kind, term, bytes.slice());
      }
    }
    throw damaged("an entry of version " + version + " and kind " + code);
  }

  /** Of a {@link Kind#PART}: which one it is, from 0. */
  int part() {
    return body.getInt(0);
  }

  /** Of a {@link Kind#PART}: how many there are. */
  int parts() {
    return body.getInt(Integer.BYTES);
  }

  /** Of a {@link Kind#PART}: its share of the rows. */
  byte[] partBytes() {
    byte[] bytes = new byte[body.limit() - PART_HEADER_BYTES];
    body.get(PART_HEADER_BYTES, bytes);
    return bytes;
  }

  /** Reads the rows of a group. */
  static void readRows(ByteBuffer body, AppliedRows rows) {
    ByteBuffer in = body.duplicate();
    while (in.hasRemaining()) {
      byte operation = in.get();
      Table table = table(in.get());
      byte[] key = bytes(in);
      switch (operation) {
        case PUT -> rows.put(table, key, bytes(in));
        case DELETE -> rows.delete(table, key);
        case DELETE_RANGE -> rows.deleteRange(table, key, bytes(in));
        default -> throw damaged("a row with operation " + operation);
      }
    }
  }

  private static byte[] bytes(ByteBuffer in) {
    int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw damaged("a row that is longer than its entry");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** Codes are for ever; those of new tables follow. */
  static byte code(Table table) {
    return switch (table) {
      case META -> 1;
      case ITEMS -> 2;
      case FEED -> 3;
      case QUEUES -> 4;
      case UNIQUE -> 5;
      case COUNTS -> 6;
      case LOG -> 7;
      case EVENTS -> 8;
      case INDEX -> 9;
    };
  }

  static Table table(byte code) {
    for (Table table : Table.values()) {
      if (code(table) == code) {
        return table;
      }
    }
    throw damaged("a row of table " + code);
  }

  private static EngineException damaged(String what) {
    return new EngineException(
        ErrorCode.CORRUPTED,
        "The log has " + what + ". Replace this node: remove it, and add one with a new id");
  }

  /** Writes rows as bytes. */
  private static final class Encoder implements AppliedRows {
    private final Growing out = new Growing();

    private static final class Growing extends ByteArrayOutputStream {
      Growing() {
        super(4096);
      }

      void writeInt(int value) {
        write(value >>> 24);
        write(value >>> 16);
        write(value >>> 8);
        write(value);
      }
    }

    byte[] bytes() {
      return out.toByteArray();
    }

    @Override
    public void begin() {}

    @Override
    public void put(Table table, byte[] key, byte[] value) {
      row(PUT, table, key);
      field(value);
    }

    @Override
    public void delete(Table table, byte[] key) {
      row(DELETE, table, key);
    }

    @Override
    public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
      row(DELETE_RANGE, table, fromInclusive);
      field(toExclusive);
    }

    private void row(byte operation, Table table, byte[] key) {
      out.write(operation);
      out.write(code(table));
      field(key);
    }

    private void field(byte[] bytes) {
      out.writeInt(bytes.length);
      out.write(bytes, 0, bytes.length);
    }

    @Override
    public void end() {}
  }
}
