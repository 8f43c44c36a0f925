package dev.mayfly.mongo;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.auth.Authentication;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.call.Clients;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.UnsupportedCommand;
import dev.mayfly.mongo.command.handshake.ConnectionStatus;
import dev.mayfly.mongo.command.handshake.Hello;
import dev.mayfly.mongo.command.handshake.Membership;
import dev.mayfly.mongo.command.handshake.ReplicaSetCommands;
import dev.mayfly.mongo.command.handshake.SaslStart;
import dev.mayfly.mongo.command.handshake.Topology;
import dev.mayfly.mongo.command.info.Operations;
import dev.mayfly.mongo.command.info.Parameters;
import dev.mayfly.mongo.command.info.ServerInfo;
import dev.mayfly.mongo.command.info.ServerStatus;
import dev.mayfly.mongo.command.session.SessionCommands;
import dev.mayfly.mongo.command.test.ConfigureFailPointCommand;
import dev.mayfly.mongo.command.user.RolesInfo;
import dev.mayfly.mongo.command.user.UserCommands;
import dev.mayfly.mongo.command.user.UsersInfo;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.Sessions;
import dev.mayfly.mongo.transaction.SnapshotReads;
import dev.mayfly.mongo.transaction.Transactions;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Registers the commands on the server, its clients, sessions and users. */
final class ServerCommands {
  private static final String NO_ROLES =
      "Roles of one's own are not supported by this server: use the built-in ones.";

  private ServerCommands() {}

  static void addTo(
      CommandTable table,
      Backend backend,
      MongoOptions options,
      ServerState state,
      Transactions transactions,
      SnapshotReads snapshots) {
    Engine engine = backend.engine();
    LongSupplier wallMillis = options.wallClock()::millis;
    Topology topology =
        new Topology(
            options.setIdentity(),
            options.advertisedHost(),
            engine::lastTime,
            options.membership().map(Membership::cluster));
    addHandshake(table, topology, state.users(), wallMillis);
    addReplicaSet(
        table,
        new ReplicaSetCommands(
            topology,
            wallMillis,
            options.membership().map(Membership::stepDown).orElse(ServerCommands::noOther)));
    addUsers(table, state.users());
    addSessions(table, state.sessions(), state.clients());
    addOperations(table, new Operations(state.clients()));
    addParameters(
        table,
        new Parameters(
            engine.background(),
            Map.of(
                "transactionLifetimeLimitSeconds",
                new Parameters.Setting(
                    1, transactions::lifetimeSeconds, transactions::setLifetimeSeconds),
                "minSnapshotHistoryWindowInSeconds",
                new Parameters.Setting(0, snapshots::windowSeconds, snapshots::setWindowSeconds)),
            options.testCommands(),
            backend.stageLimits()));
    table.add(
        "configureFailPoint",
        new ConfigureFailPointCommand(state.failPoints(), options.testCommands()));
    addInfo(table, wallMillis);
    table.add(
        "serverStatus",
        new ServerStatus(
            engine,
            state.clients(),
            state.sessions(),
            state.counters(),
            backend.cursors(),
            backend.stageLimits(),
            options.limits().connections().connectionsMax(),
            topology,
            wallMillis,
            transactions::status));
  }

  private static void addHandshake(
      CommandTable table, Topology topology, Users users, LongSupplier wallMillis) {
    SaslStart saslStart = new SaslStart(new Authentication(users));
    table
        .add("hello", new Hello(topology, users, saslStart, wallMillis), "isMaster", "ismaster")
        .add("saslStart", saslStart)
        .add("saslContinue", saslStart::saslContinue)
        .addNonBlocking(
            "logout",
            call -> {
              call.client().setUser(null);
              return new BsonDocument();
            })
        .add("connectionStatus", new ConnectionStatus());
  }

  private static void addReplicaSet(CommandTable table, ReplicaSetCommands commands) {
    table
        .addNonBlocking("isdbgrid", commands::isdbgrid)
        .addNonBlocking("replSetGetStatus", commands::getStatus)
        .addNonBlocking("replSetGetConfig", commands::getConfig)
        .addNonBlocking("replSetInitiate", commands::initiate)
        .add("replSetStepDown", commands::stepDown)
        .addNonBlocking("replSetFreeze", commands::freeze);
  }

  private static void noOther() {
    throw new MongoException(
        ErrorCodes.EXCEEDED_TIME_LIMIT,
        "No electable secondaries: this server is the only member of its replica set.");
  }

  private static void addUsers(CommandTable table, Users users) {
    UserCommands commands = new UserCommands(users);
    table
        .add("createUser", commands::createUser)
        .add("updateUser", commands::updateUser)
        .add("dropUser", commands::dropUser)
        .add("dropAllUsersFromDatabase", commands::dropAllUsersFromDatabase)
        .add("grantRolesToUser", commands::grantRolesToUser)
        .add("revokeRolesFromUser", commands::revokeRolesFromUser)
        .add("usersInfo", new UsersInfo(users))
        .add("rolesInfo", new RolesInfo());
    for (String name :
        List.of(
            "createRole",
            "updateRole",
            "dropRole",
            "dropAllRolesFromDatabase",
            "grantRolesToRole",
            "revokeRolesFromRole",
            "grantPrivilegesToRole",
            "revokePrivilegesFromRole")) {
      table.add(name, new UnsupportedCommand(ErrorCodes.COMMAND_NOT_SUPPORTED, NO_ROLES));
    }
  }

  private static void addSessions(CommandTable table, Sessions sessions, Clients clients) {
    SessionCommands commands = new SessionCommands(sessions, clients);
    Command kill = commands::killSessions;
    table
        .addNonBlocking("startSession", commands::startSession)
        .add("endSessions", commands::endSessions)
        .addNonBlocking("refreshSessions", commands::refreshSessions)
        .add("killSessions", kill)
        .add("killAllSessions", kill)
        .add("killAllSessionsByPattern", kill)
        .addNonBlocking("commitTransaction", call -> outsideOfTransaction())
        .addNonBlocking("abortTransaction", call -> outsideOfTransaction());
  }

  /** Within a transaction these commands come to {@link Transactions}. */
  private static BsonDocument outsideOfTransaction() {
    throw new MongoException(
        ErrorCodes.COMMAND_FAILED, "This command must be run within a transaction.");
  }

  private static void addOperations(CommandTable table, Operations operations) {
    table
        .add("currentOp", operations::currentOp)
        .add("killOp", operations::killOp)
        .addNonBlocking("profile", ServerInfo::profile)
        .addNonBlocking("fsync", ServerInfo::fsync)
        .addNonBlocking("planCacheClear", call -> new BsonDocument())
        .addNonBlocking("invalidateUserCache", call -> new BsonDocument())
        .addNonBlocking("top", call -> new BsonDocument("totals", new BsonDocument()));
  }

  private static void addParameters(CommandTable table, Parameters parameters) {
    table
        .addNonBlocking("getParameter", parameters::getParameter)
        .add("setParameter", parameters::setParameter)
        .addNonBlocking(
            "setFeatureCompatibilityVersion", ServerInfo::setFeatureCompatibilityVersion);
  }

  private static void addInfo(CommandTable table, LongSupplier wallMillis) {
    table
        .addNonBlocking("ping", call -> new BsonDocument())
        .addNonBlocking("buildInfo", ServerInfo::buildInfo, "buildinfo")
        .add("hostInfo", call -> ServerInfo.hostInfo(wallMillis))
        .addNonBlocking("whatsmyuri", ServerInfo::whatsMyUri)
        .addNonBlocking("getLog", ServerInfo::getLog)
        .addNonBlocking("listCommands", call -> ServerInfo.listCommands(table))
        .addNonBlocking("getCmdLineOpts", call -> commandLine())
        .addNonBlocking("features", call -> new BsonDocument("js", BsonBoolean.FALSE))
        .addNonBlocking("connPoolStats", call -> connectionPools())
        .addNonBlocking("getDefaultRWConcern", call -> defaultConcerns())
        .addNonBlocking("logApplicationMessage", call -> new BsonDocument())
        .addNonBlocking(
            "getFreeMonitoringStatus",
            call -> new BsonDocument("state", new BsonString("disabled")))
        .add(
            "mapReduce",
            new UnsupportedCommand(
                ErrorCodes.COMMAND_NOT_SUPPORTED,
                "mapReduce is not supported, as no JavaScript runs here: use an aggregation."),
            "mapreduce")
        .add(
            "shutdown",
            new UnsupportedCommand(
                ErrorCodes.COMMAND_NOT_SUPPORTED,
                "This server is not stopped by its clients: stop its process."));
  }

  private static BsonDocument commandLine() {
    return new BsonDocument("argv", new BsonArray(List.of(new BsonString("mayfly"))))
        .append("parsed", new BsonDocument());
  }

  private static BsonDocument connectionPools() {
    return new BsonDocument("numClientConnections", new BsonInt32(0))
        .append("numAScopedConnections", new BsonInt32(0))
        .append("totalInUse", new BsonInt32(0))
        .append("totalAvailable", new BsonInt32(0))
        .append("totalCreated", new BsonInt32(0))
        .append("pools", new BsonDocument())
        .append("hosts", new BsonDocument());
  }

  private static BsonDocument defaultConcerns() {
    return new BsonDocument(
            "defaultReadConcern", new BsonDocument("level", new BsonString("local")))
        .append(
            "defaultWriteConcern",
            new BsonDocument("w", new BsonString("majority")).append("wtimeout", new BsonInt32(0)))
        .append("defaultWriteConcernSource", new BsonString("implicit"))
        .append("defaultReadConcernSource", new BsonString("implicit"));
  }
}
