package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.count.Forecast;
import dev.mayfly.engine.count.LiveCounts;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.registry.PolicyGuard;
import dev.mayfly.engine.ttl.TtlPolicy;

/**
 * Refuses a policy change that would expire more than a share of a container's items at once (C10).
 *
 * @param percent the share; 100 = nothing is refused
 */
record ExpiredShareGuard(Forecast forecast, LiveCounts liveCounts, int percent)
    implements PolicyGuard {
  ExpiredShareGuard {
    requireNonNull(forecast, "forecast");
    requireNonNull(liveCounts, "liveCounts");
  }

  @Override
  public void check(OpenContainer container, TtlPolicy next, long nowSecond) {
    if (percent >= 100) {
      return;
    }
    Tally expiring = forecast.wouldExpire(container.snapshot(), next, nowSecond);
    long live = liveCounts.live(container.snapshot(), nowSecond).items();
    if (expiring.items() > 0 && expiring.items() * 100 > live * percent) {
      throw new EngineException(
          ErrorCode.GUARD_REFUSED,
          "The change would expire "
              + expiring.items()
              + " of "
              + live
              + " items at once, more than "
              + percent
              + " percent. Force it if that is what you want.");
    }
  }
}
