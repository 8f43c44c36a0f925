package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Verifies a store: items against feed, queues, unique rows and counters, both ways; headers
 * against bodies; and everything against the catalog. It works on one consistent view, with or
 * without an engine open on the storage, and changes nothing.
 *
 * <p>Not verified: that the medium still holds what was written (the storage's own checksums do
 * that), and what no stored row can show, such as an item that is missing with all its rows.
 */
public final class Verifier {
  /** So many problems are reported one by one. */
  public static final int REPORTED_MAX = 100;

  private final Supplier<ReadView> snapshots;
  private final ItemFilters filters;

  public Verifier(Storage storage) {
    this(storage, ItemFilters.NONE);
  }

  /**
   * @param filters what understands the filters of date TTLs and indexes; with {@link
   *     ItemFilters#NONE}, whether an item should have the date or the row of a filtered one is
   *     left open
   */
  public Verifier(Storage storage, ItemFilters filters) {
    this(storage::snapshot, filters);
  }

  /** Verifies rows that can only be read. */
  public Verifier(Supplier<ReadView> snapshots, ItemFilters filters) {
    this.snapshots = requireNonNull(snapshots, "snapshots");
    this.filters = requireNonNull(filters, "filters");
  }

  /** Looks through the whole store. Each problem is one line; beyond the first 100 a total. */
  public Report check(Consumer<String> problems) {
    return check(problems, rows -> {});
  }

  /**
   * As {@link #check(Consumer)}.
   *
   * @param progress gets now and then how many rows are checked
   */
  public Report check(Consumer<String> problems, LongConsumer progress) {
    Problems found = new Problems(problems, REPORTED_MAX);
    try (ReadView view = snapshots.get()) {
      TableWalker walk = new TableWalker(view, found, progress);
      StoreFacts facts = new MetaCheck(walk, found, filters).run();
      CountCheck counts = new CountCheck(view, facts, found);
      ItemCheck items = new ItemCheck(view, facts, found, counts);
      walk.byContainer(Table.ITEMS, facts, items::check);
      DueCheck due = new DueCheck(view, found);
      walk.byContainer(Table.FEED, facts, due::feedRow);
      walk.byContainer(Table.QUEUES, facts, due::queueRow);
      walk.byContainer(Table.UNIQUE, facts, new UniqueCheck(view, found)::check);
      walk.byContainer(Table.INDEX, facts, new IndexCheck(view, found)::row);
      LogCheck log = new LogCheck(facts, found, counts);
      walk.byContainer(Table.LOG, facts, log::logRow);
      walk.byContainer(Table.EVENTS, facts, log::eventRow);
      walk.table(Table.COUNTS, counts::row);
      counts.end();
      found.end();
      return new Report(facts.containers().size(), items.items(), walk.rows(), found.total());
    }
  }
}
