package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.update.Update;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A parsed update statement. If one statement is malformed, nothing of the command is executed.
 *
 * @param constants null for none
 * @param sort null for none
 * @param collation null for that of the collection
 * @param hint null for none
 * @param arrayFilters null for none
 */
record UpdateOpEntry(
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

  static UpdateOpEntry of(BsonDocument statement) {
    CommandArguments arguments = CommandArguments.of("update.updates", statement, FIELDS);
    BsonDocument query = arguments.requiredDocument("q");
    BsonValue change = arguments.value("u");
    if (change == null) {
      throw FieldErrors.missing("update.updates.u");
    }
    Update.requireForm(change);
    return new UpdateOpEntry(
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
