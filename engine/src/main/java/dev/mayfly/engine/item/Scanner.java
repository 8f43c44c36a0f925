package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Continuation;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Walks the items of a range of effective partition keys, or of ids, in key order. */
final class Scanner {
  private final ReadView view;
  private final Face face;
  private final Visibility visibility;
  private final long incarnation;

  Scanner(ReadView view, Visibility visibility, long incarnation) {
    this.view = view;
    this.face = visibility.face();
    this.visibility = visibility;
    this.incarnation = incarnation;
  }

  /** A page of a range, at the price of point reads. */
  Page<Item> page(EpkRange range, byte[] continuation, PageMeter meter) {
    ItemRange keys = new ItemRange(face.state().number(), face.definition().partitionKey(), range);
    return page(keys.from(), keys.to(), false, continuation, meter);
  }

  /** The same for ids of one partition. */
  Page<Item> page(IdRange ids, byte[] continuation, PageMeter meter) {
    byte[] partition = Address.partition(face.definition().partitionKey(), ids.partition());
    byte[] prefix = Keys.item(face.state().number(), partition);
    return page(ids.from(prefix), ids.to(prefix), ids.backwards(), continuation, meter);
  }

  private Page<Item> page(
      byte[] first, byte[] end, boolean backwards, byte[] continuation, PageMeter meter) {
    int number = face.state().number();
    byte[] from = first;
    byte[] to = end;
    if (continuation != null) {
      Continuation where =
          Continuation.decode(continuation, Continuation.Kind.SCAN, incarnation, number);
      byte[] bound = ScanPlace.bound(view, number, where.place(), backwards);
      from = !backwards && Arrays.compareUnsigned(bound, from) > 0 ? bound : from;
      to = backwards && Arrays.compareUnsigned(bound, to) < 0 ? bound : to;
    }
    List<Item> items = new ArrayList<>();
    byte[] last = null;
    long lastLsn = 0;
    StopReason reason = null;
    if (Arrays.compareUnsigned(from, to) < 0) {
      try (RowCursor rows =
          backwards ? view.cursorDown(Table.ITEMS, from, to) : view.cursor(Table.ITEMS, from, to)) {
        while (reason == null && rows.next()) {
          meter.row();
          last = Keys.suffix(rows.key());
          ItemHeader item = visibility.see(rows.value(), last);
          if (item != null) {
            items.add(new Item(item, last, incarnation, visibility.remainingSeconds(item)));
            meter.item(item.sizeBytes());
          }
          reason = meter.stop();
          if (reason != null) {
            lastLsn = ItemHeader.of(rows.value()).lsn();
          }
        }
      }
    }
    byte[] next = reason == null ? null : after(number, incarnation, last, lastLsn);
    return new Page<>(items, next, reason == null ? StopReason.END : reason, meter.readsCentiRu());
  }

  /** Where a scan goes on after the item with that suffix, last changed at that LSN. */
  static byte[] after(int container, long incarnation, byte[] suffix, long lsn) {
    byte[] place = ScanPlace.after(suffix, lsn);
    return new Continuation(Continuation.Kind.SCAN, incarnation, container, place).encode();
  }
}
