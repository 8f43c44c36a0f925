package dev.mayfly.torture.store;

import java.util.Map;
import java.util.TreeMap;

/** What a container of {@link ModelledStore} must show at a second. */
final class Model {
  /**
   * An item.
   *
   * @param ttl its own; null: none
   */
  record Row(long version, Integer ttl, long writtenSecond, int bytes) {}

  final Map<String, Row> rows = new TreeMap<>();
  Integer defaultTtl;

  Model(Integer defaultTtl) {
    this.defaultTtl = defaultTtl;
  }

  Model copy() {
    Model copy = new Model(defaultTtl);
    copy.rows.putAll(rows);
    return copy;
  }

  /** Removes what is dead; it stays dead whatever the default becomes (rules B1, B5). */
  void age(long nowSecond) {
    rows.values().removeIf(row -> isDead(row, nowSecond));
  }

  private boolean isDead(Row row, long nowSecond) {
    if (defaultTtl == null) {
      return false;
    }
    int ttl = row.ttl() == null ? defaultTtl : row.ttl();
    return ttl >= 0 && nowSecond >= row.writtenSecond() + ttl;
  }
}
