package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Deletes;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.retry.RetryableWrites;
import dev.mayfly.mongo.retry.WriteReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

public final class DeleteCommand extends WriteCommand {
  static final Set<String> FIELDS = Set.of("deletes", "ordered", "let");

  public DeleteCommand(Backend backend) {
    super(backend);
  }

  @Override
  String statements() {
    return "deletes";
  }

  @Override
  public boolean isNonBlocking(CommandCall call) {
    BsonDocument only = onlyStatement(call);
    Collection collection = existing(call);
    return only != null && isNonBlocking(only, collection) && !collection.computesKeys();
  }

  private static boolean isNonBlocking(BsonDocument statement, Collection collection) {
    BsonValue query = statement.get("q");
    BsonValue limit = statement.get("limit");
    return collection != null
        && query != null
        && query.isDocument()
        && limit != null
        && Numbers.isNumber(limit)
        && Numbers.toDouble(limit) == 1
        && statement.get("collation") == null
        && statement.get("hint") == null
        && collection.parsing().order().collation() == null
        && Deletes.isNonBlocking(query.asDocument(), false);
  }

  @Override
  public void write(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    arguments.requiredArray("deletes");
    List<BsonDocument> written = arguments.documents("deletes");
    checkSize(written.size());
    List<DeleteOpEntry> deletes = new ArrayList<>(written.size());
    written.forEach(each -> deletes.add(DeleteOpEntry.of(each)));
    Namespace namespace = arguments.namespace(call);
    Collection collection = writable(backend().collections().find(namespace));
    WriteReply reply = WriteReply.to(call, false);
    if (deletes.size() == 1 && isNonBlocking(written.get(0), collection)) {
      submit(call, collection, deletes.get(0).query().get("_id"), reply);
      return;
    }
    BsonDocument let = arguments.document("let");
    Variables variables = QueryOptions.variables(backend().variables(), let);
    runAll(
        call,
        deletes.size(),
        arguments.flag("ordered", true),
        reply,
        i -> {
          Collection found = backend().collections().find(namespace);
          reply.done(i, one(call, found, deletes.get(i), let, variables), 0);
        });
    reply(call, reply);
  }

  private static void submit(
      CommandCall call, Collection collection, BsonValue id, WriteReply reply) {
    try {
      Deletes.submit(
          call,
          collection,
          id,
          (outcome, failure) -> {
            if (failure == null) {
              reply.done(0, outcome == null ? 0 : 1, 0);
            } else {
              reply.failed(0, Failures.translate(failure));
            }
            reply(call, reply);
          });
    } catch (RuntimeException e) {
      reply.failed(0, Failures.translate(e));
      reply(call, reply);
    }
  }

  /**
   * Runs one statement and returns the number of deleted documents.
   *
   * @param collection null if it does not exist
   */
  static long one(
      CommandCall call,
      Collection collection,
      DeleteOpEntry statement,
      BsonDocument let,
      Variables variables) {
    if (statement.all() && RetryableWrites.isNumbered(call)) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "Cannot use (or request) retryable writes with limit=0");
    }
    String hint = QueryOptions.hint(collection, statement.hint());
    ParseContext parsing = QueryOptions.parsing(collection, statement.collation(), let);
    Query query = Query.of(statement.query(), null, parsing, variables).hinting(hint);
    if (collection == null) {
      return 0;
    }
    Deletes deletes = new Deletes(call, collection, query);
    if (statement.all()) {
      return deletes.all();
    }
    return deletes.one() == null ? 0 : 1;
  }
}
