package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Inserts;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.command.WriteConcern;
import dev.mayfly.mongo.command.catalog.Listed;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code bulkWrite}: writes of all kinds to many collections. */
public final class BulkWriteCommand implements Command {
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

  private final Backend backend;

  public BulkWriteCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
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
    if (!call.database().equals("admin")) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "bulkWrite may only be run against the admin database.");
    }
    Arguments arguments = Arguments.of(call, FIELDS);
    arguments.requiredArray("ops");
    List<BsonDocument> operations = arguments.documents("ops");
    WriteCommand.checkSize(operations.size());
    BulkReply reply = new BulkReply(arguments.flag("errorsOnly", false));
    new Run(call, arguments, namespaces(arguments), reply).all(operations);
    BsonDocument answer =
        Listed.reply(
            backend, call, new Namespace("admin", "$cmd.bulkWrite"), arguments, reply.documents());
    answer.putAll(reply.totals());
    call.reply(WriteConcern.answered(call, answer));
  }

  private static List<Namespace> namespaces(Arguments arguments) {
    arguments.requiredArray("nsInfo");
    List<Namespace> namespaces = new ArrayList<>();
    for (BsonDocument info : arguments.documents("nsInfo")) {
      BsonValue ns = info.get("ns");
      String whole = ns != null && ns.isString() ? ns.asString().getValue() : "";
      int dot = whole.indexOf('.');
      if (dot < 0) {
        throw new MongoException(
            ErrorCodes.INVALID_NAMESPACE, "Invalid namespace specified '" + whole + "'");
      }
      Namespace namespace = new Namespace(whole.substring(0, dot), whole.substring(dot + 1));
      Names.check(namespace);
      namespaces.add(namespace);
    }
    return namespaces;
  }

  /** One call's operations, one after the other. */
  private final class Run {
    private final CommandCall call;
    private final List<Namespace> namespaces;
    private final BulkReply reply;
    private final boolean ordered;
    private final boolean validated;
    private final BsonDocument let;
    private final Variables variables;
    private final UpdateParser updates;

    Run(CommandCall call, Arguments arguments, List<Namespace> namespaces, BulkReply reply) {
      this.call = call;
      this.namespaces = namespaces;
      this.reply = reply;
      this.ordered = arguments.flag("ordered", true);
      this.validated = !arguments.flag("bypassDocumentValidation", false);
      this.let = arguments.document("let");
      Variables around = backend.variables();
      this.variables = Settings.variables(around, let);
      this.updates = new UpdateParser(let, around, validated);
    }

    void all(List<BsonDocument> operations) {
      int following = 0;
      while (following < operations.size() && !(ordered && reply.hasFailed())) {
        int from = following;
        following = from + sameInserts(operations, from);
        try {
          call.check();
          if (following > from) {
            insert(operations, from, following);
          } else {
            following++;
            one(from, operations.get(from));
          }
        } catch (RuntimeException e) {
          reply.failed(from, Failures.translate(e));
        }
      }
    }

    /** How many inserts into the same collection follow each other. */
    private int sameInserts(List<BsonDocument> operations, int from) {
      BsonValue collection = operations.get(from).get("insert");
      int count = 0;
      while (collection != null
          && from + count < operations.size()
          && collection.equals(operations.get(from + count).get("insert"))) {
        count++;
      }
      return count;
    }

    private void insert(List<BsonDocument> operations, int from, int to) {
      Namespace namespace = namespace(operations.get(from).get("insert"));
      List<BsonValue> documents = new ArrayList<>();
      for (BsonDocument operation : operations.subList(from, to)) {
        BsonValue document = operation.get("document");
        if (document == null || !document.isDocument()) {
          throw new MongoException(
              ErrorCodes.IDL_FAILED_TO_PARSE,
              "BSON field 'bulkWrite.ops.document' is missing but a required field");
        }
        documents.add(document);
      }
      Collection collection = WriteCommand.writable(backend.collections().orCreate(namespace));
      Inserts inserts = new Inserts(call, collection, validated, variables);
      Inserts.Listener listener =
          (index, failure) -> {
            if (failure == null) {
              reply.inserted(from + index);
            } else {
              reply.failed(from + index, failure);
            }
          };
      if (ordered) {
        inserts.inOrder(documents, listener);
      } else {
        inserts.inAnyOrder(documents, listener);
      }
    }

    private void one(int index, BsonDocument operation) {
      if (operation.containsKey("update")) {
        Namespace namespace = namespace(operation.get("update"));
        BsonDocument statement =
            renamed(operation, Map.of("filter", "q", "updateMods", "u", "constants", "c"));
        UpdateShape shape = UpdateShape.of(statement);
        UpdateResult result = Statements.update(backend, call, namespace, shape, updates);
        reply.updated(index, result);
      } else if (operation.containsKey("delete")) {
        Namespace namespace = namespace(operation.get("delete"));
        BsonDocument statement = renamed(operation, Map.of("filter", "q"));
        BsonValue multi = statement.remove("multi");
        boolean all = multi != null && multi.isBoolean() && multi.asBoolean().getValue();
        statement.append("limit", new BsonInt32(all ? 0 : 1));
        Collection collection = WriteCommand.writable(backend.collections().find(namespace));
        DeleteShape shape = DeleteShape.of(statement);
        reply.deleted(index, DeleteCommand.one(call, collection, shape, let, variables));
      } else {
        throw new MongoException(
            ErrorCodes.IDL_UNKNOWN_FIELD,
            "BSON field 'bulkWrite.ops."
                + (operation.isEmpty() ? "" : operation.getFirstKey())
                + "' is an unknown field.");
      }
    }

    private BsonDocument renamed(BsonDocument operation, Map<String, String> names) {
      BsonDocument statement = new BsonDocument();
      operation.forEach(
          (name, value) -> {
            if (!name.equals("update") && !name.equals("delete")) {
              statement.put(names.getOrDefault(name, name), value);
            }
          });
      return statement;
    }

    private Namespace namespace(BsonValue place) {
      long index = Numbers.isNumber(place) ? (long) Numbers.toDouble(place) : -1;
      if (index < 0 || index >= namespaces.size()) {
        throw new MongoException(
            ErrorCodes.BAD_VALUE, "BulkWrite ops entry has an invalid nsInfo index.");
      }
      return namespaces.get((int) index);
    }
  }
}
