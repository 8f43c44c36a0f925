package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.Reading;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.IndexCount;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.query.cursor.CursorPosition;
import dev.mayfly.query.cursor.IndexScan;
import dev.mayfly.query.cursor.ReadPlan;
import java.util.List;

/** Counts the items of ranges of an index that do not overlap, without reading the items. */
final class IndexCounter {
  private static final ReadLimits STEP = new ReadLimits(Integer.MAX_VALUE, Long.MAX_VALUE, 10_000);

  private final Reading reading;
  private final List<IndexScan> scans;
  private CursorPosition position;
  private long items;

  IndexCounter(Reading reading, ReadPlan.Indexes plan, CursorPosition start) {
    this.reading = reading;
    this.scans = plan.scans();
    this.position = start;
  }

  /** Counts until it has come to the end, time is up or the throughput is spent. */
  void run() {
    boolean begun = false;
    while (position.part() < scans.size()
        && !(begun && (reading.isTimeUp() || reading.isThroughputSpent()))) {
      begun = true;
      IndexCount count;
      try {
        IndexScan scan = scans.get(position.part());
        count = reading.countIndex(scan.query(), position.continuation(), STEP);
      } catch (EngineException e) {
        if (e.code() == ErrorCode.INDEX_NOT_FOUND) {
          return; // a cursor over the items can resume without the index
        }
        throw e;
      }
      items += count.items();
      position =
          count.continuation() == null
              ? new CursorPosition(position.part() + 1, null)
              : new CursorPosition(position.part(), count.continuation());
    }
  }

  long items() {
    return items;
  }

  /** Where to resume; after the last range if nothing is left. */
  CursorPosition position() {
    return position;
  }
}
