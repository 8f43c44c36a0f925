package dev.mayfly.engine.commit;

import java.util.Arrays;

/** A key of the COUNTS table as a map key, in table order. */
record CountKey(byte[] bytes) implements Comparable<CountKey> {
  @Override
  public int compareTo(CountKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CountKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
