package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.Catalog;
import dev.mayfly.engine.catalog.Face;
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

/**
 * Gives existing items their rows in a new index, a slice at a time. Writes that go on meanwhile
 * write the rows of their items by themselves, and are refused where they would collide with what
 * has been built of a unique index. How far it came is committed with the rows: after a crash it
 * goes on there. An item that is dead gets no rows: nobody will see it again.
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
    return !container.isDropped() && building(container) != null;
  }

  private static OpenIndex building(OpenContainer container) {
    for (OpenIndex index : container.face().indexes().list()) {
      if (!index.ready()) {
        return index;
      }
    }
    return null;
  }

  /** Does the next slice; true if there is more to do. */
  boolean step(OpenContainer container, SliceLimits limits) {
    Result result =
        committer.executeInBackground(transaction -> run(transaction, container, limits));
    if (result.failure() != null) {
      catalog.failIndex(container, result.index(), result.failure());
    }
    return result.more() || isNeeded(container);
  }

  private static Result run(
      WriteTransaction transaction, OpenContainer container, SliceLimits limits) {
    OpenIndex index = building(container);
    if (index == null || container.isDropped()) {
      return new Result(false, null, null);
    }
    limits.start();
    Face face = container.face();
    Visibility visibility = face.at(transaction.nowSecond());
    IndexProgress progress = IndexCatalog.progress(transaction, container, index.id());
    byte[] prefix = Keys.container(container.number());
    byte[] last = progress.builtTo();
    long items = 0;
    long bytes = 0;
    EngineException failure = null;
    boolean more = false;
    byte[] from = last.length == 0 ? prefix : Bytes.next(last);
    try (RowCursor rows = transaction.cursor(Table.ITEMS, from, Bytes.after(prefix))) {
      while (!more && failure == null && rows.next()) {
        more = !limits.row() || bytes >= SLICE_BYTES;
        if (!more) {
          byte[] suffix = Keys.suffix(rows.key());
          ItemHeader item = ItemHeader.of(rows.value());
          try {
            if (visibility.isLive(item, suffix)) {
              IndexKeys keys = index.reader().read(item.body());
              add(transaction, container, index, visibility, suffix, item, keys);
              progress = progress.with(keys.multikey(), keys.cut());
            }
            last = rows.key();
            items++;
            bytes += item.row().length;
          } catch (EngineException e) {
            failure = e;
          }
        }
      }
    }
    IndexProgress next = progress.builtTo(last, items);
    boolean complete = !more && failure == null;
    IndexCatalog.put(transaction, container, index.id(), complete ? next.asReady() : next);
    return new Result(more, index, failure);
  }

  private static void add(
      WriteTransaction transaction,
      OpenContainer container,
      OpenIndex index,
      Visibility visibility,
      byte[] suffix,
      ItemHeader item,
      IndexKeys keys) {
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
