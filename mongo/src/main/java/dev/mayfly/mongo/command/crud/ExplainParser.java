package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * Understands the command that is to be explained as the command itself would: what it would refuse
 * has no plan.
 */
final class ExplainParser {
  /** The commands that can be explained, and their fields. */
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "find", FindCommand.FIELDS,
          "aggregate", AggregateCommand.FIELDS,
          "count", CountCommand.FIELDS,
          "distinct", DistinctCommand.FIELDS,
          "update", UpdateCommand.FIELDS,
          "delete", DeleteCommand.FIELDS,
          "findAndModify", FindAndModifyCommand.FIELDS);

  private final Arguments arguments;
  private final Collection collection;
  private final Variables around;
  private final BsonDocument let;

  private ExplainParser(BsonDocument command, Collection collection, Variables around) {
    this.arguments = Arguments.ofCommand(command, FIELDS.get(command.getFirstKey()));
    this.collection = collection;
    this.around = around;
    this.let = arguments.document("let");
  }

  static boolean knows(String command) {
    return FIELDS.containsKey(command);
  }

  /**
   * @param command one that is known
   * @param collection null if it does not exist
   */
  static Explained parse(BsonDocument command, Collection collection, Variables around) {
    ExplainParser parser = new ExplainParser(command, collection, around);
    return switch (command.getFirstKey()) {
      case "find" -> parser.find();
      case "aggregate" -> parser.aggregate();
      case "count" -> parser.count();
      case "distinct" -> parser.distinct();
      case "update" -> parser.update();
      case "delete" -> parser.delete();
      default -> parser.findAndModify();
    };
  }

  private Explained find() {
    Find find = Find.parse(arguments, collection, around);
    return explained(find.query(), arguments.document("sort"), find.skip(), find.limit());
  }

  private Explained aggregate() {
    ParseContext parsing = Settings.parsing(collection, arguments.document("collation"), let);
    return Explained.of(
        AggregateCommand.stages(arguments),
        collection,
        parsing,
        Settings.variables(around, let),
        arguments.value("hint"));
  }

  private Explained count() {
    long limit = Math.abs(arguments.number("limit", 0));
    long skip = arguments.count("skip", 0);
    return explained(query(null), null, skip, limit == 0 ? Long.MAX_VALUE : limit);
  }

  private Explained distinct() {
    arguments.requiredText("key");
    return explained(query(null), null, 0, Long.MAX_VALUE);
  }

  private Explained update() {
    UpdateShape shape = UpdateShape.of(onlyStatement("updates"));
    Query query = new UpdateParser(let, around, false).parse(shape, collection).query();
    return explained(query, shape.sort(), 0, shape.multi() ? Long.MAX_VALUE : 1);
  }

  private Explained delete() {
    DeleteShape shape = DeleteShape.of(onlyStatement("deletes"));
    ParseContext parsing = Settings.parsing(collection, shape.collation(), let);
    Query query =
        Query.of(shape.query(), null, parsing, Settings.variables(around, let))
            .hinting(Settings.hint(collection, shape.hint()));
    return explained(query, null, 0, shape.all() ? Long.MAX_VALUE : 1);
  }

  private Explained findAndModify() {
    FindAndModifyCommand.check(arguments, arguments.flag("remove", false));
    BsonDocument sort = arguments.document("sort");
    return explained(query(sort), sort, 0, 1);
  }

  private Query query(BsonDocument sort) {
    ParseContext parsing = Settings.parsing(collection, arguments.document("collation"), let);
    BsonDocument filter = arguments.documentOrEmpty("query");
    return Query.of(filter, sort, parsing, Settings.variables(around, let))
        .hinting(Settings.hint(collection, arguments.value("hint")));
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

  private Explained explained(Query query, BsonDocument sort, long skip, long limit) {
    return new Explained(collection, query, sort, skip, limit);
  }
}
