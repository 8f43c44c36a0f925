package dev.mayfly.torture.ledger;

import java.util.Map;
import java.util.Set;

/**
 * What a reader found in a collection.
 *
 * @param docs by key; null: there is no such collection
 * @param catalog null: it was not asked for
 * @param window during which it was read
 */
public record Found(Map<String, Doc> docs, Catalog catalog, Window window) {
  /**
   * A collection's settings as the server returns them.
   *
   * @param ttl its default; null: off
   * @param dateSeconds the TTL index on dates; null: none
   * @param indexes names of the others
   */
  public record Catalog(Integer ttl, Integer dateSeconds, Set<String> indexes) {}

  /** The ticks and seconds between which something was read. */
  public record Window(long fromTick, long toTick, long fromSecond, long toSecond) {}
}
