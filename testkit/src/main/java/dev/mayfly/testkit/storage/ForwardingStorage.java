package dev.mayfly.testkit.storage;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.AppliedRows;
import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Passes every call on to another storage; wrappers change the calls they are about. */
public abstract class ForwardingStorage implements Storage {
  private final Storage inner;

  protected ForwardingStorage(Storage inner) {
    this.inner = requireNonNull(inner, "inner");
  }

  /** The storage behind this one. */
  public final Storage inner() {
    return inner;
  }

  /** The view that a decision gets in place of the storage's own. */
  protected WriteView wrap(WriteView view) {
    return view;
  }

  @Override
  public Set<Capability> capabilities() {
    return inner.capabilities();
  }

  @Override
  public void start(GroupListener listener) {
    inner.start(listener);
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    return inner.get(table, key);
  }

  @Override
  public ReadView snapshot() {
    return inner.snapshot();
  }

  @Override
  public void requireCurrent() {
    inner.requireCurrent();
  }

  @Override
  public boolean follow(AppliedRows rows) {
    return inner.follow(rows);
  }

  @Override
  public <R> void submit(Decision<R> decision, Completion<R> completion) {
    inner.submit(new ForwardingDecision<>(decision), completion);
  }

  @Override
  public <R> R execute(Decision<R> decision) {
    return inner.execute(new ForwardingDecision<>(decision));
  }

  @Override
  public int waiting() {
    return inner.waiting();
  }

  @Override
  public long keptRows() {
    return inner.keptRows();
  }

  @Override
  public long sizeOnDiskBytes() {
    return inner.sizeOnDiskBytes();
  }

  @Override
  public Optional<String> damage() {
    return inner.damage();
  }

  @Override
  public void backup(Path directory) {
    inner.backup(directory);
  }

  @Override
  public void close() {
    inner.close();
  }

  /** The same decision, on the view that this storage makes of the real one. */
  protected class ForwardingDecision<R> implements Decision<R> {
    private final Decision<R> decision;

    protected ForwardingDecision(Decision<R> decision) {
      this.decision = requireNonNull(decision, "decision");
    }

    @Override
    public R decide(WriteView view) {
      return decision.decide(wrap(view));
    }

    @Override
    public boolean exclusive() {
      return decision.exclusive();
    }

    @Override
    public boolean needsSync() {
      return decision.needsSync();
    }

    @Override
    public boolean inline() {
      return decision.inline();
    }
  }
}
