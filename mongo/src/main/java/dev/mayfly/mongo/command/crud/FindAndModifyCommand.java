package dev.mayfly.mongo.command.crud;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Deletes;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.collection.UpdateStatement;
import dev.mayfly.mongo.collection.Updates;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.command.WriteConcern;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import dev.mayfly.mongo.projection.Projection;
import dev.mayfly.mongo.update.Update;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code findAndModify}. */
public final class FindAndModifyCommand implements Command {
  private static final Set<String> FIELDS =
      Set.of(
          "query",
          "sort",
          "remove",
          "update",
          "new",
          "fields",
          "upsert",
          "bypassDocumentValidation",
          "collation",
          "arrayFilters",
          "hint",
          "let",
          "runtimeConstants",
          "legacyRuntimeConstants",
          "bypassEmptyTsReplacement");

  private final Backend backend;

  public FindAndModifyCommand(Backend backend) {
    this.backend = java.util.Objects.requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    throw new UnsupportedOperationException("writes are started");
  }

  @Override
  public void start(CommandCall call) {
    backend.retries().run(call, this::write);
  }

  private void write(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    boolean remove = arguments.flag("remove", false);
    check(arguments, remove);
    Namespace namespace = arguments.namespace(call);
    Collection collection = WriteCommand.writable(backend.collections().find(namespace));
    BsonDocument let = arguments.document("let");
    ParseContext parsing = Settings.parsing(collection, arguments.document("collation"), let);
    Settings.checkHint(collection, arguments.value("hint"));
    Variables variables = Settings.variables(backend.variables(), let);
    Query query =
        Query.of(
            arguments.documentOrEmpty("query"), arguments.document("sort"), parsing, variables);
    BsonDocument fields = arguments.document("fields");
    Projection projection =
        fields == null || fields.isEmpty() ? null : Projection.parse(fields, parsing);
    BsonDocument answer =
        remove
            ? remove(call, collection, query, projection)
            : update(call, namespace, collection, query, projection, arguments);
    call.reply(WriteConcern.answered(call, answer));
  }

  private static void check(Arguments arguments, boolean remove) {
    boolean update = arguments.has("update");
    if (remove && update) {
      throw failed("Cannot specify both an update and remove=true");
    }
    if (remove && arguments.flag("upsert", false)) {
      throw failed("Cannot specify both upsert=true and remove=true");
    }
    if (remove && arguments.flag("new", false)) {
      throw failed(
          "Cannot specify both new=true and remove=true; 'remove' always returns the"
              + " deleted document");
    }
    if (remove && arguments.has("arrayFilters")) {
      throw failed("Cannot specify arrayFilters and remove=true");
    }
    if (!remove && !update) {
      throw failed("Either an update or remove=true must be specified");
    }
  }

  private static MongoException failed(String text) {
    return new MongoException(ErrorCodes.FAILED_TO_PARSE, text);
  }

  private static BsonDocument remove(
      CommandCall call, Collection collection, Query query, Projection projection) {
    WriteOutcome outcome = collection == null ? null : new Deletes(call, collection, query).one();
    BsonDocument last = new BsonDocument("n", new BsonInt32(outcome == null ? 0 : 1));
    BsonValue value =
        outcome == null ? BsonNull.VALUE : shown(call, outcome.before(), query, projection);
    return new BsonDocument("lastErrorObject", last).append("value", value);
  }

  private BsonDocument update(
      CommandCall call,
      Namespace namespace,
      Collection collection,
      Query query,
      Projection projection,
      Arguments arguments) {
    List<BsonDocument> filters = arguments.documents("arrayFilters");
    Update update =
        Update.parse(
            arguments.value("update"), filters == null ? List.of() : filters, query.parsing());
    boolean upsert = arguments.flag("upsert", false);
    boolean validated = !arguments.flag("bypassDocumentValidation", false);
    UpdateStatement statement = new UpdateStatement(query, update, false, upsert, validated);
    Collection target =
        collection == null && upsert ? backend.collections().orCreate(namespace) : collection;
    UpdateResult result =
        target == null
            ? new UpdateResult(0, 0, null, null)
            : new Updates(call, target, statement).run();
    boolean done = result.last() != null;
    BsonDocument last =
        new BsonDocument("n", new BsonInt32(done ? 1 : 0))
            .append("updatedExisting", BsonBoolean.valueOf(result.matched() > 0));
    if (result.upsertedId() != null) {
      last.append("upserted", result.upsertedId());
    }
    boolean after = arguments.flag("new", false);
    Item item = !done ? null : after ? result.last().item() : result.last().before();
    BsonValue value = item == null ? BsonNull.VALUE : shown(call, item, query, projection);
    return new BsonDocument("lastErrorObject", last).append("value", value);
  }

  private static BsonDocument shown(
      CommandCall call, Item item, Query query, Projection projection) {
    LazyDocument document = new LazyDocument(item.document());
    if (projection == null) {
      return document;
    }
    MatchDetails details = new MatchDetails();
    query.matches(document, details);
    return projection.apply(document, query.variables().watchedBy(call::check), details);
  }
}
