package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;

/** Parses the explained command as the command itself does: what that rejects has no plan. */
final class ExplainParser {
  /** The supported commands and their fields. */
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "find", FindCommand.FIELDS,
          "aggregate", AggregateCommand.FIELDS,
          "count", CountCommand.FIELDS,
          "distinct", DistinctCommand.FIELDS,
          "update", UpdateCommand.FIELDS,
          "delete", DeleteCommand.FIELDS,
          "findAndModify", FindAndModifyCommand.FIELDS);

  private final CommandArguments arguments;
  private final Collection collection;
  private final Variables around;
  private final BsonDocument let;

  private ExplainParser(BsonDocument command, Collection collection, Variables around) {
    this.arguments = arguments(command);
    this.collection = collection;
    this.around = around;
    this.let = arguments.document("let");
  }

  /** The fields of a supported command. */
  static CommandArguments arguments(BsonDocument command) {
    return CommandArguments.ofCommand(command, FIELDS.get(command.getFirstKey()));
  }

  static boolean knows(String command) {
    return FIELDS.containsKey(command);
  }

  /**
   * @param command of a supported type
   * @param collection null if it does not exist
   */
  static Explained parse(BsonDocument command, Collection collection, Variables around) {
    ExplainParser parser = new ExplainParser(command, collection, around);
    return switch (command.getFirstKey()) {
      case "find" -> parser.find();
      case "count" -> parser.count();
      case "distinct" -> parser.distinct();
      case "update" -> parser.update();
      case "delete" -> parser.delete();
      default -> parser.findAndModify();
    };
  }

  private Explained find() {
    FindRequest find = FindRequest.parse(arguments, collection, around);
    return new Explained(
        collection,
        find.query(),
        arguments.document("sort"),
        find.skip(),
        find.limit(),
        arguments.document("projection"),
        null);
  }

  private Explained count() {
    long limit = Math.abs(arguments.number("limit", 0));
    long skip = arguments.count("skip", 0);
    return explained(query(null), null, skip, limit == 0 ? Long.MAX_VALUE : limit, "COUNT");
  }

  private Explained distinct() {
    arguments.requiredText("key");
    return explained(query(null), null, 0, Long.MAX_VALUE, null);
  }

  private Explained update() {
    UpdateOpEntry shape = UpdateOpEntry.of(onlyStatement("updates"));
    Query query = new UpdateParser(let, around, false).parse(shape, collection).query();
    return explained(query, shape.sort(), 0, shape.multi() ? Long.MAX_VALUE : 1, "UPDATE");
  }

  private Explained delete() {
    DeleteOpEntry shape = DeleteOpEntry.of(onlyStatement("deletes"));
    ParseContext parsing = QueryOptions.parsing(collection, shape.collation(), let);
    Query query =
        Query.of(shape.query(), null, parsing, QueryOptions.variables(around, let))
            .hinting(QueryOptions.hint(collection, shape.hint()));
    return explained(query, null, 0, shape.all() ? Long.MAX_VALUE : 1, "DELETE");
  }

  private Explained findAndModify() {
    FindAndModifyCommand.check(arguments, arguments.flag("remove", false));
    BsonDocument sort = arguments.document("sort");
    String root = arguments.flag("remove", false) ? "DELETE" : "UPDATE";
    return explained(query(sort), sort, 0, 1, root);
  }

  private Query query(BsonDocument sort) {
    ParseContext parsing = QueryOptions.parsing(collection, arguments.document("collation"), let);
    BsonDocument filter = arguments.documentOrEmpty("query");
    return Query.of(filter, sort, parsing, QueryOptions.variables(around, let))
        .hinting(QueryOptions.hint(collection, arguments.value("hint")));
  }

  private BsonDocument onlyStatement(String field) {
    arguments.requiredArray(field);
    List<BsonDocument> statements = arguments.documents(field);
    if (statements.size() != 1) {
      throw new MongoException(
          ErrorCodes.INVALID_LENGTH, "explained write batches must be of size 1");
    }
    return statements.get(0);
  }

  private Explained explained(Query query, BsonDocument sort, long skip, long limit, String root) {
    return new Explained(collection, query, sort, skip, limit, null, root);
  }
}
