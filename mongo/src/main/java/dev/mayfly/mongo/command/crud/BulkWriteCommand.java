package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Inserts;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.ListCursors;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.command.WriteConcern;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code bulkWrite}: mixed writes to several collections. */
public record BulkWriteCommand(Backend backend) implements RetryableCommand {
  private static final Set<String> FIELDS =
      Set.of(
          "ops",
          "nsInfo",
          "errorsOnly",
          "ordered",
          "bypassDocumentValidation",
          "let",
          "cursor",
          "bypassEmptyTsReplacement");

  @Override
  public void write(CommandCall call) {
    if (!call.database().equals("admin")) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "bulkWrite may only be run against the admin database.");
    }
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    arguments.requiredArray("ops");
    List<BsonDocument> sent = arguments.documents("ops");
    WriteCommand.checkSize(sent.size());
    List<BulkOperation> operations = BulkOperation.all(sent, namespaces(arguments));
    BulkReply reply = BulkReply.to(call, arguments.flag("errorsOnly", false));
    new Run(call, arguments, reply).all(operations);
    if (reply.commandFailure() != null) {
      throw reply.commandFailure();
    }
    BsonDocument answer =
        ListCursors.reply(
            backend, call, new Namespace("admin", "$cmd.bulkWrite"), arguments, reply.documents());
    answer.putAll(reply.totals());
    call.reply(WriteConcern.answered(call, answer));
  }

  private static List<Namespace> namespaces(CommandArguments arguments) {
    arguments.requiredArray("nsInfo");
    List<Namespace> namespaces = new ArrayList<>();
    for (BsonDocument info : arguments.documents("nsInfo")) {
      BsonValue ns = info.get("ns");
      String whole = ns != null && ns.isString() ? ns.asString().getValue() : "";
      namespaces.add(Namespace.parse(whole));
    }
    return namespaces;
  }

  /** The execution of one call. */
  private final class Run {
    private final CommandCall call;
    private final BulkReply reply;
    private final boolean ordered;
    private final boolean validated;
    private final BsonDocument let;
    private final Variables variables;
    private final UpdateParser updates;

    Run(CommandCall call, CommandArguments arguments, BulkReply reply) {
      this.call = call;
      this.reply = reply;
      this.ordered = arguments.flag("ordered", true);
      this.validated = !arguments.flag("bypassDocumentValidation", false);
      this.let = arguments.document("let");
      Variables around = backend.variables();
      this.variables = QueryOptions.variables(around, let);
      this.updates = new UpdateParser(let, around, validated);
    }

    void all(List<BulkOperation> operations) {
      int following = 0;
      while (following < operations.size()
          && reply.commandFailure() == null
          && !(ordered && reply.hasFailed())) {
        int from = following;
        BulkOperation first = operations.get(from);
        boolean repeated = reply.isRepeated(from);
        following = repeated ? from + 1 : endOfRun(operations, from);
        try {
          call.check();
          if (repeated) {
            reply.repeat(from, first);
          } else if (first instanceof BulkOperation.Insert) {
            insert(first.namespace(), operations.subList(from, following), from);
          } else {
            call.memory().begin(from);
            one(from, first);
          }
        } catch (RuntimeException e) {
          reply.failed(from, Failures.translate(e));
        }
      }
    }

    /** Consecutive inserts into one collection are batched. */
    private int endOfRun(List<BulkOperation> operations, int from) {
      BulkOperation first = operations.get(from);
      int end = from + 1;
      while (first instanceof BulkOperation.Insert
          && end < operations.size()
          && operations.get(end) instanceof BulkOperation.Insert next
          && next.namespace().equals(first.namespace())
          && !reply.isRepeated(end)) {
        end++;
      }
      return end;
    }

    private void insert(Namespace namespace, List<BulkOperation> operations, int from) {
      List<BsonValue> documents = new ArrayList<>(operations.size());
      operations.forEach(each -> documents.add(((BulkOperation.Insert) each).document()));
      Inserts.Listener listener =
          (index, failure) -> {
            if (failure == null) {
              reply.inserted(from + index);
            } else {
              reply.failed(from + index, failure);
            }
          };
      if (backend.collections().find(namespace) == null
          && Inserts.areRefused(documents, ordered, listener)) {
        return;
      }
      Collection collection =
          WriteCommand.writable(backend.collections().orCreate(namespace, call));
      Inserts inserts = new Inserts(call, collection, validated, variables, from);
      if (ordered) {
        inserts.inOrder(documents, listener);
      } else {
        inserts.inAnyOrder(documents, listener);
      }
    }

    private void one(int index, BulkOperation operation) {
      Namespace namespace = operation.namespace();
      if (operation instanceof BulkOperation.Update update) {
        reply.updated(index, Statements.update(backend, call, namespace, update.entry(), updates));
      } else if (operation instanceof BulkOperation.Delete delete) {
        Collection collection = WriteCommand.writable(backend.collections().find(namespace));
        reply.deleted(index, DeleteCommand.one(call, collection, delete.entry(), let, variables));
      }
    }
  }
}
