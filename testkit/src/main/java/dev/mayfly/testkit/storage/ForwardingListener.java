package dev.mayfly.testkit.storage;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.WriteView;

/** Passes every call on to another listener; wrappers change the calls they are about. */
public abstract class ForwardingListener implements GroupListener {
  private final GroupListener inner;

  protected ForwardingListener(GroupListener inner) {
    this.inner = requireNonNull(inner, "inner");
  }

  @Override
  public void begin(WriteView view) {
    inner.begin(view);
  }

  @Override
  public boolean mayGrow() {
    return inner.mayGrow();
  }

  @Override
  public boolean mustCommit() {
    return inner.mustCommit();
  }

  @Override
  public void end(WriteView view) {
    inner.end(view);
  }

  @Override
  public void committed() {
    inner.committed();
  }

  @Override
  public void abandoned() {
    inner.abandoned();
  }
}
