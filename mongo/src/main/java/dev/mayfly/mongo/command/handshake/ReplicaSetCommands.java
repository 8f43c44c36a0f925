package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
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
  private static final int PRIMARY = 1;
  private static final BsonInt64 TERM = new BsonInt64(Topology.VERSION);
  private static final BsonInt64 HEARTBEAT_MILLIS = new BsonInt64(2000);

  private final Topology topology;
  private final LongSupplier wallMillis;
  private final long startNanos = System.nanoTime();
  private final long startMillis;

  public ReplicaSetCommands(Topology topology, LongSupplier wallMillis) {
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
    BsonInt32 one = new BsonInt32(1);
    return new BsonDocument("set", new BsonString(topology.setName(client)))
        .append("date", new BsonDateTime(wallMillis.getAsLong()))
        .append("myState", new BsonInt32(PRIMARY))
        .append("term", TERM)
        .append("syncSourceHost", new BsonString(""))
        .append("syncSourceId", new BsonInt32(-1))
        .append("heartbeatIntervalMillis", HEARTBEAT_MILLIS)
        .append("majorityVoteCount", one)
        .append("writeMajorityCount", one)
        .append("votingMembersCount", one)
        .append("writableVotingMembersCount", one)
        .append("optimes", optimes)
        .append("members", new BsonArray(List.of(member(client, time, date))));
  }

  private BsonDocument member(Client client, BsonDocument time, BsonDateTime date) {
    long upSeconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    return new BsonDocument("_id", new BsonInt32(0))
        .append("name", new BsonString(topology.addressFor(client)))
        .append("health", new BsonDouble(1))
        .append("state", new BsonInt32(PRIMARY))
        .append("stateStr", new BsonString("PRIMARY"))
        .append("uptime", new BsonInt32((int) upSeconds))
        .append("optime", time)
        .append("optimeDate", date)
        .append("syncSourceHost", new BsonString(""))
        .append("syncSourceId", new BsonInt32(-1))
        .append("infoMessage", new BsonString(""))
        .append("electionTime", time.get("ts"))
        .append("electionDate", new BsonDateTime(startMillis))
        .append("configVersion", new BsonInt32(Topology.VERSION))
        .append("configTerm", new BsonInt32(Topology.VERSION))
        .append("self", BsonBoolean.TRUE)
        .append("lastHeartbeatMessage", new BsonString(""));
  }

  /** {@code rs.conf()}. */
  public BsonDocument getConfig(CommandCall call) {
    requireMember(call);
    Client client = call.client();
    BsonDocument member =
        new BsonDocument("_id", new BsonInt32(0))
            .append("host", new BsonString(topology.addressFor(client)))
            .append("arbiterOnly", BsonBoolean.FALSE)
            .append("buildIndexes", BsonBoolean.TRUE)
            .append("hidden", BsonBoolean.FALSE)
            .append("priority", new BsonDouble(1))
            .append("tags", new BsonDocument())
            .append("secondaryDelaySecs", new BsonInt64(0))
            .append("votes", new BsonInt32(1));
    BsonDocument config =
        new BsonDocument("_id", new BsonString(topology.setName(client)))
            .append("version", new BsonInt32(Topology.VERSION))
            .append("term", TERM)
            .append("members", new BsonArray(List.of(member)))
            .append("protocolVersion", new BsonInt64(1))
            .append("writeConcernMajorityJournalDefault", BsonBoolean.TRUE)
            .append("settings", settings());
    return new BsonDocument("config", config);
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
