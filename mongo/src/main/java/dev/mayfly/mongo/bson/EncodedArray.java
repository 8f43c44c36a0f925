package dev.mayfly.mongo.bson;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;

/**
 * An array as bytes, decoded when an element is asked for: what is only counted or written again is
 * never an object. Immutable; used by one thread.
 */
public final class EncodedArray extends ListedArray {
  /** What a decoded element takes beside its bytes, rather too much than too little. */
  private static final int ELEMENT_BYTES = 80;

  private final byte[] bytes;
  private final int size;
  private BsonArray decoded;

  /**
   * @param bytes of a valid BSON array
   * @param size how many elements there are
   */
  public EncodedArray(byte[] bytes, int size) {
    this.bytes = requireNonNull(bytes, "bytes");
    this.size = size;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Estimated heap bytes, as if it were decoded. */
  long heapBytes() {
    return 2L * bytes.length + (long) ELEMENT_BYTES * size;
  }

  @Override
  public List<BsonValue> getValues() {
    if (decoded == null) {
      decoded = LargeArray.ofSize(size);
      for (RawCursor cursor = RawBson.root(bytes).elements(); cursor.next(); ) {
        decoded.add(LazyDocument.valueOf(cursor));
      }
    }
    return decoded.getValues();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isEmpty() {
    return size == 0;
  }

  @Override
  public String toString() {
    return "EncodedArray{size=" + size + '}';
  }
}
