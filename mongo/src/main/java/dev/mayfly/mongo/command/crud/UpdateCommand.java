package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.collection.UpdateStatement;
import dev.mayfly.mongo.collection.Updates;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.retry.WriteReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

public final class UpdateCommand extends WriteCommand {
  static final Set<String> FIELDS =
      Set.of("updates", "ordered", "bypassDocumentValidation", "bypassEmptyTsReplacement", "let");

  public UpdateCommand(Backend backend) {
    super(backend);
  }

  @Override
  String statements() {
    return "updates";
  }

  @Override
  public boolean isNonBlocking(CommandCall call) {
    BsonDocument only = onlyStatement(call);
    if (only == null
        || only.get("multi") != null
        || only.get("upsert") != null
        || only.get("collation") != null) {
      return false;
    }
    BsonValue query = only.get("q");
    BsonValue change = only.get("u");
    Collection collection = existing(call);
    return collection != null
        && query != null
        && query.isDocument()
        && change != null
        && Updates.isNonBlocking(query.asDocument(), change, collection);
  }

  @Override
  public void write(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    arguments.requiredArray("updates");
    List<BsonDocument> written = arguments.documents("updates");
    checkSize(written.size());
    List<UpdateOpEntry> updates = new ArrayList<>(written.size());
    written.forEach(each -> updates.add(UpdateOpEntry.of(each)));
    Namespace namespace = arguments.namespace(call);
    boolean validated = !arguments.flag("bypassDocumentValidation", false);
    Collection collection = writable(backend().collections().find(namespace));
    UpdateParser parser =
        new UpdateParser(arguments.document("let"), backend().variables(), validated);
    WriteReply reply = WriteReply.to(call, true);
    if (updates.size() == 1 && collection != null) {
      UpdateStatement statement = parsed(parser, updates.get(0), collection, reply);
      if (statement != null && Updates.isNonBlocking(statement, collection)) {
        submit(call, collection, statement, reply);
        return;
      }
    }
    if (!reply.hasFailed()) {
      runAll(
          call,
          updates.size(),
          arguments.flag("ordered", true),
          reply,
          i ->
              note(
                  reply, i, Statements.update(backend(), call, namespace, updates.get(i), parser)));
    }
    reply(call, reply);
  }

  private static UpdateStatement parsed(
      UpdateParser parser, UpdateOpEntry update, Collection collection, WriteReply reply) {
    try {
      return parser.parse(update, collection);
    } catch (RuntimeException e) {
      reply.failed(0, Failures.translate(e));
      return null;
    }
  }

  private static void submit(
      CommandCall call, Collection collection, UpdateStatement statement, WriteReply reply) {
    try {
      new Updates(call, collection, statement)
          .submit(
              (result, failure) -> {
                if (failure == null) {
                  note(reply, 0, result);
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

  static void note(WriteReply reply, int index, UpdateResult result) {
    reply.done(index, result.matched(), result.modified());
    if (result.upsertedId() != null) {
      reply.upserted(index, result.upsertedId());
    }
  }
}
