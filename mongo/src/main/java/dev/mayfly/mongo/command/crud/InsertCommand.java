package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Inserts;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.retry.WriteReply;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonValue;

public final class InsertCommand extends WriteCommand {
  private static final Set<String> FIELDS =
      Set.of("documents", "ordered", "bypassDocumentValidation", "bypassEmptyTsReplacement");

  public InsertCommand(Backend backend) {
    super(backend);
  }

  @Override
  String statements() {
    return "documents";
  }

  @Override
  public boolean isNonBlocking(CommandCall call) {
    if (onlyStatement(call) == null) {
      return false;
    }
    Collection collection = existing(call);
    return collection != null && collection.validator() == null && !collection.computesKeys();
  }

  @Override
  public void write(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    BsonArray documents = arguments.requiredArray("documents");
    checkSize(documents.size());
    arguments.documents("documents");
    Namespace namespace = arguments.namespace(call);
    boolean ordered = arguments.flag("ordered", true);
    WriteReply reply = WriteReply.to(call, false);
    Inserts.Listener listener = (index, failure) -> note(reply, index, failure);
    if (backend().collections().find(namespace) == null
        && Inserts.areRefused(documents, ordered, listener)) {
      reply(call, reply);
      return;
    }
    Collection collection = writable(backend().collections().orCreate(namespace, call));
    boolean validated = !arguments.flag("bypassDocumentValidation", false);
    Inserts inserts = new Inserts(call, collection, validated, backend().variables());
    if (documents.size() == 1 && !collection.spec().isCapped()) {
      submit(call, inserts, documents.get(0), reply);
      return;
    }
    if (ordered) {
      inserts.inOrder(documents, listener);
    } else {
      inserts.inAnyOrder(documents, listener);
    }
    reply(call, reply);
  }

  private static void submit(
      CommandCall call, Inserts inserts, BsonValue document, WriteReply reply) {
    try {
      inserts.submit(
          document.asDocument(),
          (outcome, failure) -> {
            note(reply, 0, failure);
            reply(call, reply);
          });
    } catch (RuntimeException e) {
      note(reply, 0, Failures.translate(e));
      reply(call, reply);
    }
  }

  private static void note(WriteReply reply, int index, MongoException failure) {
    if (failure == null) {
      reply.done(index, 1, 0);
    } else {
      reply.failed(index, failure);
    }
  }
}
