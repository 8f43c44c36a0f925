package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.retry.RetryPolicy;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.TimeDuration;

/** Calls to the leader of the cluster, from any of its nodes. */
final class ClusterCalls implements AutoCloseable {
  private static final long TRANSFER_MILLIS = 10_000;
  private static final long ADD_MILLIS = 600_000;

  private final RaftGroupId group;
  private final Parameters parameters;
  private final ReplicaOptions options;
  private final Supplier<Map<String, String>> members;
  private final RetryPolicy patient;

  /** The client that is used again and again, and the members that it knows. */
  private RaftClient client;

  private Map<String, String> known = Map.of();
  private boolean closed;

  ClusterCalls(
      RaftGroupId group,
      Parameters parameters,
      ReplicaOptions options,
      Supplier<Map<String, String>> members) {
    this.group = requireNonNull(group, "group");
    this.parameters = requireNonNull(parameters, "parameters");
    this.options = requireNonNull(options, "options");
    this.members = requireNonNull(members, "members");
    long millis = 2 * options.electionTimeout().toMillis() + 1000;
    this.patient =
        RetryPolicies.retryUpToMaximumCountWithFixedSleep(
            (int) (millis / 100), TimeDuration.valueOf(100, TimeUnit.MILLISECONDS));
  }

  /** Gets a record into the log. */
  void send(byte[] record) {
    try {
      require(client().io().send(Message.valueOf(UnsafeByteOperations.unsafeWrap(record))));
    } catch (IOException e) {
      throw noLeader(e);
    }
  }

  void add(String id, String address) {
    PeerAddress.parse(address).requireSafe(options.tls().isPresent());
    Map<String, String> now = new TreeMap<>(members.get());
    if (address.equals(now.get(id))) {
      return;
    }
    if (now.containsKey(id) || now.containsValue(address)) {
      throw refused("Node " + id + " at " + address + " is among the members already: " + now);
    }
    if (now.size() >= ReplicaOptions.NODES_MAX) {
      throw refused("A cluster has at most " + ReplicaOptions.NODES_MAX + " nodes");
    }
    now.put(id, address);
    configure(now);
  }

  void remove(String id) {
    Map<String, String> now = new TreeMap<>(members.get());
    if (!now.containsKey(id)) {
      return;
    }
    if (now.size() == 1) {
      throw refused("Node " + id + " is the last one of the cluster: stop it instead");
    }
    now.remove(id);
    configure(now);
  }

  private void configure(Map<String, String> next) {
    Map<String, String> before = members.get();
    SetConfigurationRequest.Arguments arguments =
        SetConfigurationRequest.Arguments.newBuilder()
            .setServersInCurrentConf(peers(before))
            .setServersInNewConf(peers(next))
            .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
            .build();
    try (RaftClient slow = newClient(before, ADD_MILLIS)) {
      require(slow.admin().setConfiguration(arguments));
    } catch (IOException e) {
      throw new EngineException(
          ErrorCode.NO_QUORUM,
          "The members could not be changed: "
              + e.getMessage()
              + ". A node that is added must run and be reachable; try again",
          e);
    }
  }

  /** Whether the node leads now. */
  boolean transfer(String id) {
    if (!members.get().containsKey(id)) {
      throw refused("There is no node " + id + " among the members " + members.get().keySet());
    }
    try {
      return client()
          .admin()
          .transferLeadership(RaftPeerId.valueOf(id), TRANSFER_MILLIS)
          .isSuccess();
    } catch (IOException e) {
      return false;
    }
  }

  private static List<RaftPeer> peers(Map<String, String> members) {
    List<RaftPeer> peers = new ArrayList<>();
    members.forEach((id, address) -> peers.add(RaftSetup.peer(id, address)));
    return peers;
  }

  private synchronized RaftClient client() {
    if (closed) {
      throw new EngineException(ErrorCode.CLOSED, "The replica is closed");
    }
    Map<String, String> now = members.get();
    if (client == null || !now.equals(known)) {
      closeClient();
      client = newClient(now, Math.max(1000, 2 * options.electionTimeout().toMillis()));
      known = now;
    }
    return client;
  }

  private RaftClient newClient(Map<String, String> now, long answerMillis) {
    return RaftClient.newBuilder()
        .setProperties(RatisSettings.client(answerMillis))
        .setParameters(parameters)
        .setRaftGroup(RaftGroup.valueOf(group, peers(now)))
        .setRetryPolicy(patient)
        .build();
  }

  private static void require(RaftClientReply reply) throws IOException {
    if (!reply.isSuccess()) {
      throw new IOException(
          reply.getException() == null ? "no success" : reply.getException().getMessage(),
          reply.getException());
    }
  }

  private static EngineException noLeader(IOException e) {
    return new EngineException(
        ErrorCode.NO_QUORUM,
        "No leader of the cluster could be reached: "
            + e.getMessage()
            + ". Try again when most nodes run",
        e);
  }

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }

  private void closeClient() {
    if (client != null) {
      try {
        client.close();
      } catch (IOException ignored) {
        // Nothing is lost with it.
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    closeClient();
  }
}
