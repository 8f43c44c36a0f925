package dev.mayfly.engine.operation;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.deadrange.LiveRows;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.Continuation;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Walks the items of a range of effective partition keys, or of ids, in key order. */
final class Scanner {
  /** Rows that are not kept share an array, which grows as needed. */
  private static final int FIRST_ROW_BYTES = 4 << 10;

  private final LiveView view;
  private final Visibility visibility;
  private final long incarnation;
  private final int number;

  Scanner(LiveView view, Visibility visibility, long incarnation) {
    this.view = view;
    this.visibility = visibility;
    this.incarnation = incarnation;
    this.number = visibility.snapshot().state().number();
  }

  /**
   * What a walk over rows found.
   *
   * @param next where to resume; null at the end
   */
  private record Found(List<Item> items, StopReason reason, byte[] next) {}

  /**
   * A page of what the keys have, at the price of point reads.
   *
   * @param filter which items are returned; null for all. The bytes of others are overwritten.
   */
  Page<Item> page(ScanKeys keys, byte[] continuation, PageMeter meter, Predicate<Item> filter) {
    byte[] from = keys.from();
    byte[] to = keys.to();
    if (continuation != null) {
      Continuation where =
          Continuation.decode(continuation, Continuation.Kind.SCAN, incarnation, number);
      byte[] bound = ScanPosition.bound(view.rows(), number, where.place(), keys.backwards());
      from = !keys.backwards() && Arrays.compareUnsigned(bound, from) > 0 ? bound : from;
      to = keys.backwards() && Arrays.compareUnsigned(bound, to) < 0 ? bound : to;
    }
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return new Page<>(List.of(), null, StopReason.END, meter.readsCentiRu());
    }
    try (LiveRows rows = view.walk(Table.ITEMS, from, to, keys.backwards())) {
      Found found = walk(rows, meter, filter);
      return new Page<>(found.items(), found.next(), found.reason(), meter.readsCentiRu());
    }
  }

  /**
   * Walks to the end or to a limit. The rows share one array, of which only items are copied.
   *
   * @param filter null for all items
   */
  private Found walk(LiveRows rows, PageMeter meter, Predicate<Item> filter) {
    List<Item> items = new ArrayList<>();
    byte[] shared = new byte[FIRST_ROW_BYTES];
    int length;
    while ((length = rows.nextInto(shared)) != RowCursor.NO_ROW) {
      boolean own = rows.isRemembered();
      if (!own && length > shared.length) {
        shared = Arrays.copyOf(rows.value(), length * 2);
      }
      byte[] row = own ? rows.value() : shared;
      meter.row();
      ItemRow item = ItemRow.of(row, length);
      byte[] suffix = visibility.dependsOnKeys() ? Keys.suffix(rows.key()) : Bytes.EMPTY;
      boolean live = visibility.isLive(item, suffix);
      boolean taken = live && (filter == null || filter.test(item(item, suffix)));
      if (taken) {
        items.add(item(own ? item : item.copied(), Keys.suffix(rows.key())));
        meter.item(item.sizeBytes());
      } else if (live) {
        meter.passedOver(item.sizeBytes());
      }
      StopReason reason = meter.stop();
      byte[] next =
          reason == null ? null : after(number, incarnation, Keys.suffix(rows.key()), item.lsn());
      if (!live) {
        rows.dead();
      } else if (taken) {
        rows.living(rows.key(), null, 0);
      } else {
        rows.living();
      }
      if (reason != null) {
        return new Found(items, reason, next);
      }
    }
    return new Found(items, StopReason.END, null);
  }

  private Item item(ItemRow item, byte[] suffix) {
    return Items.seen(item, suffix, incarnation, visibility);
  }

  /** Where a scan resumes after the item with that suffix, last changed at that LSN. */
  static byte[] after(int container, long incarnation, byte[] suffix, long lsn) {
    byte[] place = ScanPosition.after(suffix, lsn);
    return new Continuation(Continuation.Kind.SCAN, incarnation, container, place).encode();
  }
}
