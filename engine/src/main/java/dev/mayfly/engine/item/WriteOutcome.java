package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

/**
 * What a write did.
 *
 * @param item the item as written or read; null after a delete
 * @param before the item as it was; null if there was none
 * @param chargeCentiRu in hundredths of a request unit
 * @param logTime of the write, see {@link dev.mayfly.engine.clock.LogTime}; 0 if nothing was
 *     written
 */
public record WriteOutcome(Kind kind, Item item, Item before, long chargeCentiRu, long logTime) {
  /** What became of the item. */
  public enum Kind {
    CREATED,
    REPLACED,
    DELETED,
    READ
  }

  public WriteOutcome {
    requireNonNull(kind, "kind");
  }
}
