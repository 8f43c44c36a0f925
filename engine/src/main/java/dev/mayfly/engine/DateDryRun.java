package dev.mayfly.engine;

import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.container.DateReader;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.ttl.ExpirySource;

/**
 * How much a date TTL would expire at once (G2). Unlike a default it needs a look at each item: no
 * count knows the dates of a path before there is a source for it.
 */
final class DateDryRun {
  private static final ReadLimits PAGE = new ReadLimits(5000, 4 << 20, 5000);

  private DateDryRun() {}

  static Tally of(Container container, DateTtl date, long nowSecond) {
    DateReader dates =
        new DateReader(
            new DateSource(ExpirySource.FIRST_DATE, date, true),
            filter -> {
              throw new IllegalArgumentException("a dry run has no filter");
            });
    long items = 0;
    long bytes = 0;
    byte[] continuation = null;
    boolean more = true;
    while (more) {
      Page<Item> page =
          container.beginUncharged(System.nanoTime()).scan(EpkRange.FULL, continuation, PAGE);
      for (Item item : page.entries()) {
        ItemRow.Date found = dates.read(item.body());
        if (found != null && found.second() + date.expireAfterSeconds() <= nowSecond) {
          items++;
          bytes += item.sizeBytes();
        }
      }
      continuation = page.continuation();
      more = page.reason() != StopReason.END;
    }
    return new Tally(items, bytes);
  }
}
