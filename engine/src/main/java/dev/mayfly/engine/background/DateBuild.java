package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.operation.ItemRows;
import dev.mayfly.engine.registry.Catalog;
import dev.mayfly.engine.registry.DefinitionChange;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks through existing items for the dates of new date sources, a slice at a time. Concurrent
 * writes carry their dates by themselves. When all items have been seen, the source takes force at
 * one instant (D5). After a restart it begins again: seeing an item twice changes nothing.
 */
final class DateBuild {
  private final Catalog catalog;
  private final Map<Place, byte[]> seenUpTo = new HashMap<>();

  /** How many items are seen; other threads ask for it. */
  private final Map<Place, Long> seenItems = new ConcurrentHashMap<>();

  private record Place(int container, int source) {}

  DateBuild(Catalog catalog) {
    this.catalog = requireNonNull(catalog, "catalog");
  }

  /** The number of a source that is being built, or -1; nothing is built of what was dropped. */
  static int building(OpenContainer container) {
    if (container.isDropped()) {
      return -1;
    }
    for (DateSource source : container.snapshot().state().dateSources()) {
      if (!source.ready()) {
        return source.id();
      }
    }
    return -1;
  }

  /** How many items were looked through for a source that is being built. */
  long seenItems(OpenContainer container, int source) {
    return seenItems.getOrDefault(new Place(container.number(), source), 0L);
  }

  /** The next slice; true if there is more to do. */
  Write<Boolean> slice(OpenContainer container, SliceLimits limits) {
    return transaction -> run(transaction, container, limits);
  }

  private boolean run(WriteTransaction transaction, OpenContainer container, SliceLimits limits) {
    int source = building(container);
    if (source < 0) {
      return false;
    }
    limits.start();
    ContainerSnapshot snapshot = container.snapshot();
    Place place = new Place(container.number(), source);
    byte[] prefix = Keys.container(container.number());
    byte[] from = seenUpTo.containsKey(place) ? Bytes.next(seenUpTo.get(place)) : prefix;
    try (RowCursor rows = transaction.cursor(Table.ITEMS, from, Bytes.after(prefix))) {
      while (rows.next()) {
        if (!limits.row()) {
          return true;
        }
        date(transaction, snapshot, Keys.suffix(rows.key()), ItemRow.of(rows.value()));
        byte[] seen = rows.key();
        transaction.afterCommit(
            () -> {
              seenUpTo.put(place, seen);
              seenItems.merge(place, 1L, Long::sum);
            });
      }
    }
    catalog.changeAtOneInstant(
        transaction, container, (state, now) -> DefinitionChange.ready(state, source, now));
    transaction.afterCommit(
        () -> {
          seenUpTo.remove(place);
          seenItems.remove(place);
        });
    return building(container) >= 0;
  }

  /**
   * The dates that an item has by its body, and those by which a dropped source may have killed it:
   * dead stays dead (B5).
   */
  private static ItemRow.Date[] dates(ContainerSnapshot snapshot, ItemRow item) {
    List<ItemRow.Date> dates = new ArrayList<>(List.of(snapshot.dates(item.body())));
    for (ItemRow.Date date : item.dates()) {
      boolean dropped =
          snapshot.state().dateSources().stream().noneMatch(each -> each.id() == date.source());
      if (dropped && snapshot.policy().dateSource(date.source()) != null) {
        dates.add(date);
      }
    }
    return dates.toArray(ItemRow.Date[]::new);
  }

  /** Gives an item the dates it has by its body; its version stays what it is. */
  private static void date(
      WriteTransaction transaction, ContainerSnapshot snapshot, byte[] suffix, ItemRow item) {
    ItemRow.Date[] dates = dates(snapshot, item);
    if (Arrays.equals(dates, item.dates())) {
      return;
    }
    ItemRow dated = item.withDates(dates);
    int number = snapshot.state().number();
    ItemRows.count(transaction.counts(), number, item, -1);
    ItemRows.count(transaction.counts(), number, dated, 1);
    transaction.put(Table.ITEMS, Keys.item(number, suffix), dated.row());
    ItemRows.putDueRows(transaction, snapshot, suffix, dated);
  }
}
