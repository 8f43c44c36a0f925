package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.Reading;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.IndexCount;
import dev.mayfly.engine.read.ReadLimits;

/** Counts the items of ranges of an index that do not overlap, without a look into them. */
final class IndexedCount {
  private static final ReadLimits STEP = new ReadLimits(Integer.MAX_VALUE, Long.MAX_VALUE, 10_000);

  private final Reading reading;
  private final ReadPlan.Index plan;
  private Place place;
  private long items;

  IndexedCount(Reading reading, ReadPlan.Index plan, Place start) {
    this.reading = reading;
    this.plan = plan;
    this.place = start;
  }

  /** Counts until it has come to the end, time is up or the throughput is spent. */
  void run() {
    boolean begun = false;
    while (place.index() < plan.walks().size()
        && !(begun && (reading.isTimeUp() || reading.isThroughputSpent()))) {
      begun = true;
      IndexCount count;
      try {
        IndexWalk walk = plan.walks().get(place.index());
        count = reading.countIndex(walk.query(), place.scan(), STEP);
      } catch (EngineException e) {
        if (e.code() == ErrorCode.INDEX_NOT_FOUND) {
          return; // who looks at the items can go on without it
        }
        throw e;
      }
      items += count.items();
      place =
          count.continuation() == null
              ? new Place(place.index() + 1, null)
              : new Place(place.index(), count.continuation());
    }
  }

  long items() {
    return items;
  }

  /** Where to go on; after the last range if nothing is left. */
  Place place() {
    return place;
  }
}
