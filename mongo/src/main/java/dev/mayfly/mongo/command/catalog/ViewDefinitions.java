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
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Whether a view can be read as it is defined, as far as that can be told when it is made. */
final class ViewDefinitions {
  private static final Set<String> JOINING = Set.of("$lookup", "$graphLookup", "$unionWith");

  private ViewDefinitions() {}

  /**
   * @param options as they are to be kept
   */
  static void check(Backend backend, Namespace view, BsonDocument options) {
    Namespace on = new Namespace(view.database(), options.getString("viewOn").getValue());
    Names.check(on);
    checkPipeline(view, options);
    new Below(backend, view).check(on, options.getArray("pipeline"), 0);
  }

  /** Views show other collections by what they stand on and by what their stages join. */
  private record Below(Backend backend, Namespace view, Set<Namespace> seen) {
    Below(Backend backend, Namespace view) {
      this(backend, view, new HashSet<>());
    }

    void check(Namespace on, BsonValue pipeline, int depth) {
      Set<Namespace> shown = new LinkedHashSet<>(Set.of(on));
      collect(pipeline, view.database(), shown);
      for (Namespace each : shown) {
        if (each.equals(view)) {
          throw new MongoException(
              ErrorCodes.GRAPH_CONTAINS_CYCLE,
              "View cycle detected: " + view + " would show itself");
        }
        ViewDepth.check(depth);
        Collection found = seen.add(each) ? backend.collections().find(each) : null;
        if (found != null && found.view() != null) {
          check(found.view().on(), new BsonArray(found.view().pipeline()), depth + 1);
        }
      }
    }
  }

  private static void collect(BsonValue value, String database, Set<Namespace> found) {
    if (value.isArray()) {
      value.asArray().forEach(each -> collect(each, database, found));
    } else if (value.isDocument()) {
      value
          .asDocument()
          .forEach(
              (name, inner) -> {
                String joined = JOINING.contains(name) ? joined(inner) : null;
                if (joined != null) {
                  found.add(new Namespace(database, joined));
                }
                collect(inner, database, found);
              });
    }
  }

  /** The collection that a stage reads beside its own; null if it names none. */
  private static String joined(BsonValue stage) {
    if (stage.isString()) {
      return stage.asString().getValue();
    }
    if (!stage.isDocument()) {
      return null;
    }
    BsonDocument options = stage.asDocument();
    BsonValue name = options.containsKey("from") ? options.get("from") : options.get("coll");
    return name != null && name.isString() ? name.asString().getValue() : null;
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
