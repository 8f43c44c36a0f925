package dev.mayfly.engine.ttl;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How far the expiries of a container are recorded as events. A change of policy records nothing:
 * the old policy is kept here, and the recorder finishes with the oldest one first, so that every
 * expiry is recorded as the policy says that was in force.
 *
 * @param toSecond events are complete up to this second
 * @param keys how far the queue of each source is recorded, under the oldest policy not finished
 * @param past policies not finished, the oldest first; usually none
 */
public record RecordedExpiries(long toSecond, Map<Integer, Long> keys, List<PastPolicy> past) {
  /** More changes than this in a row must wait for the recorder. */
  public static final int PAST_MAX = 64;

  public RecordedExpiries {
    keys = Map.copyOf(keys);
    past = List.copyOf(past);
  }

  /** Nothing is recorded of what expired up to that second. */
  public static RecordedExpiries from(long second) {
    return new RecordedExpiries(second, Map.of(), List.of());
  }

  /** The policy that the recorder works under. */
  public TtlPolicy policy(TtlPolicy current) {
    return past.isEmpty() ? current : past.get(0).policy();
  }

  /** The instant up to which that policy decides. */
  public long untilSecond(long nowSecond) {
    return past.isEmpty() ? nowSecond : past.get(0).untilSecond();
  }

  /** The last LSN of items that were subject to that policy. */
  public long lastLsn() {
    return past.isEmpty() ? Long.MAX_VALUE : past.get(0).lsn();
  }

  public boolean isComplete(long nowSecond) {
    return past.isEmpty() && toSecond >= nowSecond;
  }

  /** The past policy under which an item died that is dead now; null if it was the current one. */
  public PastPolicy killer(Expirable item) {
    for (PastPolicy each : past) {
      if (each.killed(item)) {
        return each;
      }
    }
    return null;
  }

  /** Whether the expiry of a dead item is recorded. */
  public boolean isRecorded(Expirable item, TtlPolicy current) {
    return item.lsn() <= lastLsn() && policy(current).isPassed(item, keys, toSecond);
  }

  /** Whether the recorder will not meet an item that is written dead now. */
  public boolean isBehind(Expirable item, TtlPolicy current) {
    return !past.isEmpty() || isRecorded(item, current);
  }

  /** Whether the recorder, which has come to that key, met a dead row as a dead one. */
  public boolean isRecorded(TtlPolicy policy, int source, long key, long lsn, long upToKey) {
    return key <= upToKey && policy.isDead(source, key, lsn, toSecond);
  }

  /**
   * The key after which the recorder resumes in a queue. Behind what a mark covers there may be
   * items that were imported later and die later.
   */
  public long resumeKey(TtlPolicy policy, int source, long upToKey) {
    ExpirySource found = policy.source(source);
    return found != null && found.inForce() ? Math.min(upToKey, found.boundary(toSecond)) : upToKey;
  }

  /** The record after a policy was replaced by another one. */
  public RecordedExpiries changed(TtlPolicy before, TtlPolicy after, long nowSecond, long lsn) {
    if (after.equals(before)) {
      return this;
    }
    if (isComplete(nowSecond)) {
      return new RecordedExpiries(toSecond, kept(before, after, nowSecond), past);
    }
    if (past.size() >= PAST_MAX) {
      throw new EngineException(
          ErrorCode.OVERLOADED,
          "The TTL policy changed "
              + PAST_MAX
              + " times while expiry events wait to be recorded; try again later.");
    }
    List<PastPolicy> next = new ArrayList<>(past);
    next.add(new PastPolicy(before, nowSecond, lsn));
    return new RecordedExpiries(toSecond, keys, next);
  }

  /** The record after so many more rows, while the policy is not finished. */
  public RecordedExpiries advanced(Map<Integer, Long> nextKeys) {
    return new RecordedExpiries(toSecond, nextKeys, past);
  }

  /** The record when everything that expired up to the instant of the policy is recorded. */
  public RecordedExpiries finished(Map<Integer, Long> nextKeys, TtlPolicy current, long nowSecond) {
    long second = Math.max(toSecond, untilSecond(nowSecond));
    if (past.isEmpty()) {
      return new RecordedExpiries(second, nextKeys, past);
    }
    List<PastPolicy> rest = past.subList(1, past.size());
    TtlPolicy following = rest.isEmpty() ? current : rest.get(0).policy();
    RecordedExpiries passed = new RecordedExpiries(second, nextKeys, rest);
    return new RecordedExpiries(second, passed.kept(policy(current), following, second), rest);
  }

  /**
   * Where a boundary moved, items may die behind the recorder: their events are searched for again,
   * and those of items that are dead already may be recorded twice.
   */
  private Map<Integer, Long> kept(TtlPolicy before, TtlPolicy after, long nowSecond) {
    Map<Integer, Long> kept = new HashMap<>();
    keys.forEach(
        (id, key) -> {
          ExpirySource old = before.source(id);
          ExpirySource now = after.source(id);
          if (now != null && now.equals(old)) {
            kept.put(id, key);
          } else if (now != null && now.inForce() && old != null && old.inForce()) {
            long passed = Math.min(old.boundary(toSecond), now.boundary(nowSecond));
            kept.put(id, Math.min(key, passed));
          }
        });
    return kept;
  }
}
