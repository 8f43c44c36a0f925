package dev.mayfly.query.cursor;

import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.util.List;
import java.util.function.Predicate;

/** Scans the items of partitions, or of one partition by their ids. */
final class ScanReader extends BatchReader {
  private final ReadPlan plan;
  private final int ranges;
  private int range;
  private List<Item> batch = List.of();

  /**
   * @param plan partitions or ids
   */
  ScanReader(ReadPlan plan, ReadSource source, BatchLimits limits, CursorPosition start) {
    super(source, limits, start);
    this.plan = plan;
    this.ranges = plan instanceof ReadPlan.Partitions parts ? parts.ranges().size() : 1;
    this.range = start.part();
  }

  @Override
  List<Item> read(Predicate<Item> filter) {
    if (range >= ranges) {
      moveTo(position(), true);
      return List.of();
    }
    Page<Item> page = page(position().continuation(), nextLimits(), filter);
    source.charge(page.chargeCentiRu());
    batch = page.entries();
    if (page.continuation() != null) {
      moveTo(new CursorPosition(0, page.continuation()), false);
    } else {
      // Ranges come in order: what is after the last item of one is before the next one starts.
      range++;
      moveTo(batch.isEmpty() ? position() : after(batch.size() - 1), range == ranges);
    }
    return batch;
  }

  private Page<Item> page(byte[] continuation, ReadLimits limits, Predicate<Item> filter) {
    Reading reading = source.reading();
    if (plan instanceof ReadPlan.Ids ids) {
      return reading.scan(ids.range(), continuation, limits, filter);
    }
    EpkRange within = ((ReadPlan.Partitions) plan).ranges().get(range);
    return reading.scan(within, continuation, limits, filter);
  }

  @Override
  void resume(CursorPosition at) {
    super.resume(at);
    range = 0;
  }

  @Override
  CursorPosition after(int item) {
    return new CursorPosition(0, source.continuationAfter(batch.get(item)));
  }
}
