package dev.mayfly.engine.partition;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The hash space of a partition key definition as numbers from zero to its size, so that it can be
 * divided. Bounds are effective partition keys, or the bytes that one begins with.
 */
final class HashSpace {
  private static final int V1_BITS = 32;

  /** The two highest bits of a hash of version 2 are zero. */
  private static final int V2_BITS = 126;

  private static final int V2_BYTES = 16;

  private final boolean numbers;
  private final BigInteger size;

  HashSpace(PartitionKeyDefinition definition) {
    this.numbers = definition.version() == 1;
    this.size = BigInteger.ONE.shiftLeft(numbers ? V1_BITS : V2_BITS);
  }

  /** The bound between the parts {@code index - 1} and {@code index} of equal parts. */
  byte[] bound(int index, int parts) {
    if (index == 0) {
      return EpkRange.FULL.minInclusive();
    }
    if (index == parts) {
      return EpkRange.FULL.maxExclusive();
    }
    return bytes(size.multiply(BigInteger.valueOf(index)).divide(BigInteger.valueOf(parts)));
  }

  /** The bound in the middle of a range; null if the range has no two hashes. */
  byte[] middle(EpkRange range) {
    BigInteger middle = position(range.minInclusive()).add(maximum(range)).shiftRight(1);
    byte[] bound = bytes(middle);
    return Arrays.compareUnsigned(bound, range.minInclusive()) > 0
            && Arrays.compareUnsigned(bound, range.maxExclusive()) < 0
        ? bound
        : null;
  }

  /** How many hashes are in a range. */
  BigInteger width(EpkRange range) {
    return maximum(range).subtract(position(range.minInclusive()));
  }

  private BigInteger maximum(EpkRange range) {
    byte[] max = range.maxExclusive();
    return Arrays.equals(max, EpkRange.FULL.maxExclusive()) ? size : position(max);
  }

  private BigInteger position(byte[] bound) {
    if (bound.length == 0) {
      return BigInteger.ZERO;
    }
    return numbers
        ? BigInteger.valueOf((long) EffectivePartitionKey.orderedNumber(bound))
        : new BigInteger(1, Arrays.copyOf(bound, V2_BYTES));
  }

  private byte[] bytes(BigInteger position) {
    if (numbers) {
      return EffectivePartitionKey.orderedNumber(position.doubleValue());
    }
    byte[] bytes = position.toByteArray();
    byte[] bound = new byte[V2_BYTES];
    System.arraycopy(bytes, 0, bound, V2_BYTES - bytes.length, bytes.length);
    return bound;
  }
}
