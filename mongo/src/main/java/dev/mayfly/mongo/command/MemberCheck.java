package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Which commands a member of a replica set serves while it is not the primary: those about itself,
 * and reads whose client allows it. The codes of the refusals make drivers look for the primary.
 *
 * @param isPrimary whether it is the primary now
 */
public record MemberCheck(BooleanSupplier isPrimary) {
  /** For a server on its own. */
  public static final MemberCheck ALWAYS_PRIMARY = new MemberCheck(() -> true);

  private static final Set<String> READS =
      Set.of(
          "find",
          "aggregate",
          "count",
          "distinct",
          "explain",
          "listCollections",
          "listDatabases",
          "listIndexes",
          "listSearchIndexes",
          "collStats",
          "collstats",
          "dbStats",
          "dbstats",
          "dataSize",
          "datasize",
          "usersInfo",
          "rolesInfo",
          "validate");

  /** What is about the server, the connection or what a client has left there. */
  private static final Set<String> ANYWHERE =
      Set.of(
          "hello",
          "isMaster",
          "ismaster",
          "saslStart",
          "saslContinue",
          "logout",
          "connectionStatus",
          "isdbgrid",
          "replSetGetStatus",
          "replSetGetConfig",
          "replSetInitiate",
          "replSetFreeze",
          "startSession",
          "endSessions",
          "refreshSessions",
          "killSessions",
          "killAllSessions",
          "killAllSessionsByPattern",
          "getMore",
          "killCursors",
          "currentOp",
          "killOp",
          "profile",
          "fsync",
          "planCacheClear",
          "invalidateUserCache",
          "top",
          "getParameter",
          "configureFailPoint",
          "ping",
          "buildInfo",
          "buildinfo",
          "hostInfo",
          "whatsmyuri",
          "getLog",
          "listCommands",
          "getCmdLineOpts",
          "features",
          "connPoolStats",
          "getDefaultRWConcern",
          "logApplicationMessage",
          "getFreeMonitoringStatus",
          "getLastRequestStatistics",
          "serverStatus",
          "shutdown");

  public MemberCheck {
    requireNonNull(isPrimary, "isPrimary");
  }

  /** Refuses what is for the primary only, if this member is not. */
  void check(CommandCall call) {
    if (isPrimary.getAsBoolean() || ANYWHERE.contains(call.name())) {
      return;
    }
    boolean reads = READS.contains(call.name()) && !call.arguments().isInTransaction();
    if (!reads || ReadConcern.isLinearizable(call)) {
      throw new MongoException(ErrorCodes.NOT_WRITABLE_PRIMARY, "not primary");
    }
    if (!call.arguments().allowsSecondary()) {
      throw new MongoException(
          ErrorCodes.NOT_PRIMARY_NO_SECONDARY_OK, "not primary and secondaryOk=false");
    }
  }
}
