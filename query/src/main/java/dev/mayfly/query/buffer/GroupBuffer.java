package dev.mayfly.query.buffer;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * The groups of a query by their keys, on the heap: all of them in the order in which they were
 * added, or those with the first keys in an order. Groups are looked up by key and returned once,
 * in sequence. Not thread safe.
 *
 * @param <K> type of the keys
 * @param <G> type of the groups
 */
public final class GroupBuffer<K, G> {
  private final Map<K, G> groups;
  private final TreeMap<K, G> ordered;
  private final long limit;
  private final ToLongFunction<? super G> groupBytes;
  private final LongConsumer memory;
  private boolean cut;
  private long evictions;

  private GroupBuffer(
      TreeMap<K, G> ordered,
      long limit,
      ToLongFunction<? super G> groupBytes,
      LongConsumer memory) {
    this.ordered = ordered;
    this.groups = ordered == null ? new LinkedHashMap<>() : ordered;
    this.limit = limit;
    this.groupBytes = requireNonNull(groupBytes, "groupBytes");
    this.memory = requireNonNull(memory, "memory");
  }

  /**
   * All groups.
   *
   * @param groupBytes what a new group takes on the heap
   * @param memory is charged with it
   */
  public static <K, G> GroupBuffer<K, G> ofAll(
      ToLongFunction<? super G> groupBytes, LongConsumer memory) {
    return new GroupBuffer<>(null, Long.MAX_VALUE, groupBytes, memory);
  }

  /**
   * The groups with the first keys.
   *
   * @param limit how many
   * @param groupBytes what a group takes on the heap; the same when it is dropped
   */
  public static <K, G> GroupBuffer<K, G> ofFirst(
      Comparator<? super K> order,
      long limit,
      ToLongFunction<? super G> groupBytes,
      LongConsumer memory) {
    return new GroupBuffer<>(new TreeMap<>(order), limit, groupBytes, memory);
  }

  /** The group of a key; null if there is none. */
  public G find(K key) {
    return groups.get(key);
  }

  /**
   * Whether a group with a new key is among the first; the last group is dropped for it if there
   * are too many.
   */
  public boolean makeRoom(K key) {
    if (groups.size() < limit) {
      return true;
    }
    cut = true;
    if (groups.isEmpty() || ordered.comparator().compare(key, ordered.lastKey()) > 0) {
      return false;
    }
    memory.accept(-groupBytes.applyAsLong(ordered.pollLastEntry().getValue()));
    evictions++;
    return true;
  }

  /** Adds a group with a new key, for which there is room. */
  public void add(K key, G group) {
    memory.accept(groupBytes.applyAsLong(group));
    groups.put(key, group);
  }

  /** Whether there are groups after those that are kept. */
  public boolean isCut() {
    return cut;
  }

  /** How many groups were dropped. */
  public long evictions() {
    return evictions;
  }

  /** Forgets all groups; what they take is released by the caller. */
  public void clear() {
    groups.clear();
  }

  public void forEach(BiConsumer<? super K, ? super G> consumer) {
    groups.forEach(consumer);
  }

  public Iterable<G> groups() {
    return groups.values();
  }
}
