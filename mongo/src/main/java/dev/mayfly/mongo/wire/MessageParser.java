package dev.mayfly.mongo.wire;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.Utf8;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.command.MongoVersion;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.bson.BsonDocument;

/** Parses a message and validates all its BSON. */
final class MessageParser {
  private static final int DEPTH_MAX = 200;
  private static final int SEQUENCES_MAX = 2;

  /** Maximum document size plus the command around it. */
  private static final int BODY_BYTES_MAX = MongoVersion.DOCUMENT_BYTES_MAX + (16 << 10);

  private static final int KNOWN_REQUIRED = Message.CHECKSUM_PRESENT | Message.MORE_TO_COME;
  private static final int REQUIRED = 0xFFFF;

  private static final int BODY = 0;
  private static final int SEQUENCE = 1;

  private final byte[] bytes;
  private final int requestId;
  private int position = MessageReader.HEADER_BYTES;
  private int end;
  private LazyDocument body;
  private List<DocumentSequence> sequences = List.of();

  private MessageParser(byte[] bytes) {
    this.bytes = bytes;
    this.requestId = LittleEndian.int32(bytes, 4);
    this.end = bytes.length;
  }

  /**
   * @throws MongoException if the request is invalid but the connection remains usable
   * @throws WireException if it does not
   */
  static Message parse(byte[] bytes) {
    try {
      return new MessageParser(bytes).message(opcode(bytes));
    } catch (EngineException e) {
      throw new MongoException(ErrorCodes.INVALID_BSON, e.getMessage(), e);
    }
  }

  static int opcode(byte[] bytes) {
    return LittleEndian.int32(bytes, 12);
  }

  /** Whether {@code moreToCome} is set in the header of a message. */
  static boolean saysNoReply(byte[] bytes) {
    return opcode(bytes) == Opcodes.MSG
        && (LittleEndian.int32(bytes, MessageReader.HEADER_BYTES) & Message.MORE_TO_COME) != 0;
  }

  private Message message(int opcode) {
    return switch (opcode) {
      case Opcodes.MSG -> msg();
      case Opcodes.QUERY -> query();
      default -> throw new WireException("messages of kind " + opcode + " are not spoken here");
    };
  }

  private Message msg() {
    int flags = int32();
    if ((flags & REQUIRED & ~KNOWN_REQUIRED) != 0) {
      throw new WireException(
          new MongoException(
              ErrorCodes.ILLEGAL_OP_MSG_FLAG,
              "Message contains illegal flags value: Ob"
                  + Integer.toBinaryString(flags & REQUIRED)));
    }
    if ((flags & Message.CHECKSUM_PRESENT) != 0) {
      check();
    }
    while (position < end) {
      section(uint8());
    }
    if (body == null) {
      throw new MongoException(40587, "OP_MSG messages must have a body");
    }
    for (DocumentSequence sequence : sequences) {
      if (body.containsKey(sequence.name())) {
        throw new MongoException(
            40433, "Duplicate field between body and document sequence " + sequence.name());
      }
    }
    return new Message(requestId, flags, body, sequences, null, null);
  }

  private void check() {
    end -= Integer.BYTES;
    if (end < position) {
      throw malformed("The message is too short for its checksum");
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, end);
    if ((int) crc.getValue() != LittleEndian.int32(bytes, end)) {
      throw new WireException(
          new MongoException(
              ErrorCodes.CHECKSUM_MISMATCH, "OP_MSG checksum does not match contents"));
    }
  }

  private void section(int kind) {
    switch (kind) {
      case BODY -> {
        if (body != null) {
          throw new MongoException(40430, "Multiple body sections in message");
        }
        body = document(end);
      }
      case SEQUENCE -> sequence();
      default -> throw new MongoException(40432, "Unknown section kind " + kind);
    }
  }

  private void sequence() {
    if (sequences.size() == SEQUENCES_MAX) {
      throw new WireException(
          new MongoException(
              ErrorCodes.TOO_MANY_DOCUMENT_SEQUENCES, "Too many document sequences in OP_MSG"));
    }
    int start = position;
    int size = int32();
    if (size < Integer.BYTES + 1 || size > end - start) {
      throw malformed("A document sequence can't have " + size + " bytes here");
    }
    int sequenceEnd = start + size;
    String name = cstring(sequenceEnd);
    for (DocumentSequence each : sequences) {
      if (each.name().equals(name)) {
        throw new MongoException(40431, "Duplicate document sequence: " + name);
      }
    }
    int first = position;
    int count = 0;
    while (position < sequenceEnd) {
      validated(sequenceEnd);
      count++;
    }
    if (count > MongoVersion.WRITE_BATCH_MAX) {
      // Checked before the command decodes the documents.
      throw new MongoException(
          ErrorCodes.INVALID_LENGTH,
          "Write batch sizes must be between 1 and %s. Got %s operations."
              .formatted(MongoVersion.WRITE_BATCH_MAX, count));
    }
    DocumentSequence sequence = new DocumentSequence(name, bytes, first, sequenceEnd, count);
    if (sequences.isEmpty()) {
      sequences = List.of(sequence);
    } else {
      sequences = new ArrayList<>(sequences);
      sequences.add(sequence);
    }
  }

  private Message query() {
    int32();
    String collection = cstring(end);
    int32();
    int32();
    LazyDocument query = document(end);
    if (position < end) {
      // The returnFieldsSelector, which does not apply to commands.
      document(end);
    }
    if (!collection.endsWith(".$cmd") || position != end) {
      throw new WireException("OP_QUERY is only spoken for commands");
    }
    if (query.get("$query") instanceof BsonDocument inner) {
      query = (LazyDocument) inner;
    }
    String database = collection.substring(0, collection.length() - ".$cmd".length());
    return new Message(requestId, 0, query, List.of(), database, null);
  }

  private LazyDocument document(int limit) {
    int start = position;
    validated(limit);
    if (position - start > BODY_BYTES_MAX) {
      throw new MongoException(
          ErrorCodes.BSON_OBJECT_TOO_LARGE,
          "BSONObj size: %s is invalid. Size must be between 0 and %s(16MB)"
              .formatted((position - start), BODY_BYTES_MAX));
    }
    return new LazyDocument(RawBson.documentAt(bytes, start, position - start));
  }

  private void validated(int limit) {
    if (limit - position < RawBson.MIN_DOCUMENT_BYTES) {
      throw malformed("A document is cut off");
    }
    int length = LittleEndian.int32(bytes, position);
    if (length < RawBson.MIN_DOCUMENT_BYTES || length > limit - position) {
      throw malformed("A document can't have " + length + " bytes here");
    }
    RawBson.validate(bytes, position, length, DEPTH_MAX);
    position += length;
  }

  private int int32() {
    if (end - position < Integer.BYTES) {
      throw malformed("The message is cut off");
    }
    int value = LittleEndian.int32(bytes, position);
    position += Integer.BYTES;
    return value;
  }

  private int uint8() {
    return bytes[position++] & 0xFF;
  }

  private String cstring(int limit) {
    int start = position;
    while (position < limit && bytes[position] != 0) {
      position++;
    }
    if (position == limit || Utf8.firstInvalid(bytes, start, position) >= 0) {
      throw malformed("A name does not end or is not valid UTF-8");
    }
    return new String(bytes, start, position++ - start, StandardCharsets.UTF_8);
  }

  private static MongoException malformed(String why) {
    return new MongoException(ErrorCodes.INVALID_BSON, why);
  }
}
