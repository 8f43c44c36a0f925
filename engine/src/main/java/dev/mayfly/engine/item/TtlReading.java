package dev.mayfly.engine.item;

/** How a write takes the root property {@code ttl} of its body. */
public enum TtlReading {
  /** NoSQL API: a value that is not valid is refused, whether TTL is on or off (A4). */
  STRICT,
  /** MongoDB API: a value that is not valid is kept and ignored (D4). */
  LENIENT,
  /** The property is data (D7). */
  IGNORED
}
