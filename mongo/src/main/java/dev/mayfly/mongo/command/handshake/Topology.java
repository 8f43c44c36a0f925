package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.engine.cluster.ClusterState;
import dev.mayfly.mongo.call.Client;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;

/**
 * The topology that the server reports to a client: a member of a replica set, reached under an
 * address that the client can dial, or a router (mongos), which clients reach under any address.
 * The set has the nodes of the cluster as members, or this server alone. The election id of a
 * server on its own is never sent: drivers then compare nothing with former members. That of a
 * cluster is its term, which never falls.
 */
public final class Topology {
  public static final String COSMOS_SET = "globaldb";

  /** Version of the configuration; the term of a set with one member. */
  static final int VERSION = 1;

  /** The upper bytes of election ids, as MongoDB has them. */
  private static final int ELECTION = 0x7fffffff;

  private final ObjectId processId = new ObjectId();
  private final SetIdentity identity;
  private final Optional<String> cosmosHost;
  private final LongSupplier lastTime;
  private final Optional<Cluster> cluster;
  private final VersionCounter version = new VersionCounter();

  /**
   * @param cosmosHost name, or name and port, of this server for Cosmos DB's clients
   * @param lastTime log time of the last commit
   * @param cluster whose nodes are the members; empty for a server on its own
   */
  public Topology(
      SetIdentity identity,
      Optional<String> cosmosHost,
      LongSupplier lastTime,
      Optional<Cluster> cluster) {
    this.identity = requireNonNull(identity, "identity");
    this.cosmosHost = requireNonNull(cosmosHost, "cosmosHost");
    this.lastTime = requireNonNull(lastTime, "lastTime");
    this.cluster = requireNonNull(cluster, "cluster");
  }

  public ObjectId processId() {
    return processId;
  }

  /** Grows with each change that clients can see. */
  long version() {
    return cluster.map(nodes -> version.of(nodes.state())).orElse(0L);
  }

  /** Whether the client sees a member of a replica set. */
  public boolean isMember(Client client) {
    return identity.isShownTo(client);
  }

  public String setName(Client client) {
    return client.isCosmos() ? COSMOS_SET : identity.name();
  }

  /** The term of the last election that this server knows of. */
  long term() {
    return cluster.map(nodes -> nodes.state().term()).orElse((long) VERSION);
  }

  /** The members of the set, this server among them. */
  List<Member> members(Client client) {
    List<Member> members =
        cluster.map(nodes -> Member.of(nodes.state(), nodes.nodeId())).orElse(List.of());
    if (members.stream().anyMatch(Member::self)) {
      return members;
    }
    Member.State state = cluster.isEmpty() ? Member.State.PRIMARY : Member.State.STARTUP2;
    return List.of(new Member(0, addressFor(client), state, true, OptionalLong.empty()));
  }

  /** The fields of {@code hello} that are about the topology, up to the limits. */
  void describe(Client client, BsonDocument answer, String primaryField) {
    if (isMember(client)) {
      member(client, answer, primaryField);
    } else {
      answer.append(primaryField, BsonBoolean.TRUE).append("msg", new BsonString("isdbgrid"));
    }
  }

  private void member(Client client, BsonDocument answer, String primaryField) {
    BsonArray hosts = new BsonArray();
    BsonString primary = null;
    Member me = null;
    for (Member each : members(client)) {
      BsonString host = new BsonString(each.host());
      hosts.add(host);
      if (each.state() == Member.State.PRIMARY) {
        primary = host;
      }
      if (each.self()) {
        me = each;
      }
    }
    boolean isPrimary = me.state() == Member.State.PRIMARY;
    answer
        .append("hosts", hosts)
        .append("setName", new BsonString(setName(client)))
        .append("setVersion", new BsonInt32(VERSION))
        .append(primaryField, BsonBoolean.valueOf(isPrimary))
        .append("secondary", BsonBoolean.valueOf(me.state() == Member.State.SECONDARY));
    if (primary != null) {
      answer.append("primary", primary);
    }
    if (client.isCosmos()) {
      answer.append("tags", new BsonDocument("region", new BsonString("local")));
    }
    answer.append("me", new BsonString(me.host()));
    if (client.isCosmos() || cluster.isPresent() && isPrimary) {
      answer.append("electionId", new BsonObjectId(electionId()));
    }
    answer.append("lastWrite", lastWrite());
    if (client.isCosmos()) {
      answer.append("_t", new BsonString("IsMasterResponse"));
    }
  }

  private ObjectId electionId() {
    if (cluster.isEmpty()) {
      return new ObjectId(0, 1);
    }
    return new ObjectId(ByteBuffer.allocate(12).putInt(ELECTION).putLong(term()).array());
  }

  /** The place of the last commit in the log, as replication shows it. */
  BsonDocument opTime() {
    return new BsonDocument("ts", new BsonTimestamp(lastTime.getAsLong()))
        .append("t", new BsonInt64(term()));
  }

  BsonDateTime lastWriteDate() {
    return new BsonDateTime(LogTime.second(lastTime.getAsLong()) * 1000);
  }

  private BsonDocument lastWrite() {
    BsonDocument time = opTime();
    BsonDateTime date = lastWriteDate();
    return new BsonDocument("opTime", time)
        .append("lastWriteDate", date)
        .append("majorityOpTime", time)
        .append("majorityWriteDate", date);
  }

  /** The section {@code repl} of {@code serverStatus}. */
  public BsonDocument replication(Client client) {
    BsonDocument answer = new BsonDocument();
    member(client, answer, "isWritablePrimary");
    return answer;
  }

  /** The address that a server on its own has for a client. */
  private String addressFor(Client client) {
    InetSocketAddress local = client.channel().localAddress();
    String name =
        (client.isCosmos() ? cosmosHost : identity.advertised())
            .orElseGet(
                () -> {
                  String dialled = client.channel().serverName();
                  return dialled == null ? local.getAddress().getHostAddress() : dialled;
                });
    if (hasPort(name)) {
      return name;
    }
    return (name.indexOf(':') >= 0 && !name.startsWith("[") ? "[" + name + "]" : name)
        + ":"
        + local.getPort();
  }

  private static boolean hasPort(String name) {
    int colon = name.lastIndexOf(':');
    return colon > 0 && (name.indexOf(':') == colon || name.charAt(colon - 1) == ']');
  }

  /** Counts the changes of what clients see of a cluster. */
  private static final class VersionCounter {
    private List<Object> last = List.of();
    private long count;

    synchronized long of(ClusterState state) {
      List<Object> seen =
          List.of(
              state.role(),
              state.term(),
              state.leaderId(),
              state.nodes().stream().map(node -> node.clients().mongo()).toList());
      if (!seen.equals(last)) {
        last = seen;
        count++;
      }
      return count;
    }
  }
}
