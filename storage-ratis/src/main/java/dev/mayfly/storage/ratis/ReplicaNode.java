package dev.mayfly.storage.ratis;

import dev.mayfly.engine.cluster.ClientAddresses;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.storage.rocksdb.LogPosition;
import dev.mayfly.storage.rocksdb.ReplicaRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SnapshotManagementRequest;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a running replica, and what happens among them. */
final class ReplicaNode
    implements RowsStateMachine.Events, Roles.Readiness, Peers.Hearing, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaNode.class);
  private static final long CHORES_MILLIS = 250;

  private final ReplicaOptions options;
  private final ReplicaDirectory directory;
  private final RaftGroupId group;
  private final Parameters parameters;
  private final RowsStateMachine machine;
  private final RaftServer server;
  private final Roles roles;
  private final Peers peers;
  private final ReplicaCluster cluster;
  private final ClusterCalls calls;
  private final SnapshotSource source;
  private final SnapshotFetch fetch;
  private final Checksums checksums;
  private final SkewWatch skew;
  private final FollowerLag lag;
  private final StallWatch stalls;
  private final NodeView view;
  private final PeerAnswers answers;
  private final long runId = new SecureRandom().nextLong();
  private final long leaseNanos;
  private final BackgroundTasks background;
  private final HandOver handOver;
  private final ScheduledExecutorService chores;
  private volatile ClientAddresses announced;
  private volatile long electedNanos = System.nanoTime();
  private volatile boolean closing;

  private ReplicaNode(
      ReplicaOptions options,
      RoleListener listener,
      LogTrimming trimming,
      ReplicaDirectory directory,
      ReplicaRows rows)
      throws IOException {
    this.options = options;
    this.directory = directory;
    this.announced = options.clients();
    this.group = RaftSetup.groupId(options.clusterName());
    this.parameters = RatisSettings.parameters(options.tls());
    this.leaseNanos = leaseNanos(options);
    this.machine = new RowsStateMachine(rows, trimming, this);
    this.server = RaftSetup.server(options, directory, trimming, parameters, machine);
    this.cluster =
        new ReplicaCluster(options.clusterName(), options.nodeId(), () -> view().state());
    this.roles = new Roles(listener, this::session, this, cluster::check);
    this.peers =
        new Peers(
            options.nodeId(),
            options.wallMillis(),
            () -> ping(false),
            this::link,
            this,
            leaseNanos / 4);
    this.calls = new ClusterCalls(group, parameters, options, this::members);
    this.source = new SnapshotSource(directory.checkpoints());
    this.fetch = new SnapshotFetch(directory, options.rows());
    this.checksums = new Checksums();
    this.skew = new SkewWatch(options.skewLimit());
    this.lag = new FollowerLag(peers, machine);
    this.stalls = new StallWatch(server, group, roles::session, options.electionTimeout());
    this.view =
        new NodeView(
            options.nodeId(), this::division, this::members, machine, roles, peers, fetch, stalls);
    this.answers =
        new PeerAnswers(options, this::division, machine, source, checksums, roles::servedTerm);
    this.background = new BackgroundTasks(options.nodeId());
    this.handOver = new HandOver(options.nodeId(), roles, peers, calls, background);
    this.chores =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "mayfly-replica-" + options.nodeId());
              thread.setDaemon(true);
              return thread;
            });
  }

  static ReplicaNode start(ReplicaOptions options, RoleListener listener, LogTrimming trimming) {
    ReplicaDirectory directory =
        ReplicaDirectory.open(options.directory(), options.clusterName(), options.nodeId());
    ReplicaRows rows = null;
    ReplicaNode node = null;
    try {
      SnapshotFetch.finish(directory);
      rows = ReplicaRows.open(directory.rows(), options.rows());
      node = new ReplicaNode(options, listener, trimming, directory, rows);
      node.start();
      return node;
    } catch (IOException e) {
      abandon(node, rows, directory);
      throw startFailed(options, e);
    } catch (RuntimeException | Error e) {
      abandon(node, rows, directory);
      throw e;
    }
  }

  private static EngineException startFailed(ReplicaOptions options, IOException e) {
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return new EngineException(
        ErrorCode.STORAGE_FAILED,
        "Node "
            + options.nodeId()
            + " can't start at "
            + options.listenAddress().orElse(options.peerAddress())
            + ": "
            + root
            + ". Is the address in use, or the certificate not readable?",
        e);
  }

  private static void abandon(ReplicaNode node, ReplicaRows rows, ReplicaDirectory directory) {
    if (node != null) {
      node.close();
    } else {
      if (rows != null) {
        rows.close();
      }
      directory.close();
    }
  }

  /** A new leader waits for this long, unless the one before has said that it ends. */
  private static long leaseNanos(ReplicaOptions options) {
    return options.electionTimeout().toNanos() / 2;
  }

  private void start() throws IOException {
    new Hello(options, () -> ping(false), this::link).ask();
    server.start();
    peers.members(members());
    roles.start(machine.rows());
    chores.scheduleWithFixedDelay(
        this::chores, CHORES_MILLIS, CHORES_MILLIS, TimeUnit.MILLISECONDS);
  }

  private PeerLink link(String id, String address) {
    long answerMillis = Math.max(500, options.electionTimeout().toMillis() / 2);
    return new PeerLink(id, address, group, parameters, answerMillis);
  }

  private Ping ping(boolean ends) {
    ReplicaDirectory.Identity own = directory.identity();
    return new Ping(machine.clusterId(), own.node(), own.directoryId(), own.starts(), runId, ends);
  }

  @Override
  public void refused(String peer, Ping.Answer answer) {
    if (!closing && !answer.temporary()) {
      failed(new EngineException(ErrorCode.BAD_REQUEST, answer.refusal()));
    } else if (!closing) {
      LOG.warn("Node {} says: {}", peer, answer.refusal());
    }
  }

  @Override
  public void roleChanged() {
    soon(cluster::check);
  }

  private NodeInfo nodeInfo(String id) {
    return machine.nodes().get(id);
  }

  long startsOf(String id) {
    NodeInfo info = nodeInfo(id);
    return info == null ? 0 : info.starts();
  }

  /** Done again and again: what is cheap, and what must be repeated until it succeeds. */
  private void chores() {
    try {
      roles.reconcile(readyTerm());
      stalls.watch(division().getInfo().isLeader());
      peers.extendLease();
      long term = division().getInfo().getCurrentTerm();
      RaftPeerId leader = division().getInfo().getLeaderId();
      peers.follow(leader == null ? "" : leader.toString());
      if (lag.catchesUp(leader, term)) {
        roles.caughtUp();
      }
      cluster.check();
      if (machine.isTrimmingDue()) {
        background.run(BackgroundTasks.Kind.TRIM, this::trim);
      }
      announceIfNeeded();
      LeaderSession session = roles.session();
      if (session != null && roles.isLeading()) {
        skew.check(peers.heard()).ifPresent(handOver::stepDown);
      }
      source.expire();
    } catch (RuntimeException e) {
      LOG.debug("A chore of the replica failed and is repeated: {}", e.toString());
    }
  }

  @Override
  public boolean hasCaughtUp() {
    return lag.hasCaughtUp();
  }

  @Override
  public boolean isCurrent() {
    return lag.isCurrent();
  }

  /** Not at all, if the replica is ending. */
  private void soon(Runnable task) {
    try {
      chores.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("Not done any more, because the replica ends");
    }
  }

  void trim() throws IOException {
    server.snapshotManagement(
        SnapshotManagementRequest.newCreate(
            ClientId.randomId(), server.getId(), group, 1, TimeUnit.MINUTES.toMillis(1), 1));
  }

  private void announceIfNeeded() {
    ReplicaDirectory.Identity own = directory.identity();
    NodeInfo wanted = new NodeInfo(own.node(), own.directoryId(), own.starts(), announced);
    if (!wanted.equals(nodeInfo(own.node())) && members().containsKey(own.node())) {
      byte[] record = LogRecord.encode(LogRecord.Kind.NODE, 0, wanted.encode());
      background.run(BackgroundTasks.Kind.ANNOUNCE, () -> calls.send(record));
    }
  }

  void announce(ClientAddresses clients) {
    announced = clients;
    soon(this::chores);
  }

  private RaftServer.Division division() {
    try {
      return server.getDivision(group);
    } catch (IOException e) {
      throw new EngineException(ErrorCode.CLOSED, "The replica has ended", e);
    }
  }

  /** The members that this node knows of, with their addresses. */
  Map<String, String> members() {
    Map<String, String> members = new HashMap<>();
    for (RaftPeer peer : division().getRaftConf().getAllPeers()) {
      members.put(peer.getId().toString(), peer.getAddress());
    }
    return members.isEmpty() ? options.peers() : members;
  }

  private LeaderSession session(long term) {
    return new LeaderSession(server, group, term, new Lease(leaseNanos), this::resume);
  }

  @Override
  public boolean isLeader(long term) {
    return readyTerm() == term;
  }

  /** The term in which this node leads and has applied all that was committed before; or -1. */
  private long readyTerm() {
    DivisionInfo info = division().getInfo();
    long term = info.getCurrentTerm();
    return info.isLeaderReady() && info.getCurrentTerm() == term ? term : -1;
  }

  /** Waits until no leader of before can answer reads, and gives the cluster its identity. */
  @Override
  public boolean prepare(LeaderSession session) throws InterruptedException {
    lag.begin();
    peers.lead(session);
    boolean alone = members().size() == 1;
    if (!alone && !machine.isReleasedBefore(session.term())) {
      long left = leaseNanos - (System.nanoTime() - electedNanos);
      TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
    }
    // Also when it has one: what was submitted before, by this node, is applied when this is.
    byte[] id = ByteBuffer.allocate(Long.BYTES).putLong(new SecureRandom().nextLong() | 1).array();
    session.submit(LogRecord.encode(LogRecord.Kind.CLUSTER, session.term(), id));
    return !session.isStopped();
  }

  private void resume() {
    roles.resume();
  }

  @Override
  public void giveUp(LeaderSession session) {
    handOver.giveUp(session);
  }

  private NodeView view() {
    return view;
  }

  ReplicaMetrics metrics() {
    return view.metrics();
  }

  ReplicaCluster cluster() {
    return cluster;
  }

  ClusterCalls calls() {
    return calls;
  }

  ReplicaRows rows() {
    return machine.rows();
  }

  boolean isWatched() {
    return stalls.isWatching();
  }

  LeaderSession session() {
    return roles.session();
  }

  Storage anotherStorage(int queueLimit) {
    return rows().leading(roles.session(), queueLimit);
  }

  ReplicaComparison compare() {
    long id = new SecureRandom().nextLong();
    byte[] body = ByteBuffer.allocate(Long.BYTES).putLong(id).array();
    calls.send(LogRecord.encode(LogRecord.Kind.CHECKSUM, 0, body));
    return checksums.compare(id, options.nodeId(), members(), this::link);
  }

  /** Hands leadership to another node; whether that worked. */
  boolean transfer(String to) {
    return handOver.to(to);
  }

  /** Makes the node lead that has come furthest, if this one leads. */
  void handOver() {
    if (!closing) {
      handOver.toBest();
    }
  }

  @Override
  public void leaderReady() {
    roles.lead(division().getInfo().getCurrentTerm());
  }

  @Override
  public void rowsApplied() {
    roles.readable();
  }

  @Override
  public void notLeader() {
    peers.lead(null);
    roles.follow();
  }

  @Override
  public void leaderChanged(String leaderId) {
    if (leaderId.equals(options.nodeId())) {
      electedNanos = System.nanoTime();
      stalls.watch(true);
    }
    peers.follow(leaderId);
    soon(cluster::check);
  }

  @Override
  public void membersChanged() {
    soon(
        () -> {
          peers.members(members());
          cluster.check();
        });
  }

  @Override
  public void nodeChanged() {
    soon(cluster::check);
  }

  @Override
  public void checksums(long id, ReplicaRows rows, LogPosition position) {
    checksums.begin(id, rows.snapshot(), position.index());
  }

  @Override
  public boolean isOwn(RaftClientRequest request) {
    LeaderSession session = roles.session();
    return session != null && session.isOwn(request);
  }

  @Override
  public CompletableFuture<byte[]> peerMessage(ByteBuffer message) {
    return answers.answer(message);
  }

  @Override
  public CompletableFuture<LogPosition> fetchSnapshot(
      String leaderId, String address, long minIndex) {
    return fetch.start(leaderId, minIndex, () -> link(leaderId, address));
  }

  @Override
  public ReplicaRows replaceRows(ReplicaRows old) {
    lag.begin();
    roles.rowsGo();
    old.close();
    ReplicaRows next = fetch.install();
    roles.rowsCame(next);
    return next;
  }

  @Override
  public void failed(Throwable reason) {
    if (!closing) {
      LOG.error("The replica of node {} ends: {}", options.nodeId(), reason.toString());
      roles.fail(reason);
    }
  }

  @Override
  public synchronized void close() {
    if (closing) {
      return;
    }
    closing = true;
    chores.shutdownNow();
    background.close();
    stalls.close();
    peers.farewell(ping(true));
    peers.close();
    roles.close();
    fetch.close();
    try {
      server.close();
    } catch (IOException e) {
      LOG.warn("The Raft server did not close: {}", e.toString());
    }
    calls.close();
    source.close();
    checksums.close();
    machine.rows().close();
    directory.close();
  }
}
