package dev.mayfly.vector;

import dev.mayfly.engine.partition.EpkRange;
import java.util.Arrays;

/**
 * The beginning of an item's address as a number, in the order of addresses: an address begins with
 * the effective partition key. So ranges of partition keys are ranges of numbers, which hold all
 * items of theirs and few others, if all keys have eight bytes or more.
 */
final class AddressPlace {
  private AddressPlace() {}

  static long of(byte[] address) {
    return number(address, address.length, (byte) 0);
  }

  /** The smallest place of an item of a range. */
  static long from(EpkRange range) {
    byte[] min = range.minInclusive();
    return number(min, min.length, (byte) 0);
  }

  /** The largest place of an item of a range. */
  static long to(EpkRange range) {
    byte[] max = range.maxExclusive();
    // Where it continues a whole partition key, any byte may follow that in an address.
    return number(max, Math.max(0, max.length - 1), (byte) 0xFF);
  }

  private static long number(byte[] bytes, int length, byte fill) {
    byte[] first = new byte[Long.BYTES];
    Arrays.fill(first, fill);
    System.arraycopy(bytes, 0, first, 0, Math.min(length, Long.BYTES));
    long number = 0;
    for (byte each : first) {
      number = number << Byte.SIZE | each & 0xFF;
    }
    // Numbers are signed, bytes are not.
    return number ^ Long.MIN_VALUE;
  }
}
