package dev.mayfly.mongo.transaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionCatalog;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import org.bson.BsonValue;

/** What may be part of a transaction. A command that is refused here does not end it. */
final class TransactionRules {
  private static final Set<String> STARTING =
      Set.of(
          "find",
          "insert",
          "update",
          "delete",
          "findAndModify",
          "findandmodify",
          "aggregate",
          "distinct",
          "create",
          "createIndexes",
          "bulkWrite");

  private static final Set<String> CONTINUING = Set.of("getMore", "killCursors");
  private static final Set<String> ENDING = Set.of("commitTransaction", "abortTransaction");

  private static final Set<String> WRITING =
      Set.of("insert", "update", "delete", "findAndModify", "findandmodify");

  private static final Set<String> STAGES =
      Set.of(
          "$out",
          "$merge",
          "$changeStream",
          "$collStats",
          "$indexStats",
          "$planCacheStats",
          "$currentOp",
          "$listSessions",
          "$listLocalSessions",
          "$listSearchIndexes",
          "$vectorSearch");

  private static final Set<String> LEVELS = Set.of("local", "majority", "snapshot");
  private static final byte[] AT = "atClusterTime".getBytes(UTF_8);
  private static final byte[] LEVEL = {'l', 'e', 'v', 'e', 'l'};
  private static final int WRITE_TO_SYSTEM_COLLECTION = 50791;

  private TransactionRules() {}

  /** Capped and time-series collections are only read. */
  static void checkTarget(CommandCall call, CollectionCatalog collections) {
    BsonValue target = WRITING.contains(call.name()) ? call.body().get(call.name()) : null;
    if (target == null || !target.isString()) {
      return;
    }
    Collection found =
        collections.find(new Namespace(call.database(), target.asString().getValue()));
    if (found != null && found.timeSeries() != null) {
      throw refused(
          "Cannot write to a time-series collection in a multi-document transaction: "
              + found.namespace());
    }
    if (found != null && found.spec().isCapped()) {
      throw refused(
          "Collection '"
              + found.namespace()
              + "' is a capped collection. Writes in transactions are not allowed on capped"
              + " collections.");
    }
  }

  static void check(CommandCall call) {
    String name = call.name();
    boolean ends = ENDING.contains(name);
    boolean starts = call.arguments().startsTransaction();
    if (!ends && !STARTING.contains(name) && !CONTINUING.contains(name)) {
      throw refused("Cannot run '" + name + "' in a multi-document transaction.");
    }
    if (starts && !STARTING.contains(name)) {
      throw refused("Cannot run '" + name + "' as the first operation of a transaction.");
    }
    if (ends && !call.database().equals("admin")) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, name + " may only be run against the admin database.");
    }
    if (!ends && !name.equals("bulkWrite")) {
      checkNamespace(call);
    }
    if (name.equals("aggregate")) {
      checkStages(call);
    }
    checkConcerns(call, starts, ends);
  }

  private static void checkNamespace(CommandCall call) {
    String database = call.database();
    if (database.equals("config") || database.equals("local")) {
      throw refused("Cannot run command against the '" + database + "' database in a transaction.");
    }
    BsonValue target = call.body().get(call.name());
    if (target == null || !target.isString()) {
      return;
    }
    String collection = target.asString().getValue();
    if (collection.equals("system.profile")) {
      throw refused(
          "Cannot run command against the '"
              + database
              + ".system.profile' collection in a transaction.");
    }
    if (collection.startsWith("system.") && WRITING.contains(call.name())) {
      throw new MongoException(
          WRITE_TO_SYSTEM_COLLECTION,
          "Cannot write to system collection "
              + database
              + "."
              + collection
              + " within a transaction.");
    }
  }

  private static void checkStages(CommandCall call) {
    BsonValue pipeline = call.body().get("pipeline");
    if (pipeline == null || !pipeline.isArray()) {
      return;
    }
    for (BsonValue stage : pipeline.asArray()) {
      if (stage.isDocument()
          && !stage.asDocument().isEmpty()
          && STAGES.contains(stage.asDocument().getFirstKey())) {
        throw refused(
            "Stage not supported inside of a multi-document transaction: "
                + stage.asDocument().getFirstKey());
      }
    }
  }

  private static void checkConcerns(CommandCall call, boolean starts, boolean ends) {
    RawValue readConcern = call.arguments().readConcern();
    if (readConcern != null && !readConcern.elements().next()) {
      readConcern = null;
    }
    if (readConcern != null && !starts) {
      throw invalid("Only the first command in a transaction may specify a readConcern");
    }
    RawValue level = readConcern == null ? null : readConcern.find(LEVEL);
    if (level != null && !LEVELS.contains(level.asString())) {
      throw invalid(
          "The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in"
              + " order to run in a transaction");
    }
    if (readConcern != null && readConcern.find(AT) != null) {
      throw invalid("This server begins transactions at the present only: leave out atClusterTime");
    }
    if (call.arguments().writeConcern() != null && !ends) {
      throw invalid("writeConcern is not allowed within a multi-statement transaction");
    }
  }

  static MongoException refused(String text) {
    return new MongoException(ErrorCodes.OPERATION_NOT_SUPPORTED_IN_TRANSACTION, text);
  }

  private static MongoException invalid(String text) {
    return new MongoException(ErrorCodes.INVALID_OPTIONS, text);
  }
}
