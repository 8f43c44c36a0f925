package dev.mayfly.engine.operation;

import java.util.Arrays;

/** The rows of a table from one key to another, which is not included. */
record RowRange(byte[] from, byte[] to) {
  boolean isEmpty() {
    return Arrays.compareUnsigned(from, to) >= 0;
  }

  boolean beginsAfter(byte[] key) {
    return Arrays.compareUnsigned(key, from) < 0;
  }

  boolean endsAfter(byte[] key) {
    return Arrays.compareUnsigned(key, to) < 0;
  }
}
