package dev.mayfly.storage.rocksdb;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The views and cursors that are open, so that the storage can close those that others forgot. */
final class OpenHandles {
  private final Set<RocksView> views = ConcurrentHashMap.newKeySet();
  private final Set<RocksCursor> cursors = ConcurrentHashMap.newKeySet();

  void add(RocksView view) {
    views.add(view);
  }

  void remove(RocksView view) {
    views.remove(view);
  }

  void add(RocksCursor cursor) {
    cursors.add(cursor);
  }

  void remove(RocksCursor cursor) {
    cursors.remove(cursor);
  }

  /** Called when the gate is closed, so nothing is added any more. */
  void releaseAll() {
    cursors.forEach(RocksCursor::close);
    views.forEach(RocksView::release);
  }
}
