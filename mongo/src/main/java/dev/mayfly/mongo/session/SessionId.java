package dev.mayfly.mongo.session;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;

/**
 * A session id: a UUID and its owner, as two users may choose the same UUID.
 *
 * @param owner the user's full name; empty without authentication
 */
public record SessionId(long first, long second, String owner) {
  private static final int BYTES = 16;
  private static final byte[] ID = {'i', 'd'};

  /** Length, type, name, the UUID with its length and subtype, terminator. */
  private static final int DOCUMENT_BYTES = 4 + 1 + 3 + 5 + BYTES + 1;

  /** Reads {@code {id: UUID}}. */
  public static SessionId of(RawValue lsid, String owner) {
    RawValue id = lsid.find(ID);
    if (id == null) {
      throw FieldErrors.missing("OperationSessionInfo.lsid.id");
    }
    if (id.type() != RawType.BINARY
        || id.length() != Integer.BYTES + 1 + BYTES
        || id.bytes()[id.offset() + Integer.BYTES] != BsonBinarySubType.UUID_STANDARD.getValue()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH, "BSON field 'lsid.id' is not a UUID of 16 bytes");
    }
    int offset = id.offset() + Integer.BYTES + 1;
    SessionId named =
        new SessionId(
            LittleEndian.int64(id.bytes(), offset),
            LittleEndian.int64(id.bytes(), offset + Long.BYTES),
            owner);
    // Usually the id is the only field.
    return lsid.length() == DOCUMENT_BYTES ? named : checked(lsid, named);
  }

  private static SessionId checked(RawValue lsid, SessionId named) {
    for (RawCursor cursor = lsid.elements(); cursor.next(); ) {
      if (!isKnown(cursor.name())) {
        throw FieldErrors.unknown("lsid." + cursor.name());
      }
    }
    return named;
  }

  private static boolean isKnown(String name) {
    return name.equals("id")
        || name.equals("uid")
        || name.equals("txnNumber")
        || name.equals("txnUUID");
  }

  /** UUID and owner as bytes. */
  public byte[] toBytes() {
    byte[] ownerUtf8 = owner.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(BYTES + ownerUtf8.length)
        .putLong(first)
        .putLong(second)
        .put(ownerUtf8)
        .array();
  }

  public BsonDocument toDocument() {
    byte[] bytes =
        ByteBuffer.allocate(BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(first)
            .putLong(second)
            .array();
    return new BsonDocument("id", new BsonBinary(BsonBinarySubType.UUID_STANDARD, bytes));
  }
}
