package dev.mayfly.mongo.command.crud;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Deletes;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.collection.UpdateStatement;
import dev.mayfly.mongo.collection.Updates;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.command.WriteConcern;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.projection.Projection;
import dev.mayfly.mongo.retry.RetryableCall;
import dev.mayfly.mongo.retry.WriteReceipt;
import dev.mayfly.mongo.update.Update;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;

public record FindAndModifyCommand(Backend backend) implements RetryableCommand {
  static final Set<String> FIELDS =
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

  @Override
  public void write(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    boolean remove = arguments.flag("remove", false);
    check(arguments, remove);
    Namespace namespace = arguments.namespace(call);
    Collection collection = WriteCommand.writable(backend.collections().find(namespace));
    TimeSeriesRules.refuse(collection, "findAndModify");
    BsonDocument let = arguments.document("let");
    ParseContext parsing = QueryOptions.parsing(collection, arguments.document("collation"), let);
    String hint = QueryOptions.hint(collection, arguments.value("hint"));
    Variables variables = QueryOptions.variables(backend.variables(), let);
    Query query =
        Query.of(arguments.documentOrEmpty("query"), arguments.document("sort"), parsing, variables)
            .hinting(hint);
    BsonDocument fields = arguments.document("fields");
    Projection projection =
        fields == null || fields.isEmpty() ? null : Projection.parse(fields, parsing);
    if (call instanceof RetryableCall numbered && numbered.image() != null) {
      numbered.repeat(
          WriteConcern.answered(call, answer(call, remove, numbered.image(), query, projection)));
      return;
    }
    Function<WriteOutcome, Item> shown =
        arguments.flag("new", false) ? WriteOutcome::item : WriteOutcome::before;
    call.memory().showing(shown);
    BsonDocument answer =
        remove
            ? remove(call, collection, query, projection)
            : update(call, namespace, collection, query, projection, shown, arguments);
    call.reply(WriteConcern.answered(call, answer));
  }

  static void check(CommandArguments arguments, boolean remove) {
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
    WriteOutcome outcome =
        collection == null ? null : executed(() -> new Deletes(call, collection, query).one());
    WriteReceipt.Image image =
        outcome == null ? null : WriteReceipt.Image.of(outcome, outcome.before(), null);
    return answer(call, true, image, query, projection);
  }

  /** Runs the write; its errors get the prefix by which clients know them. */
  private static <R> R executed(Supplier<R> write) {
    try {
      return write.get();
    } catch (MongoException e) {
      throw e.in("Plan executor error during findAndModify :: caused by :: ");
    }
  }

  /**
   * @param image null if nothing matched
   */
  private static BsonDocument answer(
      CommandCall call,
      boolean removed,
      WriteReceipt.Image image,
      Query query,
      Projection projection) {
    BsonDocument last = new BsonDocument("n", new BsonInt32(image == null ? 0 : 1));
    if (!removed) {
      last.append("updatedExisting", BsonBoolean.valueOf(image != null && image.existing()));
    }
    if (image != null && image.upsertedId() != null) {
      last.append("upserted", image.upsertedId());
    }
    boolean shows = image != null && image.document() != null;
    BsonValue value = shows ? shown(call, image.document(), query, projection) : BsonNull.VALUE;
    return new BsonDocument("lastErrorObject", last).append("value", value);
  }

  private BsonDocument update(
      CommandCall call,
      Namespace namespace,
      Collection collection,
      Query query,
      Projection projection,
      Function<WriteOutcome, Item> shown,
      CommandArguments arguments) {
    List<BsonDocument> filters = arguments.documents("arrayFilters");
    Update update =
        Update.parse(
            arguments.value("update"), filters == null ? List.of() : filters, query.parsing());
    boolean upsert = arguments.flag("upsert", false);
    boolean validated = !arguments.flag("bypassDocumentValidation", false);
    UpdateStatement statement = new UpdateStatement(query, update, false, upsert, validated);
    Collection target =
        collection == null && upsert ? backend.collections().orCreate(namespace, call) : collection;
    UpdateResult result =
        target == null
            ? new UpdateResult(0, 0, null, null)
            : executed(() -> new Updates(call, target, statement).run());
    WriteOutcome done = result.last();
    WriteReceipt.Image image =
        done == null ? null : WriteReceipt.Image.of(done, shown.apply(done), result.upsertedId());
    return answer(call, false, image, query, projection);
  }

  private static BsonDocument shown(
      CommandCall call, LazyDocument document, Query query, Projection projection) {
    if (projection == null) {
      return document;
    }
    MatchDetails details = new MatchDetails();
    query.matches(document, details);
    return projection.apply(document, call.watched(query.variables()), details);
  }
}
