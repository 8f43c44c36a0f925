package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * One of the writes of a bulkWrite, whose fields are all known and of the right types: if those of
 * one are not, nothing of the command is done.
 */
sealed interface BulkOperation {
  Namespace namespace();

  /** Of a document. */
  record Insert(Namespace namespace, BsonDocument document) implements BulkOperation {}

  /** Of one document or many, as its shape says. */
  record Update(Namespace namespace, UpdateShape shape) implements BulkOperation {}

  /** Of one document or many, as its shape says. */
  record Delete(Namespace namespace, DeleteShape shape) implements BulkOperation {}

  /** Understands all that a command sends. */
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
      default ->
          throw new MongoException(
              ErrorCodes.IDL_UNKNOWN_FIELD,
              "BSON field 'bulkWrite.ops." + kind + "' is an unknown field.");
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
    return Arguments.of("bulkWrite.ops", sent, Set.of("insert", "document"))
        .requiredDocument("document");
  }

  private static UpdateShape update(BsonDocument sent) {
    return UpdateShape.of(
        renamed(sent, Map.of("filter", "q", "updateMods", "u", "constants", "c")));
  }

  private static DeleteShape delete(BsonDocument sent) {
    BsonDocument statement = renamed(sent, Map.of("filter", "q"));
    boolean all = Arguments.of("bulkWrite.ops", sent, sent.keySet()).flag("multi", false);
    statement.remove("multi");
    return DeleteShape.of(statement.append("limit", new BsonInt32(all ? 0 : 1)));
  }

  /** As the commands have it that write in one way only. */
  private static BsonDocument renamed(BsonDocument sent, Map<String, String> names) {
    BsonDocument statement = new BsonDocument();
    sent.forEach((name, value) -> statement.put(names.getOrDefault(name, name), value));
    statement.remove(sent.getFirstKey());
    return statement;
  }
}
