package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/** What shells and start-up scripts ask a member of a replica set about it. */
public final class ReplicaSetCommands {
  private static final BsonInt64 HEARTBEAT_MILLIS = new BsonInt64(2000);

  private final Topology topology;
  private final LongSupplier wallMillis;
  private final Runnable stepDown;
  private final long startNanos = System.nanoTime();
  private final long startMillis;

  /**
   * @param stepDown makes another member the primary
   */
  public ReplicaSetCommands(Topology topology, LongSupplier wallMillis, Runnable stepDown) {
    this.stepDown = requireNonNull(stepDown, "stepDown");
    this.topology = requireNonNull(topology, "topology");
    this.wallMillis = requireNonNull(wallMillis, "wallMillis");
    this.startMillis = wallMillis.getAsLong();
  }

  private void requireMember(CommandCall call) {
    if (!topology.isMember(call.client())) {
      throw new MongoException(
          ErrorCodes.NO_REPLICATION_ENABLED,
          "not running with --replSet: this server presents itself as a router, unless it is"
              + " started with --mongo-replica-set NAME");
    }
  }

  /** Names the command that only routers have. */
  public BsonDocument isdbgrid(CommandCall call) {
    if (topology.isMember(call.client())) {
      throw new MongoException(ErrorCodes.COMMAND_NOT_FOUND, "no such command: 'isdbgrid'");
    }
    return new BsonDocument("isdbgrid", new BsonInt32(1));
  }

  /** {@code rs.status()}. */
  public BsonDocument getStatus(CommandCall call) {
    requireMember(call);
    Client client = call.client();
    BsonDocument time = topology.opTime();
    BsonDateTime date = topology.lastWriteDate();
    BsonDocument optimes =
        new BsonDocument("lastCommittedOpTime", time)
            .append("lastCommittedWallTime", date)
            .append("readConcernMajorityOpTime", time)
            .append("appliedOpTime", time)
            .append("durableOpTime", time)
            .append("lastAppliedWallTime", date)
            .append("lastDurableWallTime", date);
    List<Member> all = topology.members(client);
    Member me = all.stream().filter(Member::self).findFirst().orElseThrow();
    BsonString source = new BsonString(sourceOf(me, all));
    BsonInt32 majority = new BsonInt32(all.size() / 2 + 1);
    BsonInt32 count = new BsonInt32(all.size());
    BsonArray members = new BsonArray();
    for (Member each : all) {
      members.add(member(each, all, time, date));
    }
    return new BsonDocument("set", new BsonString(topology.setName(client)))
        .append("date", new BsonDateTime(wallMillis.getAsLong()))
        .append("myState", new BsonInt32(me.state().number()))
        .append("term", new BsonInt64(topology.term()))
        .append("syncSourceHost", source)
        .append("syncSourceId", sourceId(me, all))
        .append("heartbeatIntervalMillis", HEARTBEAT_MILLIS)
        .append("majorityVoteCount", majority)
        .append("writeMajorityCount", majority)
        .append("votingMembersCount", count)
        .append("writableVotingMembersCount", count)
        .append("optimes", optimes)
        .append("members", members);
  }

  private BsonDocument member(
      Member member, List<Member> all, BsonDocument time, BsonDateTime date) {
    long upSeconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    BsonDocument status =
        new BsonDocument("_id", new BsonInt32(member.id()))
            .append("name", new BsonString(member.host()))
            .append("health", new BsonDouble(member.state() == Member.State.DOWN ? 0 : 1))
            .append("state", new BsonInt32(member.state().number()))
            .append("stateStr", new BsonString(member.state().name()))
            .append("uptime", new BsonInt32((int) upSeconds))
            .append("optime", time)
            .append("optimeDate", date)
            .append("syncSourceHost", new BsonString(sourceOf(member, all)))
            .append("syncSourceId", sourceId(member, all))
            .append("infoMessage", new BsonString(""));
    if (member.state() == Member.State.PRIMARY) {
      status
          .append("electionTime", time.get("ts"))
          .append("electionDate", new BsonDateTime(startMillis));
    }
    status
        .append("configVersion", new BsonInt32(Topology.VERSION))
        .append("configTerm", new BsonInt64(topology.term()));
    if (member.self()) {
      return status
          .append("self", BsonBoolean.TRUE)
          .append("lastHeartbeatMessage", new BsonString(""));
    }
    member
        .heardMillisAgo()
        .ifPresent(
            ago -> status.append("lastHeartbeat", new BsonDateTime(wallMillis.getAsLong() - ago)));
    return status.append("lastHeartbeatMessage", new BsonString(""));
  }

  /** Members follow the primary, never each other. */
  private static Optional<Member> source(Member of, List<Member> all) {
    return of.state() == Member.State.PRIMARY
        ? Optional.empty()
        : all.stream().filter(each -> each.state() == Member.State.PRIMARY).findFirst();
  }

  private static String sourceOf(Member of, List<Member> all) {
    return source(of, all).map(Member::host).orElse("");
  }

  private static BsonInt32 sourceId(Member of, List<Member> all) {
    return new BsonInt32(source(of, all).map(Member::id).orElse(-1));
  }

  /** {@code rs.conf()}. */
  public BsonDocument getConfig(CommandCall call) {
    requireMember(call);
    Client client = call.client();
    BsonArray members = new BsonArray();
    for (Member each : topology.members(client)) {
      members.add(
          new BsonDocument("_id", new BsonInt32(each.id()))
              .append("host", new BsonString(each.host()))
              .append("arbiterOnly", BsonBoolean.FALSE)
              .append("buildIndexes", BsonBoolean.TRUE)
              .append("hidden", BsonBoolean.FALSE)
              .append("priority", new BsonDouble(1))
              .append("tags", new BsonDocument())
              .append("secondaryDelaySecs", new BsonInt64(0))
              .append("votes", new BsonInt32(1)));
    }
    BsonDocument config =
        new BsonDocument("_id", new BsonString(topology.setName(client)))
            .append("version", new BsonInt32(Topology.VERSION))
            .append("term", new BsonInt64(topology.term()))
            .append("members", members)
            .append("protocolVersion", new BsonInt64(1))
            .append("writeConcernMajorityJournalDefault", BsonBoolean.TRUE)
            .append("settings", settings());
    return new BsonDocument("config", config);
  }

  /** {@code rs.stepDown()}: another node becomes the leader. */
  public BsonDocument stepDown(CommandCall call) {
    requireMember(call);
    stepDown.run();
    return new BsonDocument();
  }

  /** {@code rs.freeze()}: there is nothing that would keep a member from being elected. */
  public BsonDocument freeze(CommandCall call) {
    requireMember(call);
    return new BsonDocument();
  }

  private static BsonDocument settings() {
    return new BsonDocument("chainingAllowed", BsonBoolean.TRUE)
        .append("heartbeatIntervalMillis", new BsonInt32((int) HEARTBEAT_MILLIS.getValue()))
        .append("heartbeatTimeoutSecs", new BsonInt32(10))
        .append("electionTimeoutMillis", new BsonInt32(10_000))
        .append("catchUpTimeoutMillis", new BsonInt32(-1))
        .append("catchUpTakeoverDelayMillis", new BsonInt32(30_000))
        .append("getLastErrorModes", new BsonDocument())
        .append(
            "getLastErrorDefaults",
            new BsonDocument("w", new BsonInt32(1)).append("wtimeout", new BsonInt32(0)))
        .append("replicaSetId", new BsonObjectId(new ObjectId(0, 1)));
  }

  /** {@code rs.initiate()}: start-up scripts take this error for success. */
  public BsonDocument initiate(CommandCall call) {
    requireMember(call);
    throw new MongoException(ErrorCodes.ALREADY_INITIALIZED, "already initialized");
  }
}
