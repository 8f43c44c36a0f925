package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.format.Bytes;
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
import java.util.function.Function;
import java.util.function.Predicate;

/** Walks the items of a range of effective partition keys, in key order. */
final class Scanner {
  /** Rows that are only looked at share an array; it grows with what is met. */
  private static final int FIRST_ROW_BYTES = 4 << 10;

  private final ReadView view;
  private final Face face;
  private final Visibility visibility;
  private final long incarnation;
  private final int number;

  Scanner(ReadView view, Visibility visibility, long incarnation) {
    this.view = view;
    this.face = visibility.face();
    this.visibility = visibility;
    this.incarnation = incarnation;
    this.number = face.state().number();
  }

  /** A page of a range, at the price of point reads. */
  Page<Item> page(EpkRange range, byte[] continuation, PageMeter meter) {
    return page(range, continuation, rows -> all(rows, meter), meter);
  }

  /** The same with those items only that are wanted; the others' bytes are overwritten. */
  Page<Item> page(EpkRange range, byte[] continuation, PageMeter meter, Predicate<Item> wanted) {
    return page(range, continuation, rows -> some(rows, meter, wanted), meter);
  }

  /**
   * What a walk over rows found.
   *
   * @param next where to go on; null at the end
   */
  private record Found(List<Item> items, StopReason reason, byte[] next) {}

  private Page<Item> page(
      EpkRange range, byte[] continuation, Function<RowCursor, Found> walk, PageMeter meter) {
    ItemRange keys = new ItemRange(number, face.definition().partitionKey(), range);
    byte[] from = keys.from();
    byte[] to = keys.to();
    if (continuation != null) {
      Continuation where =
          Continuation.decode(continuation, Continuation.Kind.SCAN, incarnation, number);
      byte[] after = ScanPlace.first(view, number, where.place());
      from = Arrays.compareUnsigned(after, from) > 0 ? after : from;
    }
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return new Page<>(List.of(), null, StopReason.END, meter.readsCentiRu());
    }
    try (RowCursor rows = view.cursor(Table.ITEMS, from, to)) {
      Found found = walk.apply(rows);
      return new Page<>(found.items(), found.next(), found.reason(), meter.readsCentiRu());
    }
  }

  private Found all(RowCursor rows, PageMeter meter) {
    List<Item> items = new ArrayList<>();
    while (rows.next()) {
      meter.row();
      byte[] suffix = Keys.suffix(rows.key());
      ItemHeader item = visibility.see(rows.value(), suffix);
      if (item != null) {
        items.add(item(item, suffix));
        meter.item(item.sizeBytes());
      }
      StopReason reason = meter.stop();
      if (reason != null) {
        long lsn = ItemHeader.of(rows.value()).lsn();
        return new Found(items, reason, after(number, incarnation, suffix, lsn));
      }
    }
    return new Found(items, StopReason.END, null);
  }

  private Found some(RowCursor rows, PageMeter meter, Predicate<Item> wanted) {
    List<Item> items = new ArrayList<>();
    byte[] row = new byte[FIRST_ROW_BYTES];
    int length;
    while ((length = rows.nextInto(row)) != RowCursor.NO_ROW) {
      if (length > row.length) {
        row = Arrays.copyOf(rows.value(), length * 2);
      }
      meter.row();
      ItemHeader header = ItemHeader.of(row, length);
      byte[] suffix = visibility.dependsOnKeys() ? Keys.suffix(rows.key()) : Bytes.EMPTY;
      if (visibility.isLive(header, suffix)) {
        if (wanted.test(item(header, suffix))) {
          items.add(item(header.copied(), Keys.suffix(rows.key())));
          meter.item(header.sizeBytes());
        } else {
          meter.passedOver(header.sizeBytes());
        }
      }
      StopReason reason = meter.stop();
      if (reason != null) {
        byte[] last = Keys.suffix(rows.key());
        return new Found(items, reason, after(number, incarnation, last, header.lsn()));
      }
    }
    return new Found(items, StopReason.END, null);
  }

  private Item item(ItemHeader header, byte[] suffix) {
    return new Item(header, suffix, incarnation, visibility.remainingSeconds(header));
  }

  /** Where a scan goes on after the item with that suffix, last changed at that LSN. */
  static byte[] after(int container, long incarnation, byte[] suffix, long lsn) {
    byte[] place = ScanPlace.after(suffix, lsn);
    return new Continuation(Continuation.Kind.SCAN, incarnation, container, place).encode();
  }
}
