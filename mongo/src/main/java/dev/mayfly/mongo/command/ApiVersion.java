package dev.mayfly.mongo.command;

import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.GenericArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;

/** The Stable API parameters ({@code apiVersion}). There is version 1 only. */
final class ApiVersion {
  private static final String ONLY = "1";

  private static final Set<String> COMMANDS =
      Set.of(
          "abortTransaction",
          "aggregate",
          "authenticate",
          "bulkWrite",
          "collMod",
          "commitTransaction",
          "count",
          "create",
          "createIndexes",
          "delete",
          "drop",
          "dropDatabase",
          "dropIndexes",
          "endSessions",
          "explain",
          "find",
          "findAndModify",
          "findandmodify",
          "getMore",
          "hello",
          "insert",
          "killCursors",
          "listCollections",
          "listDatabases",
          "listIndexes",
          "ping",
          "refreshSessions",
          "saslContinue",
          "saslStart",
          "update");

  private ApiVersion() {}

  static void check(CommandCall call) {
    GenericArguments arguments = call.arguments();
    RawValue version = arguments.apiVersion();
    if (version == null) {
      if (arguments.apiStrict() != null || arguments.apiDeprecationErrors() != null) {
        throw new MongoException(
            4886600, "Provided apiStrict and/or apiDeprecationErrors without passing apiVersion");
      }
      return;
    }
    if (!version.isString() || !version.asString().equals(ONLY)) {
      throw new MongoException(ErrorCodes.API_VERSION_ERROR, "API version must be \"1\"");
    }
    RawValue strict = arguments.apiStrict();
    if (strict != null
        && strict.isBoolean()
        && strict.asBoolean()
        && !COMMANDS.contains(call.name())) {
      throw new MongoException(
          ErrorCodes.API_STRICT_ERROR,
          "Provided apiStrict:true, but the command " + call.name() + " is not in API Version 1");
    }
  }
}
