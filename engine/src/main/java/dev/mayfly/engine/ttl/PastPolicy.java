package dev.mayfly.engine.ttl;

import static java.util.Objects.requireNonNull;

/**
 * A policy that was replaced before all expiries under it were recorded.
 *
 * @param untilSecond the instant of the change: up to it, this policy decided
 * @param lsn of the change: items written later were never subject to this policy
 */
public record PastPolicy(TtlPolicy policy, long untilSecond, long lsn) {
  public PastPolicy {
    requireNonNull(policy, "policy");
  }

  /** Whether an item died under this policy. */
  boolean killed(Expirable item) {
    return item.lsn() <= lsn && policy.isDead(item, untilSecond);
  }
}
