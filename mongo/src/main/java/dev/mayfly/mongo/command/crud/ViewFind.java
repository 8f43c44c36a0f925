package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** Translates a find on a view into a pipeline. */
final class ViewFind {
  private ViewFind() {}

  static List<BsonDocument> stages(CommandArguments find) {
    for (String option : List.of("returnKey", "showRecordId", "tailable", "min", "max")) {
      if (find.has(option) && !(find.value(option).isBoolean() && !find.flag(option, false))) {
        throw new MongoException(
            ErrorCodes.INVALID_PIPELINE_OPERATOR, "Option " + option + " not supported on a view");
      }
    }
    List<BsonDocument> stages = new ArrayList<>();
    stages.add(new BsonDocument("$match", find.documentOrEmpty("filter")));
    BsonDocument sort = find.document("sort");
    if (sort != null && !sort.isEmpty() && !sort.containsKey(Query.NATURAL)) {
      stages.add(new BsonDocument("$sort", sort));
    }
    number(find, "skip", stages);
    number(find, "limit", stages);
    BsonDocument projection = find.document("projection");
    if (projection != null && !projection.isEmpty()) {
      stages.add(new BsonDocument("$project", projection));
    }
    return stages;
  }

  /** {@code $natural} is no sort stage: it becomes a hint. */
  static BsonValue hint(CommandArguments find) {
    BsonValue sort = find.value("sort");
    boolean natural =
        sort != null && sort.isDocument() && sort.asDocument().containsKey(Query.NATURAL);
    return natural ? sort : find.value("hint");
  }

  private static void number(CommandArguments find, String name, List<BsonDocument> stages) {
    long number = find.count(name, 0);
    if (number > 0) {
      stages.add(new BsonDocument("$" + name, new BsonInt64(number)));
    }
  }
}
