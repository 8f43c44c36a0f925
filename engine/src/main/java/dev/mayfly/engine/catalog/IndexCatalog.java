package dev.mayfly.engine.catalog;

import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.IndexProgress;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a change of a container's indexes does to their rows. */
public final class IndexCatalog {
  private IndexCatalog() {}

  /** How far each index of each container is built. */
  static Map<Integer, OpenIndexes> load(ReadView view) {
    Map<Integer, OpenIndexes> loaded = new HashMap<>();
    try (RowCursor rows =
        view.cursor(Table.META, MetaKeys.INDEXES, Bytes.after(MetaKeys.INDEXES))) {
      while (rows.next()) {
        int container = MetaKeys.number(rows.key());
        OpenIndexes before = loaded.getOrDefault(container, OpenIndexes.NONE);
        IndexProgress progress = IndexProgress.decode(rows.value());
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
    transaction.afterCommit(() -> container.indexWaiters().dropped(gone.id()));
  }

  /** Stores how far an index is built; it is published when committed. */
  public static void put(
      WriteTransaction transaction, OpenContainer container, int id, IndexProgress progress) {
    container.indexesChange(transaction);
    transaction.put(Table.META, MetaKeys.index(container.number(), id), progress.encode());
    IndexProgress before = progress(container, id);
    boolean tellsNothingNew =
        before != null
            && before.ready() == progress.ready()
            && before.multikey() == progress.multikey()
            && before.cut() == progress.cut();
    if (!tellsNothingNew) {
      transaction.afterCommit(() -> container.publish(container.face().with(id, progress)));
    }
    if (progress.ready()) {
      transaction.afterCommit(() -> container.indexWaiters().ready(id));
    }
  }

  private static IndexProgress progress(OpenContainer container, int id) {
    OpenIndex index = container.face().indexes().numbered(id);
    return index == null ? null : index.progress();
  }

  /** How far an index is built as of now, earlier writes of the same group included. */
  public static IndexProgress progress(
      WriteTransaction transaction, OpenContainer container, int id) {
    return IndexProgress.decode(
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
