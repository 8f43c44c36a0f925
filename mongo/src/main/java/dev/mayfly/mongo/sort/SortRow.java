package dev.mayfly.mongo.sort;

import dev.mayfly.mongo.bson.HeapSize;
import java.util.Comparator;
import org.bson.BsonValue;

/**
 * A value in a sort buffer.
 *
 * @param arrival its number in the input, which breaks ties
 */
public record SortRow<T>(BsonValue[] key, long arrival, T value) {
  private static final int ROW_BYTES = 80;

  /** The order of rows: by key, then by arrival. */
  public static <T> Comparator<SortRow<T>> order(Comparator<BsonValue[]> keys) {
    return (one, other) -> {
      int compared = keys.compare(one.key, other.key);
      return compared != 0 ? compared : Long.compare(one.arrival, other.arrival);
    };
  }

  /** Heap bytes of the row, with those of its value. */
  public long heapBytes(long valueBytes) {
    long size = ROW_BYTES + valueBytes;
    for (BsonValue each : key) {
      size += each == value ? 0 : HeapSize.ELEMENT + HeapSize.of(each);
    }
    return size;
  }
}
