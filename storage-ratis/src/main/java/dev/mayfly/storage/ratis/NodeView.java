package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.cluster.ClientAddresses;
import dev.mayfly.engine.cluster.ClusterNode;
import dev.mayfly.engine.cluster.ClusterState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;

/** What a node knows of itself and of the others, put together when it is asked for. */
final class NodeView {
  private final String ownId;
  private final Supplier<RaftServer.Division> division;
  private final Supplier<Map<String, String>> members;
  private final RowsStateMachine machine;
  private final Roles roles;
  private final Peers peers;
  private final SnapshotFetch fetch;
  private final StallWatch stalls;

  NodeView(
      String ownId,
      Supplier<RaftServer.Division> division,
      Supplier<Map<String, String>> members,
      RowsStateMachine machine,
      Roles roles,
      Peers peers,
      SnapshotFetch fetch,
      StallWatch stalls) {
    this.ownId = requireNonNull(ownId, "ownId");
    this.division = requireNonNull(division, "division");
    this.members = requireNonNull(members, "members");
    this.machine = requireNonNull(machine, "machine");
    this.roles = requireNonNull(roles, "roles");
    this.peers = requireNonNull(peers, "peers");
    this.fetch = requireNonNull(fetch, "fetch");
    this.stalls = requireNonNull(stalls, "stalls");
  }

  ClusterState state() {
    RaftServer.Division now = division.get();
    boolean leads = roles.isLeading();
    long term = now.getInfo().getCurrentTerm();
    Optional<String> elected =
        Optional.ofNullable(now.getInfo().getLeaderId())
            .map(RaftPeerId::toString)
            .filter(id -> leads || !id.equals(ownId));
    // One that is elected and does not serve yet refuses writes, and clients then avoid it.
    Optional<String> leader = elected.filter(id -> id.equals(ownId) || peers.servesIn(id, term));
    List<ClusterNode> nodes = new ArrayList<>();
    members.get().forEach((id, address) -> nodes.add(node(id, address)));
    nodes.sort(Comparator.comparing(ClusterNode::id));
    return new ClusterState(role(leads, elected), term, leader, nodes);
  }

  private ClusterState.Role role(boolean leads, Optional<String> elected) {
    if (leads) {
      return ClusterState.Role.LEADER;
    } else if (!roles.isServing() || fetch.progress().isPresent()) {
      return ClusterState.Role.STARTING;
    } else {
      return elected.isPresent() ? ClusterState.Role.FOLLOWER : ClusterState.Role.CANDIDATE;
    }
  }

  private ClusterNode node(String id, String address) {
    NodeInfo info = machine.nodes().get(id);
    ClientAddresses clients = info == null ? ClientAddresses.UNKNOWN : info.clients();
    if (id.equals(ownId)) {
      OptionalLong applied = OptionalLong.of(machine.getLastAppliedTermIndex().getIndex());
      return new ClusterNode(id, address, clients, applied, OptionalLong.of(0));
    }
    Optional<Peers.Heard> heard = peers.heard(id);
    return new ClusterNode(
        id,
        address,
        clients,
        heard.map(each -> OptionalLong.of(each.appliedIndex())).orElse(OptionalLong.empty()),
        roles.isLeading() && heard.isPresent()
            ? OptionalLong.of(heard.get().silentMillis())
            : OptionalLong.empty());
  }

  ReplicaMetrics metrics() {
    ClusterState state = state();
    long commit = division.get().getRaftLog().getLastCommittedIndex();
    LeaderSession session = roles.session();
    Map<String, ReplicaMetrics.Follower> followers = new TreeMap<>();
    if (state.isLeader()) {
      for (ClusterNode node : state.nodes()) {
        if (!node.id().equals(ownId)) {
          followers.put(node.id(), follower(node.id(), commit));
        }
      }
    }
    return new ReplicaMetrics(
        state.role(),
        state.term(),
        commit,
        machine.getLastAppliedTermIndex().getIndex(),
        session == null ? 0 : session.lease().leftMillis(),
        followers,
        fetch.progress(),
        fetch.installed(),
        machine.trimmedIndex(),
        stalls.resends(),
        stalls.stepDowns());
  }

  private ReplicaMetrics.Follower follower(String id, long commit) {
    return peers
        .heard(id)
        .map(
            heard ->
                new ReplicaMetrics.Follower(
                    heard.appliedIndex(),
                    Math.max(0, commit - heard.appliedIndex()),
                    heard.silentMillis(),
                    heard.offsetMillis(),
                    heard.errorMillis()))
        .orElse(new ReplicaMetrics.Follower(-1, -1, -1, 0, 0));
  }
}
