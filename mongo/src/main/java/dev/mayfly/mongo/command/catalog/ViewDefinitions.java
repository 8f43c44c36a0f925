package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.Pipeline;
import dev.mayfly.mongo.collation.Collations;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.collection.ViewDepth;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.List;
import org.bson.BsonDocument;

/** Whether a view can be read as it is defined, as far as that can be told when it is made. */
final class ViewDefinitions {
  private static final int CYCLE = 5;

  private ViewDefinitions() {}

  /**
   * @param options as they are to be kept
   */
  static void check(Backend backend, Namespace view, BsonDocument options) {
    Namespace on = new Namespace(view.database(), options.getString("viewOn").getValue());
    Names.check(on);
    checkPipeline(view, options);
    Namespace below = on;
    for (int depth = 0; below != null; depth++) {
      if (below.equals(view)) {
        throw new MongoException(
            CYCLE, "View cycle detected: " + view + " would show itself through " + on);
      }
      ViewDepth.check(depth);
      Collection found = backend.collections().find(below);
      below = found == null || found.view() == null ? null : found.view().on();
    }
  }

  private static void checkPipeline(Namespace view, BsonDocument options) {
    List<BsonDocument> stages = Pipeline.documents(options.getArray("pipeline"));
    ParseContext parsing =
        options.containsKey("collation")
            ? ParseContext.PLAIN.ordered(Collations.order(options.getDocument("collation")))
            : ParseContext.PLAIN;
    Pipeline pipeline = Pipeline.parse(stages, parsing);
    if (pipeline.writes()) {
      throw new MongoException(
          ErrorCodes.OPTION_NOT_SUPPORTED_ON_VIEW,
          "The aggregation stage "
              + stages.get(stages.size() - 1).getFirstKey()
              + " in location "
              + (stages.size() - 1)
              + " of the pipeline cannot be used in the view definition of "
              + view);
    }
    if (pipeline.hasOwnSource() && isOfServer(stages.get(0).getFirstKey())) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE,
          stages.get(0).getFirstKey() + " can't stand in a view: it reads no collection");
    }
  }

  private static boolean isOfServer(String stage) {
    return List.of("$documents", "$currentOp", "$listLocalSessions", "$listSessions")
        .contains(stage);
  }
}
