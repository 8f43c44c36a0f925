package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.compress.Compressor;
import java.util.List;
import org.bson.BsonDocument;

/**
 * A command as it came.
 *
 * @param fields the command's own document; its sequences lie beside it
 * @param database as an OP_QUERY names it; null if the fields tell it
 */
record Message(
    int requestId,
    int flags,
    LazyDocument fields,
    List<Sequence> sequences,
    String database,
    Compressor compressor) {
  static final int CHECKSUM_PRESENT = 1;
  static final int MORE_TO_COME = 1 << 1;
  static final int EXHAUST_ALLOWED = 1 << 16;

  private static final LazyDocument NOTHING = new LazyDocument(BsonBytes.of(new BsonDocument()));

  Message {
    requireNonNull(fields, "fields");
    sequences = List.copyOf(sequences);
  }

  /** Stands for one that could not be read, so that it can be answered. */
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

  /** Whether it is one of the old kind, which is answered in the old way. */
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
