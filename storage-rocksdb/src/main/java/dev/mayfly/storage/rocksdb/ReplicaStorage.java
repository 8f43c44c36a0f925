package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.storage.AppliedRows;
import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What an engine sees of a replica's rows while its node has one role. Where the node leads,
 * decisions are taken here and their rows are replicated; elsewhere there are none.
 */
final class ReplicaStorage implements Storage {
  private final ReplicaRows rows;
  private final GroupReplicator replicator;
  private final GroupCommit commit;
  private final GroupWriter writer;
  private final CallGate gate = new CallGate();
  private final OpenHandles openReads = new OpenHandles();
  private volatile AppliedRows followed;
  private boolean closed;

  private ReplicaStorage(
      ReplicaRows rows, GroupReplicator replicator, boolean leads, int queueLimit) {
    this.rows = requireNonNull(rows, "rows");
    this.replicator = requireNonNull(replicator, "replicator");
    RocksDbOptions options = rows.options();
    this.commit =
        leads
            ? new GroupCommit(
                rows.database(),
                rows.rowCache(),
                DiskSpace.of(rows.database().directory(), options.diskReserveBytes()),
                new ReplicatedSink(replicator),
                options.durability())
            : null;
    this.writer = leads ? new GroupWriter(commit, queueLimit, true) : null;
  }

  static ReplicaStorage leading(ReplicaRows rows, GroupReplicator replicator, int queueLimit) {
    return new ReplicaStorage(rows, replicator, true, queueLimit);
  }

  static ReplicaStorage following(ReplicaRows rows, GroupReplicator replicator) {
    return new ReplicaStorage(rows, replicator, false, 0);
  }

  /** Hands the rows of a group to those who replicate it. */
  private record ReplicatedSink(GroupReplicator replicator) implements GroupSink {
    @Override
    public EngineException refusal() {
      return replicator.refusal();
    }

    @Override
    public long decisionBytesMax() {
      return replicator.decisionBytesMax();
    }

    @Override
    public void commit(StagedWrites staged, boolean sync) {
      replicator.replicate(target -> writeTo(staged, target));
    }

    private static void writeTo(StagedWrites staged, AppliedRows target) {
      for (StagedWrites.Range range : staged.ranges()) {
        target.deleteRange(range.table(), range.fromInclusive(), range.toExclusive());
      }
      for (StagedWrites.Row row : staged.rows()) {
        if (row.value == StagedWrites.DELETED) {
          target.delete(row.table, row.key);
        } else if (row.isStaged()) {
          target.put(row.table, row.key, row.value);
        }
      }
    }
  }

  @Override
  public long keptRows() {
    return rows.rowCache().usualRows() / 2;
  }

  @Override
  public Set<Capability> capabilities() {
    gate.enter();
    gate.leave();
    return ReplicaRows.capabilities();
  }

  @Override
  public void start(GroupListener listener) {
    if (writer != null) {
      writer.start(listener);
    }
  }

  @Override
  public boolean follow(AppliedRows applied) {
    if (writer != null) {
      return false;
    }
    gate.enter();
    try {
      followed = requireNonNull(applied, "applied");
      rows.follow(applied);
    } finally {
      gate.leave();
    }
    return true;
  }

  @Override
  public void requireCurrent() {
    replicator.requireCurrent();
  }

  /** One that follows is opened on rows of any time, and kept up with them. */
  private void requireLeading() {
    if (writer != null) {
      replicator.requireCurrent();
    }
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    gate.enter();
    try {
      requireLeading();
      RowCache cache = rows.rowCache();
      return cache.isOf(table)
          ? cache.get(key, cache.committed(), () -> rows.database().get(table, key))
          : rows.database().get(table, key);
    } finally {
      gate.leave();
    }
  }

  @Override
  public ReadView snapshot() {
    gate.enter();
    try {
      requireLeading();
      return new RocksView(rows.database(), rows.rowCache(), openReads, gate);
    } finally {
      gate.leave();
    }
  }

  @Override
  public <R> void submit(Decision<R> decision, Completion<R> completion) {
    if (writer == null) {
      gate.enter();
      gate.leave();
      completion.complete(null, replicator.refusal());
    } else {
      writer.submit(decision, completion);
    }
  }

  @Override
  public <R> R execute(Decision<R> decision) {
    if (writer == null) {
      gate.enter();
      gate.leave();
      throw replicator.refusal();
    }
    return writer.execute(decision);
  }

  @Override
  public int waiting() {
    gate.enter();
    gate.leave();
    return writer == null ? 0 : writer.waiting();
  }

  @Override
  public long sizeOnDiskBytes() {
    gate.enter();
    try {
      return rows.sizeOnDiskBytes();
    } finally {
      gate.leave();
    }
  }

  @Override
  public void backup(Path directory) {
    gate.enter();
    try {
      rows.backup(directory);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Optional<String> damage() {
    return rows.damage();
  }

  /** The rows stay open. Decisions accepted before are still replicated, or refused. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    if (writer == null) {
      rows.unfollow(followed);
    } else {
      writer.close();
    }
    gate.close();
    closed = true;
    openReads.releaseAll();
    if (commit != null) {
      commit.close();
    }
    rows.closed(this);
  }
}
