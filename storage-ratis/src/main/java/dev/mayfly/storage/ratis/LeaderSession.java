package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.GroupReplicator;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * One term of leadership. Groups are submitted one after another by the storage's one writer. When
 * leadership is lost, the group that was submitted ends with an unknown outcome, and everything
 * after it is refused.
 */
final class LeaderSession implements GroupReplicator {
  /** What one decision may change. */
  static final long DECISION_BYTES_MAX = 64L << 20;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How often a group is submitted whose parts are separated by other entries, which are rare. */
  private static final int ATTEMPTS_MAX = 10;

  private final RaftServer server;
  private final RaftGroupId group;
  private final long term;
  private final Lease lease;
  private final Runnable whenBroken;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong calls = new AtomicLong();
  private volatile CompletableFuture<RaftClientReply> pending;
  private volatile long submittedNanos;
  private volatile boolean waiting;
  private volatile boolean stopped;
  private volatile boolean lost;

  /**
   * @param whenBroken called when it ends although leadership may not have been lost
   */
  LeaderSession(RaftServer server, RaftGroupId group, long term, Lease lease, Runnable whenBroken) {
    this.server = requireNonNull(server, "server");
    this.group = requireNonNull(group, "group");
    this.term = term;
    this.lease = requireNonNull(lease, "lease");
    this.whenBroken = requireNonNull(whenBroken, "whenBroken");
  }

  long term() {
    return term;
  }

  Lease lease() {
    return lease;
  }

  boolean isOwn(RaftClientRequest request) {
    return request.getClientId().equals(client);
  }

  /** Leadership is lost: what was submitted ends with an unknown outcome. */
  void lose() {
    stop();
    lost = true;
    CompletableFuture<RaftClientReply> waiting = pending;
    if (waiting != null) {
      waiting.complete(null);
    }
  }

  /** No more reads and groups, while the group that was submitted may still end well. */
  void stop() {
    stopped = true;
    lease.end();
  }

  boolean isStopped() {
    return stopped;
  }

  @Override
  public EngineException refusal() {
    return stopped ? notLeader() : null;
  }

  @Override
  public long decisionBytesMax() {
    return DECISION_BYTES_MAX;
  }

  @Override
  public void requireCurrent() {
    if (!lease.isValid() && !lease.await(PATIENCE_NANOS)) {
      throw stopped ? notLeader() : noQuorum();
    }
  }

  @Override
  public void replicate(GroupRows rows) {
    List<byte[]> records = LogRecord.encode(term, rows);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      if (submitAll(records)) {
        return;
      }
    }
    throw broken(null);
  }

  /** False if an entry of another kind came between two parts: all nodes have dropped them. */
  private boolean submitAll(List<byte[]> records) {
    for (byte[] record : records) {
      if (stopped) {
        throw notLeader();
      }
      if (!submit(record)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns when the record is applied here. One thread at a time.
   *
   * @return false if it is a part of a group of which parts before it are missing
   */
  synchronized boolean submit(byte[] record) {
    CompletableFuture<RaftClientReply> ended = new CompletableFuture<>();
    pending = ended;
    if (lost) {
      throw notLeader();
    }
    long asked = System.nanoTime();
    try {
      server
          .submitClientRequestAsync(request(record))
          .whenComplete(
              (reply, failure) -> {
                if (failure == null) {
                  ended.complete(reply);
                } else {
                  ended.completeExceptionally(failure);
                }
              });
    } catch (IOException | RuntimeException e) {
      throw broken(e);
    }
    submittedNanos = asked;
    waiting = true;
    RaftClientReply reply = await(ended);
    waiting = false;
    if (reply == null || !reply.isSuccess()) {
      throw broken(reply == null ? null : reply.getException());
    }
    if (RowsStateMachine.STALE.getContent().equals(reply.getMessage().getContent())) {
      throw stale();
    }
    lease.extend(asked);
    return !RowsStateMachine.INCOMPLETE.getContent().equals(reply.getMessage().getContent());
  }

  /** How long a record has been on its way by now; 0 if none is. */
  long waitedNanos() {
    return waiting ? System.nanoTime() - submittedNanos : 0;
  }

  /** Another entry behind the record that is on its way; what becomes of it does not matter. */
  void appendNothing() throws IOException {
    server.submitClientRequestAsync(
        request(LogRecord.encode(LogRecord.Kind.NOTHING, term, new byte[0])));
  }

  /**
   * Nobody knows what became of a record. Even if the node still leads, what was decided after it
   * would rest on rows that may change yet: this session is over.
   */
  private EngineException broken(Throwable cause) {
    lose();
    whenBroken.run();
    return unknown(cause);
  }

  /**
   * The record went into another term than this session's, and no node has applied it. If the node
   * leads in that term, it needs a session of that term.
   */
  private EngineException stale() {
    lose();
    whenBroken.run();
    return notLeader();
  }

  private RaftClientRequest request(byte[] record) {
    return RaftClientRequest.newBuilder()
        .setClientId(client)
        .setServerId(server.getId())
        .setGroupId(group)
        .setCallId(calls.incrementAndGet())
        .setMessage(Message.valueOf(UnsafeByteOperations.unsafeWrap(record)))
        .setType(RaftClientRequest.writeRequestType())
        .build();
  }

  /** An interrupt does not end it, because the rows may be committed already. */
  private static RaftClientReply await(CompletableFuture<RaftClientReply> reply) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return reply.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          return null;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static EngineException notLeader() {
    return new EngineException(
        ErrorCode.NOT_LEADER,
        "This node does not lead the cluster (any more); nothing was written. Try again at the"
            + " leader");
  }

  private static EngineException noQuorum() {
    return new EngineException(
        ErrorCode.NO_QUORUM,
        "This node can't reach most nodes of its cluster, so another one may lead by now. Try again"
            + " when the network is back");
  }

  private static EngineException unknown(Throwable cause) {
    return new EngineException(
        ErrorCode.OUTCOME_UNKNOWN,
        "Leadership was lost while the write was being replicated: it is committed whole, or not at"
            + " all. Look at the data, or repeat it in a way that may be done twice"
            + (cause == null ? "" : " (" + cause.getMessage() + ")"),
        cause);
  }
}
