package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A parsed delete statement. If one statement is malformed, nothing of the command is executed.
 *
 * @param all whether more than one document may be deleted
 * @param collation null for that of the collection
 * @param hint null for none
 */
record DeleteOpEntry(BsonDocument query, boolean all, BsonDocument collation, BsonValue hint) {
  private static final Set<String> FIELDS = Set.of("q", "limit", "collation", "hint", "sampleId");

  static DeleteOpEntry of(BsonDocument statement) {
    CommandArguments arguments = CommandArguments.of("delete.deletes", statement, FIELDS);
    BsonDocument query = arguments.requiredDocument("q");
    arguments.require("limit");
    long limit = arguments.number("limit", 0);
    // Not rounded: a fraction would become 0, which means all.
    if (Numbers.toDouble(arguments.value("limit")) != limit || limit != 0 && limit != 1) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "The limit field in delete objects must be 0 or 1. Got "
              + BsonText.of(arguments.value("limit")));
    }
    return new DeleteOpEntry(
        query, limit == 0, arguments.document("collation"), arguments.value("hint"));
  }
}
