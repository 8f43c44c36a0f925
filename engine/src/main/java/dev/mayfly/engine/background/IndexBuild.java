package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.operation.IndexRows;
import dev.mayfly.engine.operation.KeysAhead;
import dev.mayfly.engine.operation.UniqueClaim;
import dev.mayfly.engine.registry.IndexRegistry;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gives existing items their rows in new indexes, a slice at a time; indexes that were asked for
 * together are built together. Concurrent writes add the rows of their items by themselves, and are
 * refused where they would collide with what has been built of a unique index. How far it came is
 * committed with the rows: after a crash it resumes there. An item that is dead gets no rows: it
 * will not be seen again.
 */
final class IndexBuild {
  /** Bodies may be large; a slice reads at most this much of them. */
  private static final long SLICE_BYTES = 4L << 20;

  private final IndexRegistry registry;
  private final Committer committer;
  private final Storage storage;

  /**
   * How a slice ended; with a failure, the index cannot be built.
   *
   * @param large the key of an item before which it ended, as its keys should be computed first;
   *     null for none
   */
  private record Result(boolean more, OpenIndex index, EngineException failure, byte[] large) {
    static final Result DONE = new Result(false, null, null, null);
    static final Result MORE = new Result(true, null, null, null);
  }

  IndexBuild(IndexRegistry registry, Committer committer, Storage storage) {
    this.registry = requireNonNull(registry, "registry");
    this.committer = requireNonNull(committer, "committer");
    this.storage = requireNonNull(storage, "storage");
  }

  static boolean isNeeded(OpenContainer container) {
    return !container.isDropped()
        && container.snapshot().indexes().list().stream().anyMatch(index -> !index.ready());
  }

  /** Does the next slice; true if there is more to do. */
  boolean step(OpenContainer container, SliceLimits limits) {
    Result result = slice(container, limits, null);
    if (result.large() != null) {
      // Computed on this thread, not on that of the commits.
      byte[] row = storage.get(Table.ITEMS, result.large());
      result = slice(container, limits, KeysAhead.of(container.snapshot(), row));
    }
    if (result.failure() != null) {
      registry.fail(container, result.index(), result.failure());
    }
    return result.more() || isNeeded(container);
  }

  private Result slice(OpenContainer container, SliceLimits limits, KeysAhead ahead) {
    return committer.execute(
        transaction -> new Slice(transaction, container, limits, ahead).run(),
        CommitOptions.BACKGROUND);
  }

  /** An index under construction, and its progress in this slice. */
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
    private final KeysAhead ahead;
    private final Visibility visibility;
    private final List<Building> building = new ArrayList<>();
    private byte[] last;
    private long items;
    private long bytes;

    private Slice(
        WriteTransaction transaction,
        OpenContainer container,
        SliceLimits limits,
        KeysAhead ahead) {
      this.transaction = transaction;
      this.container = container;
      this.limits = limits;
      this.ahead = ahead;
      this.visibility = container.snapshot().at(transaction.nowSecond());
    }

    private Result run() {
      if (!isNeeded(container)) {
        return Result.DONE;
      }
      limits.start();
      collect();
      Result result = walk();
      boolean complete = !result.more() && result.failure() == null;
      for (Building each : building) {
        IndexProgress next = each.progress.builtTo(last, items);
        IndexRegistry.put(
            transaction, container, each.index.id(), complete ? next.asReady() : next);
      }
      return result;
    }

    private void collect() {
      for (OpenIndex index : container.snapshot().indexes().list()) {
        if (index.ready()) {
          continue;
        }
        IndexProgress progress = IndexRegistry.progress(transaction, container, index.id());
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
            return Result.MORE;
          }
          ItemRow item = ItemRow.of(rows.value());
          boolean isAhead = ahead != null && ahead.lsn() == item.lsn();
          if (KeysAhead.areWorthIt(container.snapshot(), item.bodyLength()) && !isAhead) {
            return new Result(true, null, null, rows.key());
          }
          Result failed = add(Keys.suffix(rows.key()), item);
          if (failed != null) {
            return failed;
          }
          last = rows.key();
          items++;
          bytes += item.row().length;
        }
      }
      return Result.DONE;
    }

    /** Gives an item its rows in all indexes; what failed, or null. */
    private Result add(byte[] suffix, ItemRow item) {
      if (!visibility.isLive(item, suffix)) {
        return null;
      }
      byte[] body = item.body();
      for (Building each : building) {
        try {
          IndexKeys keys = ahead == null ? null : ahead.of(each.index, item);
          keys = keys == null ? each.index.reader().read(body) : keys;
          add(each.index, suffix, item, keys);
          each.progress = each.progress.with(keys.multikey(), keys.cut());
        } catch (EngineException e) {
          return new Result(true, each.index, e, null);
        }
      }
      return null;
    }

    private void add(OpenIndex index, byte[] suffix, ItemRow item, IndexKeys keys) {
      int number = container.number();
      if (!index.index().unique()) {
        for (byte[] key : keys.keys()) {
          IndexRows.put(transaction, number, index.id(), key, suffix);
        }
        return;
      }
      for (UniqueClaim claim : UniqueClaim.of(number, index, keys)) {
        claim.check(transaction, number, visibility, suffix, item.body());
        claim.put(transaction, item.lsn(), suffix);
      }
    }
  }
}
