package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.testkit.storage.ForwardingStorage;
import dev.mayfly.testkit.storage.ForwardingWriteView;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.function.Predicate;

/** A storage that silently drops some writes. */
final class ForgetfulStorage extends ForwardingStorage {
  private final MemoryStorage storage;
  private final Predicate<Change> forgets;

  /** A row to be put or deleted. */
  record Change(Table table, boolean delete) {}

  ForgetfulStorage(MemoryStorage storage, Predicate<Change> forgets) {
    super(storage);
    this.storage = storage;
    this.forgets = forgets;
  }

  ForgetfulStorage reopen() {
    return new ForgetfulStorage(storage.reopen(), forgets);
  }

  @Override
  protected WriteView wrap(WriteView view) {
    return new ForgetfulView(view);
  }

  private final class ForgetfulView extends ForwardingWriteView {
    private ForgetfulView(WriteView view) {
      super(view);
    }

    @Override
    public void put(Table table, byte[] key, byte[] value) {
      if (!forgets.test(new Change(table, false))) {
        super.put(table, key, value);
      }
    }

    @Override
    public void delete(Table table, byte[] key) {
      if (!forgets.test(new Change(table, true))) {
        super.delete(table, key);
      }
    }
  }
}
