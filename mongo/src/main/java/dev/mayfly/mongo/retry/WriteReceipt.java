package dev.mayfly.mongo.retry;

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

/** The durable record of the last transaction number of a session. */
public final class WriteReceipt {
  private static final byte FORMAT = 1;

  /** Of a transaction that was committed: there are no statements. */
  private static final byte TRANSACTION = 2;

  private static final int HEAD_BYTES = 1 + Long.BYTES + Long.BYTES;

  private final ExecutedStatements statements = new ExecutedStatements();
  private final Map<Integer, Image> images = new HashMap<>(2);
  private long number = -1;
  private boolean transaction;
  private int encodedBytes;

  /**
   * The recorded result of a findAndModify.
   *
   * @param existing whether the document existed
   * @param upsertedId null if none
   * @param document the returned image; null for none
   */
  public record Image(boolean existing, BsonValue upsertedId, LazyDocument document) {
    /**
     * @param shown the returned image; null for none
     */
    public static Image of(WriteOutcome outcome, Item shown, BsonValue upsertedId) {
      return new Image(
          outcome.before() != null,
          upsertedId,
          shown == null ? null : new LazyDocument(shown.document()));
    }
  }

  public long number() {
    return number;
  }

  /** Whether the number is that of a transaction. */
  public boolean isTransaction() {
    return transaction;
  }

  /** The receipt of a transaction that is committed with it. */
  public static byte[] ofTransaction(long number, long second) {
    WriteReceipt receipt = new WriteReceipt();
    receipt.beginTransaction(number);
    return receipt.encode(second);
  }

  /** Resets the record for the number of a transaction. */
  public void beginTransaction(long nextNumber) {
    begin(nextNumber);
    transaction = true;
  }

  /** Resets the record for another number. */
  public void begin(long nextNumber) {
    number = nextNumber;
    transaction = false;
    statements.clear();
    images.clear();
    encodedBytes = 0;
  }

  public ExecutedStatements statements() {
    return statements;
  }

  /** The images by statement id. */
  public Map<Integer, Image> images() {
    return Map.copyOf(images);
  }

  public void keep(int id, Image image) {
    images.put(id, image);
  }

  /** The second of the write. */
  public static long second(byte[] row) {
    if (row.length < HEAD_BYTES) {
      return 0;
    }
    boolean own = row[0] == FORMAT || row[0] == TRANSACTION;
    return own ? ByteBuffer.wrap(row).getLong(1 + Long.BYTES) : Long.MAX_VALUE;
  }

  public byte[] encode(long second) {
    byte[] bits = statements.bits();
    byte[] more = more();
    encodedBytes = bits.length + more.length;
    return ByteBuffer.allocate(HEAD_BYTES + Integer.BYTES + bits.length + more.length)
        .put(transaction ? TRANSACTION : FORMAT)
        .putLong(number)
        .putLong(second)
        .putInt(bits.length)
        .put(bits)
        .put(more)
        .array();
  }

  /** Estimated heap bytes. */
  public long bytes() {
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

  public static WriteReceipt decode(byte[] row) {
    WriteReceipt receipt = new WriteReceipt();
    ByteBuffer in = ByteBuffer.wrap(row);
    byte format = row.length < HEAD_BYTES + Integer.BYTES ? 0 : in.get();
    if (format != FORMAT && format != TRANSACTION) {
      throw new EngineException(
          ErrorCode.CORRUPTED, "What a write of a session left behind has an unknown format.");
    }
    receipt.transaction = format == TRANSACTION;
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
