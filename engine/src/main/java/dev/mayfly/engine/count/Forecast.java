package dev.mayfly.engine.count;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.ttl.ExpiringKeys;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * What will expire when, from the buckets alone (G2). Exact for items with one deadline; an item
 * with several (dates beside a default, imports with kept times) may be counted once for each of
 * them.
 */
public final class Forecast {
  private static final int INTERVALS_MAX = 10_000;

  private final Counts counts;

  /** What expires after one second up to another, the latter included. */
  public record Interval(long afterSecond, long upToSecond, Tally tally) {}

  public Forecast(Counts counts) {
    this.counts = requireNonNull(counts, "counts");
  }

  /** What will expire in so many intervals from now on, as things stand. */
  public List<Interval> intervals(
      ContainerSnapshot snapshot, long nowSecond, long seconds, int number) {
    if (seconds < 1 || number < 1 || number > INTERVALS_MAX) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "A forecast has 1 to " + INTERVALS_MAX + " intervals of at least one second.");
    }
    List<Interval> intervals = new ArrayList<>(number);
    for (int i = 0; i < number; i++) {
      long after = nowSecond + i * seconds;
      intervals.add(
          new Interval(after, after + seconds, between(snapshot, after, after + seconds)));
    }
    return intervals;
  }

  private Tally between(ContainerSnapshot snapshot, long after, long upTo) {
    int container = snapshot.state().number();
    TtlPolicy policy = snapshot.policy();
    Tally sum =
        between(
                container,
                CountKeys.SET_INHERITING,
                policy.expiring(ExpirySource.DEFAULT, after, upTo))
            .plus(
                between(
                    container, CountKeys.SET_OWN, policy.expiring(ExpirySource.OWN, after, upTo)));
    if (counts.total(container, CountKeys.SET_SEVERAL).items() > 0) {
      for (int source : policy.sourceIds()) {
        int set = CountKeys.SET_BY_SOURCE + source;
        sum = sum.plus(between(container, set, policy.expiring(source, after, upTo)));
      }
    }
    return sum;
  }

  private Tally between(int container, int set, ExpiringKeys keys) {
    return counts.between(container, set, keys.first(), keys.last());
  }

  /** What another policy would kill at once, beyond what is dead (the dry run of C10). */
  public Tally wouldExpire(ContainerSnapshot snapshot, TtlPolicy next, long nowSecond) {
    int container = snapshot.state().number();
    TtlPolicy policy = snapshot.policy();
    Tally sum =
        between(
                container,
                CountKeys.SET_INHERITING,
                next.expiringBeyond(policy, ExpirySource.DEFAULT, nowSecond))
            .plus(
                between(
                    container,
                    CountKeys.SET_OWN,
                    next.expiringBeyond(policy, ExpirySource.OWN, nowSecond)));
    if (counts.total(container, CountKeys.SET_SEVERAL).items() > 0) {
      for (int source : next.sourceIds()) {
        int set = CountKeys.SET_BY_SOURCE + source;
        sum = sum.plus(between(container, set, next.expiringBeyond(policy, source, nowSecond)));
      }
    }
    return sum;
  }
}
