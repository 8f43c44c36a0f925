package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.UpdateStatement;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.update.Update;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Understands the statements of an update command. */
final class UpdateParser {
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

  private final BsonDocument let;
  private final Variables variables;
  private final boolean validated;

  /**
   * @param let the variables of the command; null for none
   */
  UpdateParser(BsonDocument let, Variables around, boolean validated) {
    this.let = let;
    this.variables = Settings.variables(around, let);
    this.validated = validated;
  }

  /**
   * @param collection null if it does not exist
   */
  UpdateStatement parse(BsonDocument document, Collection collection) {
    Arguments arguments = Arguments.of("update.updates", document, FIELDS);
    BsonDocument query = arguments.requiredDocument("q");
    BsonValue change = arguments.value("u");
    if (change == null) {
      throw new MongoException(
          ErrorCodes.IDL_FAILED_TO_PARSE,
          "BSON field 'update.updates.u' is missing but a required field");
    }
    BsonDocument constants = arguments.document("c");
    boolean multi = arguments.flag("multi", false);
    BsonDocument sort = arguments.document("sort");
    if (sort != null && multi) {
      throw new MongoException(ErrorCodes.FAILED_TO_PARSE, "Cannot specify sort with multi=true");
    }
    ParseContext parsing = Settings.parsing(collection, arguments.document("collation"), let);
    String hint = Settings.hint(collection, arguments.value("hint"));
    return of(
        Query.of(query, sort, parsing, variables).hinting(hint),
        change,
        constants,
        arguments.documents("arrayFilters"),
        multi,
        arguments.flag("upsert", false));
  }

  private UpdateStatement of(
      Query query,
      BsonValue change,
      BsonDocument constants,
      List<BsonDocument> arrayFilters,
      boolean multi,
      boolean upsert) {
    if (constants != null && !change.isArray()) {
      throw new MongoException(51198, "Constant values may only be specified for pipeline updates");
    }
    Query extended = constants == null ? query : withConstants(query, constants);
    List<BsonDocument> filters = arrayFilters == null ? List.of() : arrayFilters;
    Update update = Update.parse(requireNonNull(change), filters, extended.parsing());
    if (multi && update.isReplacement()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "multi update is not supported for replacement-style update");
    }
    return new UpdateStatement(extended, update, multi, upsert, validated);
  }

  /** The constants of a pipeline are variables that only it sees. */
  private static Query withConstants(Query query, BsonDocument constants) {
    Variables more = query.variables();
    for (String name : constants.keySet()) {
      more = more.with(name, constants.get(name));
    }
    ParseContext parsing = query.parsing().with(constants.keySet());
    return query.with(more, parsing);
  }
}
