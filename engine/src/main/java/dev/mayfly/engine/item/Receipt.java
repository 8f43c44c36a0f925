package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;

/**
 * What a write leaves behind in its own commit, so that a caller that repeats the call after a
 * crash learns that it was done. Found again in {@link Receipts}.
 *
 * @param key of any bytes; a later receipt with the same key takes the place of an earlier one
 * @param value made of what became of the write, on the committing thread: it must be quick, and
 *     may be made more than once
 */
public record Receipt(byte[] key, Function<WriteOutcome, byte[]> value) {
  public Receipt {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
  }
}
