package dev.mayfly.engine.registry;

import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.ttl.TtlPolicy;

/** Refuses a policy change that would kill too much at once. */
@FunctionalInterface
public interface PolicyGuard {
  PolicyGuard NONE = (container, next, nowSecond) -> {};

  void check(OpenContainer container, TtlPolicy next, long nowSecond);
}
