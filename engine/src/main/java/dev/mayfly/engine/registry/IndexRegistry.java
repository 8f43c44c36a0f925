package dev.mayfly.engine.registry;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.IndexSource;
import dev.mayfly.engine.catalog.IndexSources;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.IndexProgressRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Adds and drops indexes of open containers, and keeps the rows that say how far each is built. */
public final class IndexRegistry {
  private final Committer committer;
  private final Catalog catalog;

  public IndexRegistry(Committer committer, Catalog catalog) {
    this.committer = requireNonNull(committer, "committer");
    this.catalog = requireNonNull(catalog, "catalog");
  }

  /** An index that could not be built goes, and the definition back to what it was without it. */
  public void fail(OpenContainer container, OpenIndex index, EngineException failure) {
    committer.execute(
        transaction -> {
          ContainerState before = container.snapshot().state();
          boolean there =
              before.indexes().list().stream().anyMatch(each -> each.id() == index.id());
          if (container.isDropped() || !there) {
            return null;
          }
          ContainerState next =
              DefinitionChange.withoutIndex(
                  before, index.id(), transaction.nowSecond(), transaction.nextLsn());
          transaction.afterCommit(
              () -> container.indexWaiters().failed(index.index().name(), failure));
          change(transaction, container, before.indexes(), next.indexes(), false);
          catalog.put(transaction, container, next);
          return null;
        },
        CommitOptions.EXCLUSIVE);
  }

  /** Adds an index that a query asked for; the definition stays what it is. */
  public void addAutomatic(OpenContainer container, PathIndex index) {
    changeIndexes(container, indexes -> indexes.withAutomatic(index));
  }

  /** Drops an index that no definition asks for. */
  public void dropAutomatic(OpenContainer container, OpenIndex index) {
    changeIndexes(container, indexes -> indexes.without(index.id()));
  }

  private void changeIndexes(OpenContainer container, UnaryOperator<IndexSources> change) {
    committer.execute(
        transaction -> {
          ContainerState before = container.snapshot().state();
          boolean empty = catalog.isEmpty(container);
          IndexSources next = change.apply(before.indexes());
          if (!container.isDropped()) {
            change(transaction, container, before.indexes(), next, empty);
            catalog.put(transaction, container, before.withIndexes(next));
          }
          return null;
        },
        CommitOptions.EXCLUSIVE);
  }

  /** How far each index of each container is built. */
  static Map<Integer, OpenIndexes> load(ReadView view) {
    Map<Integer, OpenIndexes> loaded = new HashMap<>();
    try (RowCursor rows =
        view.cursor(Table.META, MetaKeys.INDEXES, Bytes.after(MetaKeys.INDEXES))) {
      while (rows.next()) {
        int container = MetaKeys.number(rows.key());
        OpenIndexes before = loaded.getOrDefault(container, OpenIndexes.NONE);
        IndexProgress progress = IndexProgressRow.decode(rows.value());
        loaded.put(container, before.with(MetaKeys.indexOf(rows.key()), progress));
      }
    }
    return loaded;
  }

  /** The rows of indexes that come and go with a change; the write must be alone in its group. */
  static void change(
      WriteTransaction transaction,
      OpenContainer container,
      IndexSources before,
      IndexSources after,
      boolean empty) {
    for (IndexSource gone : before.minus(after)) {
      remove(transaction, container, gone);
    }
    IndexProgress progress = empty ? IndexProgress.READY : IndexProgress.BUILDING;
    for (IndexSource added : after.minus(before)) {
      put(transaction, container, added.id(), progress);
      String name = added.index().name();
      transaction.afterCommit(() -> container.indexWaiters().added(name));
    }
  }

  private static void remove(
      WriteTransaction transaction, OpenContainer container, IndexSource gone) {
    container.indexesChange(transaction);
    int number = container.number();
    List<byte[]> prefixes =
        List.of(Keys.index(number, gone.id()), Keys.uniqueIndex(number, gone.id()));
    transaction.deleteRange(Table.INDEX, prefixes.get(0), Bytes.after(prefixes.get(0)));
    transaction.deleteRange(Table.UNIQUE, prefixes.get(1), Bytes.after(prefixes.get(1)));
    transaction.delete(Table.META, MetaKeys.index(number, gone.id()));
  }

  /** Stores how far an index is built; it is published when committed. */
  public static void put(
      WriteTransaction transaction, OpenContainer container, int id, IndexProgress progress) {
    container.indexesChange(transaction);
    transaction.put(
        Table.META, MetaKeys.index(container.number(), id), IndexProgressRow.encode(progress));
    IndexProgress before = progress(container, id);
    boolean unchanged =
        before != null
            && before.ready() == progress.ready()
            && before.multikey() == progress.multikey()
            && before.cut() == progress.cut();
    if (!unchanged) {
      transaction.afterCommit(() -> container.publish(container.snapshot().with(id, progress)));
    }
  }

  private static IndexProgress progress(OpenContainer container, int id) {
    OpenIndex index = container.snapshot().indexes().numbered(id);
    return index == null ? null : index.progress();
  }

  /** How far an index is built as of now, earlier writes of the same group included. */
  public static IndexProgress progress(
      WriteTransaction transaction, OpenContainer container, int id) {
    return IndexProgressRow.decode(
        transaction.get(Table.META, MetaKeys.index(container.number(), id)));
  }

  /** Remembers what the keys of an index are like, before the first such key is there. */
  public static void note(
      WriteTransaction transaction, OpenContainer container, OpenIndex index, IndexKeys keys) {
    IndexProgress known = index.progress();
    if (keys.multikey() && !known.multikey() || keys.cut() && !known.cut()) {
      IndexProgress now = progress(transaction, container, index.id());
      put(transaction, container, index.id(), now.with(keys.multikey(), keys.cut()));
    }
  }
}
