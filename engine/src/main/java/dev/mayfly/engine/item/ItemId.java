package dev.mayfly.engine.item;

import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Arrays;
import org.bson.BsonString;
import org.bson.BsonValue;

/** An item's id: any BSON value, as typed, order-preserving bytes. */
public final class ItemId {
  /** The id stands in every row of an item; larger ones are refused. */
  public static final int BYTES_MAX = 4096;

  private final byte[] bytes;

  private ItemId(byte[] bytes) {
    if (bytes.length > BYTES_MAX) {
      throw new EngineException(
          ErrorCode.TOO_LARGE,
          "The id takes " + bytes.length + " bytes; at most " + BYTES_MAX + " are allowed.");
    }
    this.bytes = bytes;
  }

  public static ItemId of(String id) {
    return of(new BsonString(id));
  }

  public static ItemId of(BsonValue id) {
    return new ItemId(KeyEncoder.encode(id));
  }

  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ItemId that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return KeyEncoder.decode(bytes).toString();
  }
}
