package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * A parsed operation of a bulkWrite. If one operation is malformed, nothing of the command is
 * executed.
 */
sealed interface BulkOperation {
  Namespace namespace();

  record Insert(Namespace namespace, BsonDocument document) implements BulkOperation {}

  record Update(Namespace namespace, UpdateOpEntry entry) implements BulkOperation {}

  record Delete(Namespace namespace, DeleteOpEntry entry) implements BulkOperation {}

  /** Parses all operations of a command. */
  static List<BulkOperation> all(List<BsonDocument> sent, List<Namespace> namespaces) {
    List<BulkOperation> operations = new ArrayList<>(sent.size());
    for (int i = 0; i < sent.size(); i++) {
      operations.add(of(i, sent.get(i), namespaces));
    }
    return operations;
  }

  private static BulkOperation of(int index, BsonDocument sent, List<Namespace> namespaces) {
    String kind = sent.isEmpty() ? "" : sent.getFirstKey();
    return switch (kind) {
      case "insert" -> new Insert(namespace(index, sent.get(kind), namespaces), document(sent));
      case "update" -> new Update(namespace(index, sent.get(kind), namespaces), update(sent));
      case "delete" -> new Delete(namespace(index, sent.get(kind), namespaces), delete(sent));
      default -> throw FieldErrors.unknown("bulkWrite.ops." + kind);
    };
  }

  private static Namespace namespace(int index, BsonValue place, List<Namespace> namespaces) {
    double at = Numbers.isNumber(place) ? Numbers.toDouble(place) : -1;
    if (!(at >= 0 && at < namespaces.size())) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "BulkWrite ops entry " + index + " has an invalid nsInfo index.");
    }
    return namespaces.get((int) at);
  }

  private static BsonDocument document(BsonDocument sent) {
    return CommandArguments.of("bulkWrite.ops", sent, Set.of("insert", "document"))
        .requiredDocument("document");
  }

  private static UpdateOpEntry update(BsonDocument sent) {
    return UpdateOpEntry.of(
        renamed(sent, Map.of("filter", "q", "updateMods", "u", "constants", "c")));
  }

  private static DeleteOpEntry delete(BsonDocument sent) {
    BsonDocument statement = renamed(sent, Map.of("filter", "q"));
    boolean all = CommandArguments.of("bulkWrite.ops", sent, sent.keySet()).flag("multi", false);
    statement.remove("multi");
    return DeleteOpEntry.of(statement.append("limit", new BsonInt32(all ? 0 : 1)));
  }

  /** Renames the fields to those of the single write commands. */
  private static BsonDocument renamed(BsonDocument sent, Map<String, String> names) {
    BsonDocument statement = new BsonDocument();
    sent.forEach((name, value) -> statement.put(names.getOrDefault(name, name), value));
    statement.remove(sent.getFirstKey());
    return statement;
  }
}
