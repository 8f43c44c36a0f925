package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.KeyBytes;
import dev.mayfly.engine.index.PathIndex;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonValue;

/** An item as it was found through an index. */
public final class IndexEntry {
  private final Item item;
  private final PathIndex index;
  private final byte[] key;
  private final Supplier<byte[]> continuation;

  public IndexEntry(Item item, PathIndex index, byte[] key, Supplier<byte[]> continuation) {
    this.item = requireNonNull(item, "item");
    this.index = requireNonNull(index, "index");
    this.key = requireNonNull(key, "key");
    this.continuation = requireNonNull(continuation, "continuation");
  }

  public Item item() {
    return item;
  }

  /**
   * The values of the key, numbers as the narrowest type that holds them; none if they are too
   * long. Not looked up in the body.
   */
  public List<BsonValue> values() {
    return KeyBytes.values(index, key);
  }

  /** With which the read resumes after this entry. */
  public byte[] continuation() {
    return continuation.get();
  }
}
