package dev.mayfly.mongo.command.crud;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** What was done under the last number of a session, as the writes themselves leave it behind. */
final class WriteReceipt {
  /** One statement, which shows nothing: what most calls are. */
  private static final byte ONE = 1;

  private static final byte ANY = 2;
  private static final int HEAD_BYTES = 1 + Long.BYTES + Long.BYTES;
  private static final int ONE_BYTES = HEAD_BYTES + Integer.BYTES + 1;
  private static final int MATCHED = 1;
  private static final int MODIFIED = 1 << 1;

  private final DoneStatements statements = new DoneStatements();
  private final Map<Integer, Image> images = new HashMap<>(2);
  private long number = -1;
  private int encodedBytes;

  /**
   * What a statement answers that shows a document.
   *
   * @param existing whether the document was there before
   * @param upsertedId of the one that was made; null if none was
   * @param document as it is shown; null for none
   */
  record Image(boolean existing, BsonValue upsertedId, LazyDocument document) {}

  long number() {
    return number;
  }

  /** With another number all that was done is past. */
  void begin(long nextNumber) {
    number = nextNumber;
    statements.clear();
    images.clear();
    encodedBytes = 0;
  }

  DoneStatements statements() {
    return statements;
  }

  Image image(int id) {
    return images.get(id);
  }

  void keep(int id, Image image) {
    images.put(id, image);
  }

  /** The second when it was written. */
  static long second(byte[] row) {
    return row.length < HEAD_BYTES ? 0 : ByteBuffer.wrap(row).getLong(1 + Long.BYTES);
  }

  byte[] encode(long second) {
    int only = images.isEmpty() ? statements.only() : -1;
    if (only >= 0) {
      encodedBytes = ONE_BYTES;
      int flags =
          (statements.isMatched(only) ? MATCHED : 0) | (statements.isModified(only) ? MODIFIED : 0);
      return head(ONE, second, ONE_BYTES).putInt(only).put((byte) flags).array();
    }
    byte[] bits = statements.bits();
    byte[] more = more();
    encodedBytes = bits.length + more.length;
    return head(ANY, second, HEAD_BYTES + Integer.BYTES + bits.length + more.length)
        .putInt(bits.length)
        .put(bits)
        .put(more)
        .array();
  }

  private ByteBuffer head(byte format, long second, int length) {
    return ByteBuffer.allocate(length).put(format).putLong(number).putLong(second);
  }

  /** About how much it holds. */
  long bytes() {
    return encodedBytes;
  }

  private byte[] more() {
    BsonArray made = statements.upsertedIds();
    if (made.isEmpty() && images.isEmpty()) {
      return new byte[0];
    }
    BsonArray shown = new BsonArray();
    images.forEach((id, image) -> shown.add(document(id, image)));
    return BsonBytes.of(new BsonDocument("upserted", made).append("images", shown));
  }

  private static BsonDocument document(int id, Image image) {
    BsonDocument document =
        new BsonDocument("id", new BsonInt32(id))
            .append("existing", BsonBoolean.valueOf(image.existing()));
    if (image.upsertedId() != null) {
      document.append("upserted", image.upsertedId());
    }
    if (image.document() != null) {
      document.append("document", image.document());
    }
    return document;
  }

  static WriteReceipt decode(byte[] row) {
    WriteReceipt receipt = new WriteReceipt();
    ByteBuffer in = ByteBuffer.wrap(row);
    byte format = row.length < HEAD_BYTES + Integer.BYTES ? 0 : in.get();
    receipt.number = format == 0 ? -1 : in.getLong();
    switch (format) {
      case ONE -> receipt.decodeOne(in.position(HEAD_BYTES));
      case ANY -> receipt.decodeAny(in.position(HEAD_BYTES));
      default ->
          throw new EngineException(
              ErrorCode.CORRUPTED, "What a write of a session left behind has an unknown format.");
    }
    return receipt;
  }

  private void decodeOne(ByteBuffer in) {
    int id = in.getInt();
    int flags = in.get();
    statements.add(id, (flags & MATCHED) != 0, (flags & MODIFIED) != 0);
  }

  private void decodeAny(ByteBuffer in) {
    byte[] bits = new byte[in.getInt()];
    in.get(bits);
    statements.setBits(bits);
    if (in.hasRemaining()) {
      byte[] bson = new byte[in.remaining()];
      in.get(bson);
      BsonDocument more = new LazyDocument(bson);
      for (BsonValue each : more.getArray("upserted")) {
        BsonDocument made = each.asDocument();
        statements.upserted(made.getInt32("id").getValue(), made.get("made"));
      }
      for (BsonValue each : more.getArray("images")) {
        restore(each.asDocument());
      }
    }
  }

  private void restore(BsonDocument shown) {
    keep(
        shown.getInt32("id").getValue(),
        new Image(
            shown.getBoolean("existing").getValue(),
            shown.get("upserted"),
            (LazyDocument) shown.get("document")));
  }
}
