package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.collection.UpdateStatement;
import dev.mayfly.mongo.collection.Updates;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code update}. */
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
  public boolean isQuick(CommandCall call) {
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
        && Updates.isQuick(query.asDocument(), change, collection);
  }

  @Override
  void write(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    arguments.requiredArray("updates");
    List<BsonDocument> written = arguments.documents("updates");
    checkSize(written.size());
    List<UpdateShape> updates = new ArrayList<>(written.size());
    written.forEach(each -> updates.add(UpdateShape.of(each)));
    Namespace namespace = arguments.namespace(call);
    boolean validated = !arguments.flag("bypassDocumentValidation", false);
    Collection collection = writable(backend().collections().find(namespace));
    UpdateParser parser =
        new UpdateParser(arguments.document("let"), backend().variables(), validated);
    WriteReply reply = WriteReply.to(call, true);
    if (updates.size() == 1 && collection != null) {
      UpdateStatement statement = parsed(parser, updates.get(0), collection, reply);
      if (statement != null && Updates.isQuick(statement, collection)) {
        submit(call, collection, statement, reply);
        return;
      }
    }
    if (!reply.hasFailed()) {
      boolean ordered = arguments.flag("ordered", true);
      all(call, namespace, updates, parser, ordered, reply);
    }
    reply(call, reply);
  }

  private static UpdateStatement parsed(
      UpdateParser parser, UpdateShape update, Collection collection, WriteReply reply) {
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

  private void all(
      CommandCall call,
      Namespace namespace,
      List<UpdateShape> updates,
      UpdateParser parser,
      boolean ordered,
      WriteReply reply) {
    for (int i = 0; i < updates.size(); i++) {
      try {
        call.check();
        call.memory().begin(i);
        note(reply, i, one(call, namespace, updates.get(i), parser));
      } catch (RuntimeException e) {
        reply.failed(i, Failures.translate(e));
        if (ordered) {
          return;
        }
      }
    }
  }

  private UpdateResult one(
      CommandCall call, Namespace namespace, UpdateShape update, UpdateParser parser) {
    return Statements.update(backend(), call, namespace, update, parser);
  }

  static void note(WriteReply reply, int index, UpdateResult result) {
    reply.done(index, result.matched(), result.modified());
    if (result.upsertedId() != null) {
      reply.upserted(index, result.upsertedId());
    }
  }
}
