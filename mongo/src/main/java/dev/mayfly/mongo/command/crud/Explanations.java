package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Settings;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** How a command would be answered: by the id, by an index, or by looking at everything. */
final class Explanations {
  private Explanations() {}

  static BsonDocument aggregate(
      Backend backend,
      CommandCall call,
      Arguments arguments,
      Namespace namespace,
      List<BsonDocument> stages) {
    Collection collection = backend.collections().find(namespace);
    BsonDocument let = arguments.document("let");
    Explained explained =
        Explained.of(
            stages,
            collection,
            Settings.parsing(collection, arguments.document("collation"), let),
            Settings.variables(backend.variables(), let),
            arguments.value("hint"));
    return planner(namespace, explained, new Reader(call));
  }

  static BsonDocument planner(Namespace namespace, Explained explained, Reader reader) {
    BsonDocument planner =
        new BsonDocument("namespace", new BsonString(namespace.toString()))
            .append("indexFilterSet", BsonBoolean.FALSE)
            .append("parsedQuery", explained.query().document())
            .append("maxIndexedOrSolutionsReached", BsonBoolean.FALSE)
            .append("maxIndexedAndSolutionsReached", BsonBoolean.FALSE)
            .append("maxScansToExplodeReached", BsonBoolean.FALSE)
            .append("winningPlan", explained.plan(reader))
            .append("rejectedPlans", new BsonArray());
    return new BsonDocument("explainVersion", new BsonString("1"))
        .append("queryPlanner", planner)
        .append(
            "serverInfo",
            new BsonDocument("host", new BsonString("localhost")).append("port", new BsonInt32(0)));
  }
}
