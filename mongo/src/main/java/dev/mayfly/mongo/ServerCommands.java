package dev.mayfly.mongo;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.auth.Authentication;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.command.Answer;
import dev.mayfly.mongo.command.Clients;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.Refusal;
import dev.mayfly.mongo.command.handshake.ConnectionStatus;
import dev.mayfly.mongo.command.handshake.Hello;
import dev.mayfly.mongo.command.handshake.Logout;
import dev.mayfly.mongo.command.handshake.SaslContinue;
import dev.mayfly.mongo.command.handshake.SaslStart;
import dev.mayfly.mongo.command.handshake.Topology;
import dev.mayfly.mongo.command.info.BuildInfo;
import dev.mayfly.mongo.command.info.CurrentOp;
import dev.mayfly.mongo.command.info.Fsync;
import dev.mayfly.mongo.command.info.GetLog;
import dev.mayfly.mongo.command.info.GetParameter;
import dev.mayfly.mongo.command.info.HostInfo;
import dev.mayfly.mongo.command.info.KillOp;
import dev.mayfly.mongo.command.info.ListCommands;
import dev.mayfly.mongo.command.info.Operations;
import dev.mayfly.mongo.command.info.Parameters;
import dev.mayfly.mongo.command.info.Ping;
import dev.mayfly.mongo.command.info.Profile;
import dev.mayfly.mongo.command.info.ServerStatus;
import dev.mayfly.mongo.command.info.SetFeatureCompatibilityVersion;
import dev.mayfly.mongo.command.info.SetParameter;
import dev.mayfly.mongo.command.info.WhatsMyUri;
import dev.mayfly.mongo.command.session.EndSessions;
import dev.mayfly.mongo.command.session.KillSessions;
import dev.mayfly.mongo.command.session.RefreshSessions;
import dev.mayfly.mongo.command.session.StartSession;
import dev.mayfly.mongo.command.user.CreateUser;
import dev.mayfly.mongo.command.user.DropAllUsersFromDatabase;
import dev.mayfly.mongo.command.user.DropUser;
import dev.mayfly.mongo.command.user.GrantRolesToUser;
import dev.mayfly.mongo.command.user.RolesInfo;
import dev.mayfly.mongo.command.user.UpdateUser;
import dev.mayfly.mongo.command.user.UsersInfo;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.session.Sessions;
import java.util.List;
import java.util.function.LongSupplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;

/** The commands about the server, its clients, their sessions and users. */
final class ServerCommands {
  private static final String NO_TRANSACTIONS =
      "Multi-document transactions are not supported by this server yet.";
  private static final String NO_ROLES =
      "Roles of one's own are not supported by this server: use the built-in ones.";

  private ServerCommands() {}

  static void addTo(CommandTable table, Engine engine, MongoOptions options, ServerState state) {
    LongSupplier wallMillis = options.wallClock()::millis;
    addHandshake(table, options, state.users(), wallMillis);
    addUsers(table, state.users());
    addSessions(table, state.sessions(), state.clients());
    addOperations(table, new Operations(state.clients()));
    addParameters(table, new Parameters(engine.background()));
    addInfo(table, wallMillis);
    table.add(
        "serverStatus",
        new ServerStatus(
            engine,
            state.clients(),
            state.sessions(),
            state.counters(),
            options.limits().connections().connectionsMax(),
            wallMillis));
  }

  private static void addHandshake(
      CommandTable table, MongoOptions options, Users users, LongSupplier wallMillis) {
    Topology topology = new Topology(options.advertisedHost());
    SaslStart saslStart = new SaslStart(new Authentication(users));
    table
        .add("hello", new Hello(topology, users, saslStart, wallMillis), "isMaster", "ismaster")
        .add("saslStart", saslStart)
        .add("saslContinue", new SaslContinue())
        .add("logout", new Logout())
        .add("connectionStatus", new ConnectionStatus());
  }

  private static void addUsers(CommandTable table, Users users) {
    table
        .add("createUser", new CreateUser(users))
        .add("updateUser", new UpdateUser(users))
        .add("dropUser", new DropUser(users))
        .add("dropAllUsersFromDatabase", new DropAllUsersFromDatabase(users))
        .add("grantRolesToUser", GrantRolesToUser.granting(users))
        .add("revokeRolesFromUser", GrantRolesToUser.revoking(users))
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
      table.add(name, new Refusal(ErrorCodes.COMMAND_NOT_SUPPORTED, NO_ROLES));
    }
  }

  private static void addSessions(CommandTable table, Sessions sessions, Clients clients) {
    Command kill = new KillSessions(sessions, clients);
    Command noTransaction =
        new Refusal(ErrorCodes.OPERATION_NOT_SUPPORTED_IN_TRANSACTION, NO_TRANSACTIONS);
    table
        .add("startSession", new StartSession(sessions))
        .add("endSessions", new EndSessions(sessions))
        .add("refreshSessions", new RefreshSessions(sessions))
        .add("killSessions", kill)
        .add("killAllSessions", kill)
        .add("killAllSessionsByPattern", kill)
        .add("commitTransaction", noTransaction)
        .add("abortTransaction", noTransaction);
  }

  private static void addOperations(CommandTable table, Operations operations) {
    table
        .add("currentOp", new CurrentOp(operations))
        .add("killOp", new KillOp(operations))
        .add("profile", new Profile())
        .add("fsync", new Fsync())
        .add("planCacheClear", answering(BsonDocument::new))
        .add("invalidateUserCache", answering(BsonDocument::new))
        .add("top", answering(() -> new BsonDocument("totals", new BsonDocument())));
  }

  private static void addParameters(CommandTable table, Parameters parameters) {
    table
        .add("getParameter", new GetParameter(parameters))
        .add("setParameter", new SetParameter(parameters))
        .add("setFeatureCompatibilityVersion", new SetFeatureCompatibilityVersion());
  }

  private static void addInfo(CommandTable table, LongSupplier wallMillis) {
    table
        .add("ping", new Ping())
        .add("buildInfo", new BuildInfo(), "buildinfo")
        .add("hostInfo", new HostInfo(wallMillis))
        .add("whatsmyuri", new WhatsMyUri())
        .add("getLog", new GetLog())
        .add("listCommands", new ListCommands(table))
        .add("getCmdLineOpts", answering(ServerCommands::commandLine))
        .add("features", answering(() -> new BsonDocument("js", BsonBoolean.FALSE)))
        .add("isdbgrid", answering(() -> new BsonDocument("isdbgrid", new BsonInt32(1))))
        .add("connPoolStats", answering(ServerCommands::connectionPools))
        .add("getDefaultRWConcern", answering(ServerCommands::defaultConcerns))
        .add("getLastError", answering(ServerCommands::noError), "getlasterror")
        .add("logApplicationMessage", answering(BsonDocument::new))
        .add(
            "getFreeMonitoringStatus",
            answering(() -> new BsonDocument("state", new BsonString("disabled"))))
        .add(
            "replSetGetStatus",
            new Refusal(ErrorCodes.NO_REPLICATION_ENABLED, "not running with --replSet"))
        .add(
            "replSetGetConfig",
            new Refusal(ErrorCodes.NO_REPLICATION_ENABLED, "not running with --replSet"))
        .add(
            "mapReduce",
            new Refusal(
                ErrorCodes.COMMAND_NOT_SUPPORTED,
                "mapReduce is not supported, as no JavaScript runs here: use an aggregation."),
            "mapreduce")
        .add(
            "shutdown",
            new Refusal(
                ErrorCodes.COMMAND_NOT_SUPPORTED,
                "This server is not stopped by its clients: stop its process."));
  }

  private static Command answering(java.util.function.Supplier<BsonDocument> answer) {
    return new Answer(answer);
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

  private static BsonDocument noError() {
    return new BsonDocument("n", new BsonInt32(0)).append("err", BsonNull.VALUE);
  }
}
