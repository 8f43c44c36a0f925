package dev.mayfly.mongo.changestream;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * A place in the operation log that clients carry: {@code {_data: hex}}. The order of the texts is
 * the order of the places.
 *
 * @param time log time of the change, or of the last commit for a place behind all changes
 * @param index of the change in its transaction; -1 for a place behind all changes of its time
 * @param fragment of a split event; 0 for a whole one
 */
record ResumeToken(long time, int index, Kind kind, int fragment, long lsn, long incarnation) {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final int BYTES = 8 + 4 + 1 + 4 + 8 + 8 + 1;
  private static final int MALFORMED = 40649;

  /** The last byte: another version may have other fields. */
  private static final byte VERSION = 1;

  /** What is at the place; later ones come after earlier ones of the same change. */
  enum Kind {
    EVENT,
    PLACE,
    INVALIDATE
  }

  String text() {
    ByteBuffer bytes =
        ByteBuffer.allocate(BYTES)
            .putLong(time)
            .putInt(index)
            .put((byte) kind.ordinal())
            .putInt(fragment)
            .putLong(lsn)
            .putLong(incarnation)
            .put(VERSION);
    return HEX.formatHex(bytes.array());
  }

  BsonDocument document() {
    return new BsonDocument("_data", new BsonString(text()));
  }

  ResumeToken fragment(int number) {
    return new ResumeToken(time, index, kind, number, lsn, incarnation);
  }

  static ResumeToken parse(BsonDocument document) {
    BsonValue data = document.get("_data");
    if (data == null || !data.isString()) {
      throw new MongoException(
          40647, "Bad resume token: _data of missing or of wrong type " + document.toJson());
    }
    byte[] bytes;
    try {
      bytes = HEX.parseHex(data.asString().getValue());
    } catch (IllegalArgumentException e) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "resume token string was not a valid hex string", e);
    }
    if (bytes.length != BYTES || bytes[BYTES - 1] != VERSION) {
      throw new MongoException(MALFORMED, "Resume token is not one of this server");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long time = buffer.getLong();
    int index = buffer.getInt();
    int kind = buffer.get();
    int fragment = buffer.getInt();
    long lsn = buffer.getLong();
    if (kind < 0 || kind >= Kind.values().length || fragment < 0 || lsn < 0) {
      throw new MongoException(MALFORMED, "Resume token is not one of this server");
    }
    return new ResumeToken(time, index, Kind.values()[kind], fragment, lsn, buffer.getLong());
  }
}
