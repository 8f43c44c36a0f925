package dev.mayfly.mongo.command.info;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.mongo.aggregate.StageLimits;
import dev.mayfly.mongo.call.Clients;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.MongoVersion;
import dev.mayfly.mongo.command.OperationCounters;
import dev.mayfly.mongo.command.handshake.Topology;
import dev.mayfly.mongo.cursor.Cursors;
import dev.mayfly.mongo.session.Sessions;
import dev.mayfly.query.spill.SpillCounts;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

public final class ServerStatus implements Command {
  private final Engine engine;
  private final Clients clients;
  private final Sessions sessions;
  private final OperationCounters counters;
  private final Cursors cursors;
  private final StageLimits stages;
  private final int connectionsMax;
  private final Topology topology;
  private final LongSupplier wallMillis;
  private final Supplier<BsonDocument> transactions;
  private final long startNanos = System.nanoTime();

  public ServerStatus(
      Engine engine,
      Clients clients,
      Sessions sessions,
      OperationCounters counters,
      Cursors cursors,
      StageLimits stages,
      int connectionsMax,
      Topology topology,
      LongSupplier wallMillis,
      Supplier<BsonDocument> transactions) {
    this.topology = requireNonNull(topology, "topology");
    this.transactions = requireNonNull(transactions, "transactions");
    this.engine = requireNonNull(engine, "engine");
    this.clients = requireNonNull(clients, "clients");
    this.sessions = requireNonNull(sessions, "sessions");
    this.counters = requireNonNull(counters, "counters");
    this.cursors = requireNonNull(cursors, "cursors");
    this.stages = requireNonNull(stages, "stages");
    this.connectionsMax = connectionsMax;
    this.wallMillis = requireNonNull(wallMillis, "wallMillis");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    long upNanos = System.nanoTime() - startNanos;
    long upMillis = TimeUnit.NANOSECONDS.toMillis(upNanos);
    boolean member = topology.isMember(call.client());
    BsonDocument status = status(member, upMillis);
    if (member) {
      status.append("repl", topology.replication(call.client()));
    }
    BsonDocument query =
        new BsonDocument("group", spilled("spills", stages.groups()))
            .append("sort", spilled("spillToDisk", stages.sorts()));
    BsonDocument metrics =
        new BsonDocument("cursor", cursors.toDocument())
            .append("query", query)
            .append("ttl", ttl());
    return status.append("metrics", metrics);
  }

  private BsonDocument status(boolean member, long upMillis) {
    return new BsonDocument("host", new BsonString(ServerInfo.hostName()))
        .append("version", new BsonString(MongoVersion.TEXT))
        .append("process", new BsonString(member ? "mongod" : "mongos"))
        .append("pid", new BsonInt64(ProcessHandle.current().pid()))
        .append("uptime", new BsonDouble(Math.floor(upMillis / 1000.0)))
        .append("uptimeMillis", new BsonInt64(upMillis))
        .append("uptimeEstimate", new BsonInt64(upMillis / 1000))
        .append("localTime", new BsonDateTime(wallMillis.getAsLong()))
        .append("connections", connections())
        .append("logicalSessionRecordCache", sessionCache())
        .append("mem", memory())
        .append("network", network())
        .append("opcounters", counters.toDocument())
        .append("storageEngine", storageEngine())
        .append("transactions", transactions.get());
  }

  private static BsonDocument spilled(String name, SpillCounts counts) {
    return new BsonDocument(name, new BsonInt64(counts.spills()))
        .append("spilledBytes", new BsonInt64(counts.heapBytes()))
        .append("spilledDataStorageSize", new BsonInt64(counts.bytes()))
        .append("spilledRecords", new BsonInt64(counts.rows()));
  }

  private BsonDocument connections() {
    int current = clients.connected().size();
    return new BsonDocument("current", new BsonInt32(current))
        .append("available", new BsonInt32(Math.max(0, connectionsMax - current)))
        .append("totalCreated", new BsonInt32(clients.enteredTotal()))
        .append("active", new BsonInt32(active()));
  }

  private int active() {
    return (int)
        clients.connected().stream().filter(each -> each.channel().running() != null).count();
  }

  private BsonDocument sessionCache() {
    return new BsonDocument("activeSessionsCount", new BsonInt32(sessions.size()));
  }

  private static BsonDocument memory() {
    Runtime runtime = Runtime.getRuntime();
    int used = (int) (runtime.totalMemory() - runtime.freeMemory() >> 20);
    return new BsonDocument("bits", new BsonInt32(Long.SIZE))
        .append("resident", new BsonInt32(used))
        .append("virtual", new BsonInt32((int) (runtime.totalMemory() >> 20)))
        .append("supported", BsonBoolean.TRUE);
  }

  private BsonDocument network() {
    return new BsonDocument("bytesIn", new BsonInt64(clients.bytesInTotal()))
        .append("bytesOut", new BsonInt64(clients.bytesOutTotal()))
        .append("numRequests", new BsonInt64(clients.requestsTotal()));
  }

  private static BsonDocument storageEngine() {
    return new BsonDocument("name", new BsonString("mayfly"))
        .append("persistent", BsonBoolean.TRUE)
        .append("readOnly", BsonBoolean.FALSE);
  }

  private BsonDocument ttl() {
    BsonInt64 passes = new BsonInt64(engine.background().passesTotal());
    return new BsonDocument("deletedDocuments", new BsonInt64(purgedItems()))
        .append("passes", passes)
        .append("subPasses", passes);
  }

  private long purgedItems() {
    long purged = 0;
    for (Database database : engine.databases()) {
      try {
        for (Container container : engine.containers(database.name())) {
          purged += container.metrics().purgedItemsTotal();
        }
      } catch (EngineException e) {
        // The database was dropped concurrently.
        continue;
      }
    }
    return purged;
  }
}
