package dev.mayfly.mongo.sort;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.HeapSize;
import java.util.Comparator;
import java.util.function.Supplier;
import org.bson.BsonValue;

/** A value in a sort buffer. Its key is found when it is needed. */
public final class SortRow<T> {
  private static final int ROW_BYTES = 104;

  private final long prefix;
  private final long rest;
  private final long arrival;
  private final T value;
  private final Supplier<BsonValue[]> later;
  private BsonValue[] key;

  public SortRow(BsonValue[] key, long arrival, T value) {
    this(key, 0, 0, arrival, value);
  }

  /**
   * @param prefix of the key, by which rows are compared first as unsigned numbers; 0 for none
   * @param rest what follows the prefix, by which they are compared next; 0 for nothing
   * @param arrival its number in the input, which breaks ties
   */
  public SortRow(BsonValue[] key, long prefix, long rest, long arrival, T value) {
    this(requireNonNull(key, "key"), null, prefix, rest, arrival, value);
  }

  /** A row whose key is asked for when it is needed. */
  SortRow(Supplier<BsonValue[]> key, long prefix, long rest, long arrival, T value) {
    this(null, requireNonNull(key, "key"), prefix, rest, arrival, value);
  }

  private SortRow(
      BsonValue[] key, Supplier<BsonValue[]> later, long prefix, long rest, long arrival, T value) {
    this.key = key;
    this.later = later;
    this.prefix = prefix;
    this.rest = rest;
    this.arrival = arrival;
    this.value = value;
  }

  public BsonValue[] key() {
    if (key == null) {
      key = later.get();
    }
    return key;
  }

  public long prefix() {
    return prefix;
  }

  public long rest() {
    return rest;
  }

  public long arrival() {
    return arrival;
  }

  public T value() {
    return value;
  }

  /** The order of rows: by key, then by arrival. */
  public static <T> Comparator<SortRow<T>> order(Comparator<BsonValue[]> keys) {
    return (one, other) -> {
      if (one.prefix != other.prefix) {
        return Long.compareUnsigned(one.prefix, other.prefix);
      }
      if (one.rest != other.rest) {
        return Long.compareUnsigned(one.rest, other.rest);
      }
      int compared = keys.compare(one.key(), other.key());
      return compared != 0 ? compared : Long.compare(one.arrival, other.arrival);
    };
  }

  /** Heap bytes of the row, with those of its value. */
  public long heapBytes(long valueBytes) {
    long size = ROW_BYTES + valueBytes;
    for (BsonValue each : key()) {
      size += each == value ? 0 : HeapSize.ELEMENT + HeapSize.of(each);
    }
    return size;
  }
}
