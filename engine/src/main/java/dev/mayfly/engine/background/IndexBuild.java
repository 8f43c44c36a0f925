package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.Catalog;
import dev.mayfly.engine.catalog.IndexCatalog;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.IndexProgress;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.item.Claim;
import dev.mayfly.engine.item.IndexRows;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gives existing items their rows in new indexes, a slice at a time; indexes that were asked for
 * together are built together. Writes that go on meanwhile write the rows of their items by
 * themselves, and are refused where they would collide with what has been built of a unique index.
 * How far it came is committed with the rows: after a crash it goes on there. An item that is dead
 * gets no rows: nobody will see it again.
 */
final class IndexBuild {
  /** Bodies may be large; so much of them is looked at in one slice. */
  private static final long SLICE_BYTES = 4L << 20;

  private final Catalog catalog;
  private final Committer committer;

  /** How a slice ended; with a failure, the index cannot be built. */
  private record Result(boolean more, OpenIndex index, EngineException failure) {}

  IndexBuild(Catalog catalog, Committer committer) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.committer = requireNonNull(committer, "committer");
  }

  static boolean isNeeded(OpenContainer container) {
    return !container.isDropped()
        && container.face().indexes().list().stream().anyMatch(index -> !index.ready());
  }

  /** Does the next slice; true if there is more to do. */
  boolean step(OpenContainer container, SliceLimits limits) {
    Result result =
        committer.executeInBackground(
            transaction -> new Slice(transaction, container, limits).run());
    if (result.failure() != null) {
      catalog.failIndex(container, result.index(), result.failure());
    }
    return result.more() || isNeeded(container);
  }

  /** An index in the making, and how far it is with this slice. */
  private static final class Building {
    private final OpenIndex index;
    private IndexProgress progress;

    private Building(OpenIndex index, IndexProgress progress) {
      this.index = index;
      this.progress = progress;
    }
  }

  /** One slice: the first index that is not ready, and those that have come as far as it has. */
  private static final class Slice {
    private final WriteTransaction transaction;
    private final OpenContainer container;
    private final SliceLimits limits;
    private final Visibility visibility;
    private final List<Building> building = new ArrayList<>();
    private byte[] last;
    private long items;
    private long bytes;

    private Slice(WriteTransaction transaction, OpenContainer container, SliceLimits limits) {
      this.transaction = transaction;
      this.container = container;
      this.limits = limits;
      this.visibility = container.face().at(transaction.nowSecond());
    }

    private Result run() {
      if (!isNeeded(container)) {
        return new Result(false, null, null);
      }
      limits.start();
      collect();
      Result result = walk();
      boolean complete = !result.more() && result.failure() == null;
      for (Building each : building) {
        IndexProgress next = each.progress.builtTo(last, items);
        IndexCatalog.put(transaction, container, each.index.id(), complete ? next.asReady() : next);
      }
      return result;
    }

    private void collect() {
      for (OpenIndex index : container.face().indexes().list()) {
        if (index.ready()) {
          continue;
        }
        IndexProgress progress = IndexCatalog.progress(transaction, container, index.id());
        last = last == null ? progress.builtTo() : last;
        if (Arrays.equals(last, progress.builtTo())) {
          building.add(new Building(index, progress));
        }
      }
    }

    private Result walk() {
      byte[] prefix = Keys.container(container.number());
      byte[] from = last.length == 0 ? prefix : Bytes.next(last);
      try (RowCursor rows = transaction.cursor(Table.ITEMS, from, Bytes.after(prefix))) {
        while (rows.next()) {
          if (bytes >= SLICE_BYTES || !limits.row()) {
            return new Result(true, null, null);
          }
          ItemHeader item = ItemHeader.of(rows.value());
          Result failed = add(Keys.suffix(rows.key()), item);
          if (failed != null) {
            return failed;
          }
          last = rows.key();
          items++;
          bytes += item.row().length;
        }
      }
      return new Result(false, null, null);
    }

    /** Gives an item its rows in all indexes; what failed, or null. */
    private Result add(byte[] suffix, ItemHeader item) {
      if (!visibility.isLive(item, suffix)) {
        return null;
      }
      byte[] body = item.body();
      for (Building each : building) {
        try {
          IndexKeys keys = each.index.reader().read(body);
          add(each.index, suffix, item, keys);
          each.progress = each.progress.with(keys.multikey(), keys.cut());
        } catch (EngineException e) {
          return new Result(true, each.index, e);
        }
      }
      return null;
    }

    private void add(OpenIndex index, byte[] suffix, ItemHeader item, IndexKeys keys) {
      int number = container.number();
      if (!index.index().unique()) {
        for (byte[] key : keys.keys()) {
          IndexRows.put(transaction, number, index.id(), key, suffix);
        }
        return;
      }
      for (Claim claim : Claim.of(number, index, keys)) {
        claim.check(transaction, number, visibility, suffix);
        claim.put(transaction, item.lsn(), suffix);
      }
    }
  }
}
