package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Predicate;

/** A storage that does not do everything it is told, without a word. */
final class ForgetfulStorage implements Storage {
  private final MemoryStorage storage;
  private final Predicate<Change> forgets;

  /** A row to be put or deleted. */
  record Change(Table table, boolean delete) {}

  ForgetfulStorage(MemoryStorage storage, Predicate<Change> forgets) {
    this.storage = storage;
    this.forgets = forgets;
  }

  ForgetfulStorage reopen() {
    return new ForgetfulStorage(storage.reopen(), forgets);
  }

  @Override
  public <R> void submit(Decision<R> decision, Completion<R> completion) {
    storage.submit(forgetful(decision), completion);
  }

  @Override
  public <R> R execute(Decision<R> decision) {
    return storage.execute(forgetful(decision));
  }

  private <R> Decision<R> forgetful(Decision<R> decision) {
    return new Decision<>() {
      @Override
      public R decide(WriteView view) {
        return decision.decide(new ForgetfulView(view));
      }

      @Override
      public boolean exclusive() {
        return decision.exclusive();
      }

      @Override
      public boolean needsSync() {
        return decision.needsSync();
      }
    };
  }

  private final class ForgetfulView implements WriteView {
    private final WriteView view;

    private ForgetfulView(WriteView view) {
      this.view = view;
    }

    @Override
    public void put(Table table, byte[] key, byte[] value) {
      if (!forgets.test(new Change(table, false))) {
        view.put(table, key, value);
      }
    }

    @Override
    public void delete(Table table, byte[] key) {
      if (!forgets.test(new Change(table, true))) {
        view.delete(table, key);
      }
    }

    @Override
    public byte[] get(Table table, byte[] key) {
      return view.get(table, key);
    }

    @Override
    public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
      return view.cursor(table, fromInclusive, toExclusive);
    }

    @Override
    public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
      view.deleteRange(table, fromInclusive, toExclusive);
    }

    @Override
    public void requireSync() {
      view.requireSync();
    }
  }

  @Override
  public Set<Capability> capabilities() {
    return storage.capabilities();
  }

  @Override
  public void start(GroupListener listener) {
    storage.start(listener);
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    return storage.get(table, key);
  }

  @Override
  public ReadView snapshot() {
    return storage.snapshot();
  }

  @Override
  public int waiting() {
    return storage.waiting();
  }

  @Override
  public long sizeOnDiskBytes() {
    return storage.sizeOnDiskBytes();
  }

  @Override
  public void backup(Path directory) {
    storage.backup(directory);
  }

  @Override
  public void close() {
    storage.close();
  }
}
