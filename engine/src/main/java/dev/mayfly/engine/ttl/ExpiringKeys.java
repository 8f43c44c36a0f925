package dev.mayfly.engine.ttl;

/** Keys of a source from one to another, both included; none if the first is above the last. */
public record ExpiringKeys(long first, long last) {
  static final ExpiringKeys NONE = new ExpiringKeys(0, -1);
}
