package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.update.Update;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A statement of an update command whose fields are all known and of the right types: if those of
 * one statement are not, nothing of the command is done.
 *
 * @param constants null for none
 * @param sort null for none
 * @param collation null for that of the collection
 * @param hint null for none
 * @param arrayFilters null for none
 */
record UpdateShape(
    BsonDocument query,
    BsonValue change,
    BsonDocument constants,
    BsonDocument sort,
    BsonDocument collation,
    BsonValue hint,
    List<BsonDocument> arrayFilters,
    boolean multi,
    boolean upsert) {
  private static final Set<String> FIELDS =
      Set.of(
          "q",
          "u",
          "c",
          "multi",
          "upsert",
          "upsertSupplied",
          "collation",
          "arrayFilters",
          "hint",
          "sort",
          "sampleId",
          "allowShardKeyUpdatesWithoutFullShardKeyInQuery");

  static UpdateShape of(BsonDocument statement) {
    Arguments arguments = Arguments.of("update.updates", statement, FIELDS);
    BsonDocument query = arguments.requiredDocument("q");
    BsonValue change = arguments.value("u");
    if (change == null) {
      throw new MongoException(
          ErrorCodes.IDL_FAILED_TO_PARSE,
          "BSON field 'update.updates.u' is missing but a required field");
    }
    Update.requireForm(change);
    return new UpdateShape(
        query,
        change,
        arguments.document("c"),
        arguments.document("sort"),
        arguments.document("collation"),
        arguments.value("hint"),
        arguments.documents("arrayFilters"),
        arguments.flag("multi", false),
        arguments.flag("upsert", false));
  }
}
