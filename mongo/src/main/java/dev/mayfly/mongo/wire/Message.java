package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.compress.Compressor;
import dev.mayfly.net.limit.ByteBudget;
import java.util.List;
import org.bson.BsonDocument;

/**
 * A parsed request message.
 *
 * @param fields the body document, without sequences
 * @param database of an OP_QUERY; null for OP_MSG
 */
record Message(
    int requestId,
    int flags,
    LazyDocument fields,
    List<DocumentSequence> sequences,
    String database,
    Compressor compressor) {
  static final int CHECKSUM_PRESENT = 1;
  static final int MORE_TO_COME = 1 << 1;
  static final int EXHAUST_ALLOWED = 1 << 16;

  /** The document sequence of {@code insert}. */
  private static final String INSERTED = "documents";

  private static final LazyDocument NOTHING = new LazyDocument(BsonBytes.of(new BsonDocument()));

  Message {
    requireNonNull(fields, "fields");
    sequences = List.copyOf(sequences);
  }

  /** A placeholder for an invalid message, so that it can be answered. */
  static Message unread(byte[] bytes) {
    return new Message(
        LittleEndian.int32(bytes, 4),
        0,
        NOTHING,
        List.of(),
        MessageParser.opcode(bytes) == Opcodes.QUERY ? "" : null,
        null);
  }

  BsonDocument body() {
    return sequences.isEmpty() ? fields : new CommandBody(fields, sequences);
  }

  /**
   * Estimated heap bytes of parsing: the whole body, and the largest of the operations in
   * sequences, which are parsed one at a time. Documents to insert stay bytes. 0 if small.
   */
  long parsedBytes() {
    long parsed = 0;
    if (isLarge(fields.raw().length())) {
      for (RawCursor cursor = fields.raw().elements(); cursor.next(); ) {
        RawValue value = cursor.value();
        if (value.type() == RawType.DOCUMENT || value.type() == RawType.ARRAY) {
          parsed += cursor.name().equals(INSERTED) ? 0 : HeapSize.parsed(value);
        }
      }
    }
    for (DocumentSequence sequence : sequences) {
      parsed += sequence.name().equals(INSERTED) ? 0 : sequence.largestParsedBytes();
    }
    return parsed;
  }

  static boolean isLarge(int bytes) {
    return bytes > ByteBudget.SMALL_BYTES;
  }

  /** Whether it is an OP_QUERY, which is answered with OP_REPLY. */
  boolean isQuery() {
    return database != null;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  Message compressedBy(Compressor other) {
    return new Message(requestId, flags, fields, sequences, database, other);
  }
}
