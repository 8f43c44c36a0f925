package dev.mayfly.engine.ttl;

/** What an item's own {@code ttl} says. */
public enum TtlClass {
  /** No ttl, or one that does not count: the container's default applies. */
  INHERITS,
  /** A positive number of seconds. */
  OWN,
  /** -1: the item does not expire by default or own ttl. */
  NEVER
}
