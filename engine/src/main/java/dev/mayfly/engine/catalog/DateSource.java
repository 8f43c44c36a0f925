package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

/**
 * A date TTL of a container and the number it has there.
 *
 * @param id the number of its expiry source; never used again
 * @param ready false while existing items are being scanned; it takes force when they are
 */
public record DateSource(int id, DateTtl ttl, boolean ready) {
  public DateSource {
    requireNonNull(ttl, "ttl");
  }
}
