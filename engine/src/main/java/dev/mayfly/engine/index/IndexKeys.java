package dev.mayfly.engine.index;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The keys of one item in one index.
 *
 * @param keys in ascending order, none twice; shared, not to be changed
 * @param multikey an array was on the way
 * @param cut a key was too long to be kept whole
 */
public record IndexKeys(List<byte[]> keys, boolean multikey, boolean cut) {
  public static final IndexKeys NONE = new IndexKeys(List.of(), false, false);

  public IndexKeys {
    requireNonNull(keys, "keys");
  }
}
