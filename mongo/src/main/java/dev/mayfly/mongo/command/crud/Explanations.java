package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Settings;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** How a command would be answered: by the id, or by looking at everything. */
final class Explanations {
  private Explanations() {}

  static BsonDocument aggregate(
      Backend backend, Arguments arguments, Namespace namespace, List<BsonDocument> stages) {
    BsonValue match = stages.isEmpty() ? null : stages.get(0).get("$match");
    BsonDocument filter =
        match != null && match.isDocument() ? match.asDocument() : new BsonDocument();
    Collection collection = backend.collections().find(namespace);
    Settings.checkHint(collection, arguments.value("hint"));
    return planner(namespace, filter, collection, null);
  }

  /**
   * @param sort null for none
   */
  static BsonDocument planner(
      Namespace namespace, BsonDocument filter, Collection collection, BsonDocument sort) {
    boolean byId =
        collection != null && Candidates.idOf(filter, collection.parsing().order()) != null;
    BsonDocument plan;
    if (collection == null) {
      plan = new BsonDocument("stage", new BsonString("EOF"));
    } else if (byId) {
      plan = new BsonDocument("stage", new BsonString("IDHACK"));
    } else {
      plan =
          new BsonDocument("stage", new BsonString("COLLSCAN"))
              .append("filter", filter)
              .append("direction", new BsonString("forward"));
    }
    if (sort != null && !sort.isEmpty()) {
      plan =
          new BsonDocument("stage", new BsonString("SORT"))
              .append("sortPattern", sort)
              .append("inputStage", plan);
    }
    BsonDocument planner =
        new BsonDocument("namespace", new BsonString(namespace.toString()))
            .append("indexFilterSet", BsonBoolean.FALSE)
            .append("parsedQuery", filter)
            .append("maxIndexedOrSolutionsReached", BsonBoolean.FALSE)
            .append("maxIndexedAndSolutionsReached", BsonBoolean.FALSE)
            .append("maxScansToExplodeReached", BsonBoolean.FALSE)
            .append("winningPlan", plan)
            .append("rejectedPlans", new BsonArray());
    return new BsonDocument("explainVersion", new BsonString("1"))
        .append("queryPlanner", planner)
        .append(
            "serverInfo",
            new BsonDocument("host", new BsonString("localhost")).append("port", new BsonInt32(0)));
  }
}
