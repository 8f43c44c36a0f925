package dev.mayfly.query.buffer;

import static java.util.Objects.requireNonNull;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * The different keys that were added, on the heap, in the order of their first addition. Not thread
 * safe.
 *
 * @param <K> type of the keys
 */
public final class DistinctBuffer<K> implements Iterable<K> {
  private final ToLongFunction<? super K> keyBytes;
  private final LongConsumer memory;
  private final Set<K> keys = new LinkedHashSet<>();

  /**
   * @param keyBytes what a key takes on the heap
   * @param memory is charged with it
   */
  public DistinctBuffer(ToLongFunction<? super K> keyBytes, LongConsumer memory) {
    this.keyBytes = requireNonNull(keyBytes, "keyBytes");
    this.memory = requireNonNull(memory, "memory");
  }

  /** Adds a key; false if it was there. */
  public boolean add(K key) {
    if (!keys.add(key)) {
      return false;
    }
    memory.accept(keyBytes.applyAsLong(key));
    return true;
  }

  public boolean contains(K key) {
    return keys.contains(key);
  }

  public int size() {
    return keys.size();
  }

  @Override
  public Iterator<K> iterator() {
    return keys.iterator();
  }
}
