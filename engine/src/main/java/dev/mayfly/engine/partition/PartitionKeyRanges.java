package dev.mayfly.engine.partition;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The ranges of a container's effective partition keys, in their order. Together they are the whole
 * hash space, and none overlaps another. A range that is split is replaced by two others.
 */
public final class PartitionKeyRanges {
  /** Each takes some bytes of the container's definition, which every change of it writes. */
  public static final int MAX = 1000;

  /** One range of all keys, as containers have that ask for no more. */
  public static final PartitionKeyRanges ONE =
      new PartitionKeyRanges(List.of(new PartitionKeyRange(0, EpkRange.FULL, List.of())), 1);

  private final List<PartitionKeyRange> list;
  private final int nextId;

  /**
   * @param list in the order of their keys
   * @param nextId the id of the next range
   */
  public PartitionKeyRanges(List<PartitionKeyRange> list, int nextId) {
    this.list = List.copyOf(list);
    this.nextId = nextId;
    byte[] end = EpkRange.FULL.minInclusive();
    for (PartitionKeyRange range : list) {
      if (!Arrays.equals(range.keys().minInclusive(), end) || range.id() >= nextId) {
        throw new IllegalArgumentException("ranges " + list + ", next " + nextId);
      }
      end = range.keys().maxExclusive();
    }
    if (!Arrays.equals(end, EpkRange.FULL.maxExclusive())) {
      throw new IllegalArgumentException("ranges " + list + " do not end with the hash space");
    }
  }

  /** Ranges of equal width; one if there is no partition key by which to divide. */
  public static PartitionKeyRanges evenly(PartitionKeyDefinition definition, int count) {
    checkCount(count);
    if (count == 1 || definition.paths().isEmpty()) {
      return ONE;
    }
    HashSpace space = new HashSpace(definition);
    List<PartitionKeyRange> ranges =
        IntStream.range(0, count)
            .mapToObj(
                i -> {
                  EpkRange keys = new EpkRange(space.bound(i, count), space.bound(i + 1, count));
                  return new PartitionKeyRange(i, keys, List.of());
                })
            .toList();
    return new PartitionKeyRanges(ranges, count);
  }

  private static void checkCount(int count) {
    if (count < 1 || count > MAX) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "A container has 1 to " + MAX + " partition key ranges, not " + count + ".");
    }
  }

  public List<PartitionKeyRange> list() {
    return list;
  }

  public int size() {
    return list.size();
  }

  /** The id that the next range will get; it grows with every split. */
  public int nextId() {
    return nextId;
  }

  /** The range with that id, or null. */
  public PartitionKeyRange get(int id) {
    for (PartitionKeyRange range : list) {
      if (range.id() == id) {
        return range;
      }
    }
    return null;
  }

  /** The range of a key. Where there is one only, nothing is hashed. */
  public PartitionKeyRange of(PartitionKeyDefinition definition, PartitionKey key) {
    return list.size() == 1 ? list.get(0) : at(EffectivePartitionKey.of(definition, key));
  }

  /** The range of an effective partition key, whatever follows it. */
  public PartitionKeyRange at(byte[] epk) {
    requireNonNull(epk, "epk");
    int low = 0;
    int high = list.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(list.get(middle).keys().minInclusive(), epk) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return list.get(low);
  }

  /**
   * The same with two halves in the place of one range.
   *
   * @throws EngineException RANGE_NOT_FOUND if there is none with that id, BAD_REQUEST if it cannot
   *     be split
   */
  public PartitionKeyRanges split(PartitionKeyDefinition definition, int id) {
    PartitionKeyRange parent = get(id);
    if (parent == null) {
      throw new EngineException(
          ErrorCode.RANGE_NOT_FOUND, "There is no partition key range '" + id + "'.");
    }
    if (definition.paths().isEmpty()) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "A container without a partition key has one partition key range: it can't be split.");
    }
    checkCount(list.size() + 1);
    byte[] middle = new HashSpace(definition).middle(parent.keys());
    if (middle == null) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The partition key range '" + id + "' is too narrow: it can't be split.");
    }
    List<Integer> parents = Stream.concat(parent.parents().stream(), Stream.of(id)).toList();
    EpkRange low = new EpkRange(parent.keys().minInclusive(), middle);
    EpkRange high = new EpkRange(middle, parent.keys().maxExclusive());
    List<PartitionKeyRange> next = new ArrayList<>(list);
    int at = list.indexOf(parent);
    next.set(at, new PartitionKeyRange(nextId, low, parents));
    next.add(at + 1, new PartitionKeyRange(nextId + 1, high, parents));
    return new PartitionKeyRanges(next, nextId + 2);
  }

  /** The same if there are as many already; else the widest are split, from the first on. */
  public PartitionKeyRanges atLeast(PartitionKeyDefinition definition, int count) {
    if (definition.paths().isEmpty()) {
      return this;
    }
    HashSpace space = new HashSpace(definition);
    PartitionKeyRanges ranges = this;
    while (ranges.size() < count) {
      PartitionKeyRange widest =
          ranges.list.stream()
              .reduce(
                  (first, second) ->
                      space.width(second.keys()).compareTo(space.width(first.keys())) > 0
                          ? second
                          : first)
              .orElseThrow();
      ranges = ranges.split(definition, widest.id());
    }
    return ranges;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartitionKeyRanges that
        && nextId == that.nextId
        && list.equals(that.list);
  }

  @Override
  public int hashCode() {
    return 31 * list.hashCode() + nextId;
  }

  @Override
  public String toString() {
    return list.toString();
  }
}
