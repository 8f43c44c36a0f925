package dev.mayfly.engine.operation;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.pending.PendingRows;
import dev.mayfly.engine.pending.PendingView;
import dev.mayfly.engine.storage.ReadView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * What a transaction reads: rows as of its beginning with its own pending ones, judged by the
 * policy and at the second of each statement (D6). A container that was changed, made or dropped
 * since the beginning is a conflict. Of the indexes only those are read that were built then.
 */
final class TransactionViews implements ViewSource {
  private final ReadView base;
  private final PendingRows pending;
  private final Timekeeper timekeeper;
  private final IntConsumer onUse;
  private final Map<Integer, Pinned> pinned = new HashMap<>();
  private final Set<Integer> created = new HashSet<>();
  private long doomedAtSecond = Long.MAX_VALUE;
  private boolean closed;

  /** What was published, and what the transaction makes of it. */
  private record Pinned(ContainerSnapshot published, ContainerSnapshot shown) {}

  /**
   * @param base closed with this
   * @param onUse called with each container before its first use
   */
  TransactionViews(ReadView base, PendingRows pending, Timekeeper timekeeper, IntConsumer onUse) {
    this.base = requireNonNull(base, "base");
    this.pending = requireNonNull(pending, "pending");
    this.timekeeper = requireNonNull(timekeeper, "timekeeper");
    this.onUse = requireNonNull(onUse, "onUse");
  }

  static EngineException conflict(String reason) {
    return new EngineException(ErrorCode.WRITE_CONFLICT, reason + ": try again.");
  }

  void requireOpen() {
    if (closed) {
      throw new EngineException(ErrorCode.CLOSED, "The transaction has ended.");
    }
  }

  /** The rows without the pending ones. */
  ReadView base() {
    return base;
  }

  /** The transaction makes this container. */
  void created(int number) {
    created.add(number);
  }

  /** An item that is to be written dies at that second: from then on there is a conflict. */
  void doomedAt(long second) {
    doomedAtSecond = Math.min(doomedAtSecond, second);
  }

  @Override
  public Visibility now(OpenContainer container) {
    requireOpen();
    long now = timekeeper.nowSecond();
    if (now >= doomedAtSecond) {
      throw conflict("An item that this transaction has written expired meanwhile");
    }
    return shown(container).at(now);
  }

  private ContainerSnapshot shown(OpenContainer container) {
    ContainerSnapshot published = container.snapshot();
    Pinned known = pinned.get(container.number());
    if (known == null) {
      onUse.accept(container.number());
    }
    if (known == null || known.published() != published || container.isDropped()) {
      requireUnchanged(container, published);
      known =
          new Pinned(
              published, PastContainer.withIndexes(new PendingView(base, pending, 0), published));
      pinned.put(container.number(), known);
    }
    return known.shown();
  }

  private void requireUnchanged(OpenContainer container, ContainerSnapshot published) {
    if (!created.contains(container.number())
        && !PastContainer.isUnchanged(base, container, published)) {
      throw conflict(
          "The container '"
              + published.definition().name()
              + "' was changed since this transaction began");
    }
  }

  /** The indexes of a container are other than they were. */
  void indexesChanged(int container) {
    pinned.remove(container);
  }

  @Override
  public LiveView open(Visibility visibility) {
    return LiveView.passingAll(rows(visibility));
  }

  @Override
  public ReadView rows(Visibility visibility) {
    requireOpen();
    return new PendingView(base, pending, visibility.nowSecond());
  }

  /** How far an index is built is read from the rows. */
  @Override
  public boolean hasCurrentIndexes(OpenContainer container, ContainerSnapshot taken) {
    return false;
  }

  void close() {
    if (!closed) {
      closed = true;
      base.close();
    }
  }
}
