package dev.mayfly.mongo.command.crud;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
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
  private static final byte FORMAT = 1;
  private static final int HEAD_BYTES = 1 + Long.BYTES + Long.BYTES;

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
  record Image(boolean existing, BsonValue upsertedId, LazyDocument document) {
    /**
     * @param shown what the answer shows; null for nothing
     */
    static Image of(WriteOutcome outcome, Item shown, BsonValue upsertedId) {
      return new Image(
          outcome.before() != null,
          upsertedId,
          shown == null ? null : new LazyDocument(shown.document()));
    }
  }

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

  /** As they are now, by the numbers of their statements. */
  Map<Integer, Image> images() {
    return Map.copyOf(images);
  }

  void keep(int id, Image image) {
    images.put(id, image);
  }

  /** The second when it was written. */
  static long second(byte[] row) {
    return row.length < HEAD_BYTES ? 0 : ByteBuffer.wrap(row).getLong(1 + Long.BYTES);
  }

  byte[] encode(long second) {
    byte[] bits = statements.bits();
    byte[] more = more();
    encodedBytes = bits.length + more.length;
    return ByteBuffer.allocate(HEAD_BYTES + Integer.BYTES + bits.length + more.length)
        .put(FORMAT)
        .putLong(number)
        .putLong(second)
        .putInt(bits.length)
        .put(bits)
        .put(more)
        .array();
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
    if (row.length < HEAD_BYTES + Integer.BYTES || in.get() != FORMAT) {
      throw new EngineException(
          ErrorCode.CORRUPTED, "What a write of a session left behind has an unknown format.");
    }
    receipt.number = in.getLong();
    byte[] bits = new byte[in.position(HEAD_BYTES).getInt()];
    in.get(bits);
    receipt.statements.setBits(bits);
    if (in.hasRemaining()) {
      byte[] bson = new byte[in.remaining()];
      in.get(bson);
      BsonDocument more = new LazyDocument(bson);
      for (BsonValue each : more.getArray("upserted")) {
        BsonDocument made = each.asDocument();
        receipt.statements.upserted(made.getInt32("id").getValue(), made.get("made"));
      }
      for (BsonValue each : more.getArray("images")) {
        receipt.restore(each.asDocument());
      }
    }
    return receipt;
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
