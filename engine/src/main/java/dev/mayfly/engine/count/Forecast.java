package dev.mayfly.engine.count;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * What will expire when, from the buckets alone (G2). Exact for items with one deadline; an item
 * with several (dates beside a default, imports with kept times) may be told once for each of them.
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
  public List<Interval> intervals(Face face, long nowSecond, long seconds, int number) {
    if (seconds < 1 || number < 1 || number > INTERVALS_MAX) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "A forecast has 1 to " + INTERVALS_MAX + " intervals of at least one second.");
    }
    List<Interval> intervals = new ArrayList<>(number);
    for (int i = 0; i < number; i++) {
      long after = nowSecond + i * seconds;
      intervals.add(new Interval(after, after + seconds, between(face, after, after + seconds)));
    }
    return intervals;
  }

  private Tally between(Face face, long after, long upTo) {
    int container = face.state().number();
    TtlPolicy policy = face.policy();
    Tally sum =
        between(container, CountKeys.SET_INHERITING, policy.defaultSource(), after, upTo)
            .plus(between(container, CountKeys.SET_OWN, policy.ownSource(), after, upTo));
    if (counts.total(container, CountKeys.SET_SEVERAL).items() > 0) {
      for (ExpirySource source : policy.sources()) {
        int set = CountKeys.SET_BY_SOURCE + source.id();
        sum = sum.plus(between(container, set, source, after, upTo));
      }
    }
    return sum;
  }

  private Tally between(int container, int set, ExpirySource source, long after, long upTo) {
    if (!source.inForce()) {
      return Tally.ZERO;
    }
    // Keys at or below the marks are dead already, whatever their deadline was.
    long first = Math.max(source.boundary(after), source.marks().highest()) + 1;
    return counts.between(container, set, first, source.boundary(upTo));
  }

  /** What another policy would kill at once, beyond what is dead (the dry run of C10). */
  public Tally wouldExpire(Face face, TtlPolicy next, long nowSecond) {
    int container = face.state().number();
    TtlPolicy policy = face.policy();
    Tally sum =
        added(
                container,
                CountKeys.SET_INHERITING,
                policy.defaultSource(),
                next.defaultSource(),
                nowSecond)
            .plus(
                added(
                    container, CountKeys.SET_OWN, policy.ownSource(), next.ownSource(), nowSecond));
    if (counts.total(container, CountKeys.SET_SEVERAL).items() > 0) {
      for (ExpirySource source : next.sources()) {
        ExpirySource before = policy.source(source.id());
        int set = CountKeys.SET_BY_SOURCE + source.id();
        ExpirySource old = before == null ? ExpirySource.off(source.id()) : before;
        sum = sum.plus(added(container, set, old, source, nowSecond));
      }
    }
    return sum;
  }

  private Tally added(
      int container, int set, ExpirySource before, ExpirySource after, long nowSecond) {
    long from = before.reach(nowSecond);
    long to = after.reach(nowSecond);
    if (to <= from) {
      return Tally.ZERO;
    }
    return counts.between(container, set, from == Long.MIN_VALUE ? from : from + 1, to);
  }
}
