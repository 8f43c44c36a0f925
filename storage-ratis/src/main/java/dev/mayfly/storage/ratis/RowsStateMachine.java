package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.LogPosition;
import dev.mayfly.storage.rocksdb.ReplicaRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.FileListSnapshotInfo;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.util.LifeCycle;

/**
 * Applies the log to the rows. Everything it writes depends on the log alone, so that replicas that
 * have applied the same entries are equal.
 *
 * <p>An entry that can't be applied ends the replica: if it continued, it would differ from then
 * on.
 */
final class RowsStateMachine extends BaseStateMachine {
  /** The reply to an entry that was decided in another term than the one it was appended in. */
  static final Message STALE = Message.valueOf("stale");

  /** The reply to a part of a group whose parts before it were dropped: nothing is applied. */
  static final Message INCOMPLETE = Message.valueOf("incomplete");

  private static final byte[] CLUSTER_KEY = {'c'};

  /** The end of the log is noted at such distances, to find where its tail begins. */
  private static final long MARK_BYTES = 1L << 20;

  private final Events events;
  private final LogTrimming trimming;
  private final Deque<Mark> marks = new ArrayDeque<>();
  private final ByteArrayOutputStream parts = new ByteArrayOutputStream();
  private int partsApplied;
  private long partsTerm;
  private volatile ReplicaRows rows;
  private volatile long clusterId;
  private volatile Map<String, NodeInfo> nodes = Map.of();
  private volatile TermIndex snapshot;
  private volatile long appliedBytes;
  private volatile long trimmedAtBytes;
  private volatile long trimmedAtIndex;
  private long releaseIndex = Long.MIN_VALUE;
  private volatile long releasedBefore = -1;

  /** So many bytes were applied when the log was at that place. */
  private record Mark(LogPosition position, long bytes) {}

  /** What the rest of the replica must know. None of it may block. */
  interface Events {
    void leaderReady();

    void notLeader();

    void rowsApplied();

    void leaderChanged(String leaderId);

    void membersChanged();

    /** A node has said something about itself. */
    void nodeChanged();

    void checksums(long id, ReplicaRows rows, LogPosition position);

    /** Whether this node's own leader submits the request. */
    boolean isOwn(RaftClientRequest request);

    CompletableFuture<byte[]> peerMessage(ByteBuffer message);

    /** Fetches the leader's rows; the future ends when they can replace those that are here. */
    CompletableFuture<LogPosition> fetchSnapshot(String leaderId, String address, long minIndex);

    /** Replaces the rows by those that were fetched. */
    ReplicaRows replaceRows(ReplicaRows old);

    /** The replica can't continue. */
    void failed(Throwable reason);
  }

  RowsStateMachine(ReplicaRows rows, LogTrimming trimming, Events events) {
    this.rows = requireNonNull(rows, "rows");
    this.trimming = requireNonNull(trimming, "trimming");
    this.events = requireNonNull(events, "events");
    adopt(rows);
  }

  private void adopt(ReplicaRows next) {
    LogPosition applied = next.applied();
    parts.reset();
    partsApplied = 0;
    marks.clear();
    trimmedAtBytes = appliedBytes;
    trimmedAtIndex = applied.index();
    TermIndex at = TermIndex.valueOf(applied.term(), applied.index());
    snapshot = applied.index() < 0 ? null : at;
    setLastAppliedTermIndex(applied.index() < 0 ? TermIndex.INITIAL_VALUE : at);
    rows = next;
    readOwn();
  }

  /** What the replica's own rows say is kept in memory: it is asked for at any time. */
  private void readOwn() {
    byte[] row = rows.own(CLUSTER_KEY);
    clusterId = row == null ? 0 : ByteBuffer.wrap(row).getLong();
    Map<String, NodeInfo> found = new HashMap<>();
    for (ReplicaRows.OwnRow each : rows.ownWith(NodeInfo.prefix())) {
      NodeInfo node = NodeInfo.decode(each.value());
      found.put(node.id(), node);
    }
    nodes = Map.copyOf(found);
  }

  ReplicaRows rows() {
    return rows;
  }

  /** The identity of the cluster; 0 while it has none. */
  long clusterId() {
    return clusterId;
  }

  /** What nodes have said about themselves, by id. */
  Map<String, NodeInfo> nodes() {
    return nodes;
  }

  /**
   * Whether the last leader before a term said that it answers no more reads: its last entry is
   * followed by the first one of that term.
   */
  boolean isReleasedBefore(long term) {
    return releasedBefore == term;
  }

  /** Whether so much was applied that the log should be trimmed. */
  boolean isTrimmingDue() {
    return appliedBytes - trimmedAtBytes >= trimming.bytes()
        || rows.applied().index() - trimmedAtIndex >= trimming.entries();
  }

  long trimmedIndex() {
    TermIndex at = snapshot;
    return at == null ? -1 : at.getIndex();
  }

  @Override
  public void initialize(RaftServer server, RaftGroupId groupId, RaftStorage storage)
      throws IOException {
    super.initialize(server, groupId, storage);
    getLifeCycle().startAndTransition(() -> {});
  }

  @Override
  public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
    TransactionContext.Builder context =
        TransactionContext.newBuilder().setStateMachine(this).setClientRequest(request);
    TransactionContext built = context.build();
    try {
      LogRecord record = LogRecord.decode(request.getMessage().getContent().asReadOnlyByteBuffer());
      boolean foreign = record.kind() != LogRecord.Kind.NODE && !events.isOwn(request);
      if (foreign && record.kind() != LogRecord.Kind.CHECKSUM) {
        built.setException(new IOException("Only the leader itself writes rows"));
      }
    } catch (EngineException e) {
      built.setException(new IOException(e.getMessage(), e));
    }
    return built;
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    LogPosition position = new LogPosition(entry.getTerm(), entry.getIndex());
    ByteString data = entry.getStateMachineLogEntry().getLogData();
    Message reply;
    try {
      reply = apply(position, data.asReadOnlyByteBuffer());
    } catch (Throwable failure) {
      events.failed(failure);
      throw failure;
    }
    updateLastAppliedTermIndex(position.term(), position.index());
    noteBytes(data.size());
    return CompletableFuture.completedFuture(reply);
  }

  private Message apply(LogPosition position, ByteBuffer data) {
    LogRecord record = LogRecord.decode(data);
    if (record.kind() == LogRecord.Kind.NOTHING) {
      return Message.EMPTY; // It may stand between the parts of a group.
    }
    if (record.kind() != LogRecord.Kind.PART) {
      forgetParts();
    }
    switch (record.kind()) {
      case ROWS -> {
        if (record.term() != position.term()) {
          return STALE;
        }
        rows.apply(position, target -> LogRecord.readRows(record.body(), target), List.of());
        events.rowsApplied();
      }
      case PART -> {
        if (record.term() != position.term()) {
          forgetParts();
          return STALE;
        }
        return applyPart(position, record);
      }
      case NODE -> {
        NodeInfo node = NodeInfo.decode(record.body().duplicate());
        own(position, NodeInfo.key(node.id()), node.encode());
        readOwn();
        events.nodeChanged();
      }
      case CLUSTER -> {
        if (rows.own(CLUSTER_KEY) == null) {
          byte[] id = new byte[Long.BYTES];
          record.body().get(0, id);
          own(position, CLUSTER_KEY, id);
          readOwn();
        }
      }
      case CHECKSUM -> events.checksums(record.body().getLong(0), rows, position);
      case RELEASE -> releaseIndex = position.index();
      case NOTHING -> {}
    }
    return Message.EMPTY;
  }

  private void own(LogPosition position, byte[] key, byte[] value) {
    rows.apply(position, target -> {}, List.of(new ReplicaRows.OwnRow(key, value)));
  }

  /** The rows stay before the first part until the last one is there. */
  private Message applyPart(LogPosition position, LogRecord record) {
    if (record.part() == 0) {
      forgetParts();
      partsTerm = record.term();
    }
    if (record.part() != partsApplied || record.term() != partsTerm) {
      forgetParts();
      // The parts before it are of a leader that did not finish, or another entry came between.
      return INCOMPLETE;
    }
    parts.writeBytes(record.partBytes());
    partsApplied++;
    if (partsApplied == record.parts()) {
      ByteBuffer body = ByteBuffer.wrap(parts.toByteArray());
      forgetParts();
      rows.apply(position, target -> LogRecord.readRows(body, target), List.of());
      events.rowsApplied();
    }
    return Message.EMPTY;
  }

  private void forgetParts() {
    parts.reset();
    partsApplied = 0;
  }

  private void noteBytes(int bytes) {
    appliedBytes += bytes;
    Mark last = marks.peekLast();
    if (last == null || appliedBytes - last.bytes() >= MARK_BYTES) {
      marks.addLast(new Mark(rows.applied(), appliedBytes));
    }
  }

  /**
   * All rows that are applied come onto the medium. What is reported is an earlier place, so that
   * the log behind it is kept.
   */
  @Override
  public long takeSnapshot() throws IOException {
    try {
      LogPosition flushed = rows.flush();
      trimmedAtBytes = appliedBytes;
      trimmedAtIndex = flushed.index();
      LogPosition reported = trimming.tailBytes() == 0 ? flushed : null;
      while (!marks.isEmpty()
          && marks.peekFirst().bytes() <= appliedBytes - trimming.tailBytes()
          && marks.peekFirst().position().index() <= flushed.index()) {
        reported = trimming.tailBytes() == 0 ? flushed : marks.peekFirst().position();
        marks.removeFirst();
      }
      if (reported == null || reported.index() < 0) {
        return RaftLog.INVALID_LOG_INDEX;
      }
      snapshot = TermIndex.valueOf(reported.term(), reported.index());
      return reported.index();
    } catch (RuntimeException e) {
      throw new IOException("The rows could not be flushed", e);
    }
  }

  @Override
  public SnapshotInfo getLatestSnapshot() {
    TermIndex at = snapshot;
    return at == null ? null : new FileListSnapshotInfo(List.of(), at);
  }

  @Override
  public CompletableFuture<Message> query(Message request) {
    return queryStale(request, -1);
  }

  @Override
  public CompletableFuture<Message> queryStale(Message request, long minIndex) {
    return events
        .peerMessage(request.getContent().asReadOnlyByteBuffer())
        .thenApply(bytes -> Message.valueOf(ByteString.copyFrom(bytes)));
  }

  @Override
  public void pause() {
    getLifeCycle().transition(LifeCycle.State.PAUSING);
    getLifeCycle().transition(LifeCycle.State.PAUSED);
  }

  @Override
  public void reinitialize() {
    try {
      adopt(events.replaceRows(rows));
    } catch (RuntimeException | Error failure) {
      events.failed(failure);
      throw failure;
    }
    getLifeCycle().startAndTransition(() -> {});
  }

  @Override
  public CompletableFuture<TermIndex> notifyInstallSnapshotFromLeader(
      RoleInfoProto roleInfo, TermIndex firstInLog) {
    var leader = roleInfo.getFollowerInfo().getLeaderInfo().getId();
    return events
        .fetchSnapshot(
            leader.getId().toStringUtf8(), leader.getAddress(), firstInLog.getIndex() - 1)
        .thenApply(position -> TermIndex.valueOf(position.term(), position.index()));
  }

  @Override
  public void notifyLeaderReady() {
    events.leaderReady();
  }

  @Override
  public void notifyNotLeader(Collection<TransactionContext> pending) {
    events.notLeader();
  }

  @Override
  public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
    events.leaderChanged(leader == null ? "" : leader.toString());
  }

  @Override
  public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto next) {
    if (index == releaseIndex + 1) {
      releasedBefore = term;
    }
    events.membersChanged();
  }

  @Override
  public void notifyLogFailed(Throwable cause, LogEntryProto entry) {
    events.failed(
        new EngineException(
            ErrorCode.STORAGE_FAILED,
            "The Raft log could not be written: " + cause + ". Look at the disk, then restart",
            cause));
  }

  @Override
  public void notifyServerShutdown(RoleInfoProto roleInfo, boolean allServer) {
    if (!allServer) {
      events.failed(
          new EngineException(
              ErrorCode.NOT_SUPPORTED,
              "The cluster's nodes no longer count this node as a member"));
    }
  }
}
