package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.collation.Collations;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionCatalog;
import dev.mayfly.mongo.collection.ViewDepth;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.TextScope;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.plan.TextPlacement;
import dev.mayfly.text.Language;
import dev.mayfly.text.TextDefinition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Validates the definition of a view when it is created. */
final class ViewDefinitions {
  private static final Set<String> JOINING = Set.of("$lookup", "$graphLookup", "$unionWith");

  private static final TextDefinition ANY_TEXT =
      new TextDefinition(Map.of(), true, Language.named("none"), "language", List.of(), List.of());

  private ViewDefinitions() {}

  /**
   * @param options as stored
   */
  static void check(CollectionCatalog collections, Namespace view, BsonDocument options) {
    Namespace on = new Namespace(view.database(), options.getString("viewOn").getValue());
    Names.check(on);
    checkPipeline(view, options);
    new Below(collections, view).check(on, options.getArray("pipeline"));
    checkDepth(collections, view, on, options.getArray("pipeline"));
  }

  /** Rejects a view by which it or one that shows it would have too many views below. */
  private static void checkDepth(
      CollectionCatalog collections, Namespace view, Namespace on, BsonValue pipeline) {
    Heights heights = new Heights(collections, new HashMap<>());
    heights.put(view, on, pipeline);
    for (Collection each : collections.list(view.database())) {
      heights.of(each.namespace());
    }
  }

  /** How many views are below each, itself included. */
  private record Heights(CollectionCatalog collections, Map<Namespace, Integer> known) {
    int of(Namespace name) {
      Integer height = known.get(name);
      if (height != null) {
        return height;
      }
      Collection found = collections.find(name);
      if (found == null || found.view() == null) {
        known.put(name, 0);
        return 0;
      }
      return put(name, found.view().on(), new BsonArray(found.view().pipeline()));
    }

    int put(Namespace view, Namespace on, BsonValue pipeline) {
      int below = 0;
      for (Namespace each : shown(on, pipeline)) {
        below = Math.max(below, of(each));
      }
      ViewDepth.check(below);
      known.put(view, below + 1);
      return below + 1;
    }
  }

  private static Set<Namespace> shown(Namespace on, BsonValue pipeline) {
    Set<Namespace> shown = new LinkedHashSet<>(Set.of(on));
    collect(pipeline, on.database(), shown);
    return shown;
  }

  /** The collections that a view reads: its source and those that its stages join. */
  private record Below(CollectionCatalog collections, Namespace view, Set<Namespace> seen) {
    Below(CollectionCatalog collections, Namespace view) {
      this(collections, view, new HashSet<>());
    }

    void check(Namespace on, BsonValue pipeline) {
      for (Namespace each : shown(on, pipeline)) {
        if (each.equals(view)) {
          throw new MongoException(
              ErrorCodes.GRAPH_CONTAINS_CYCLE,
              "View cycle detected: " + view + " would show itself");
        }
        Collection found = seen.add(each) ? collections.find(each) : null;
        if (found != null && found.view() != null) {
          check(found.view().on(), new BsonArray(found.view().pipeline()));
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

  /** The foreign collection of a stage; null if there is none. */
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
            ? Expressions.PLAIN.ordered(Collations.order(options.getDocument("collation")))
            : Expressions.PLAIN;
    for (String first : List.of("$changeStream", "$vectorSearch")) {
      if (!stages.isEmpty() && stages.get(0).containsKey(first)) {
        throw new MongoException(
            ErrorCodes.OPTION_NOT_SUPPORTED_ON_VIEW,
            first + " cannot be used in a view definition");
      }
    }
    // Whether there is a text index is seen when the view is read.
    TextScope texts = TextScope.of(ANY_TEXT).among(collection -> ANY_TEXT);
    Pipeline pipeline = Pipeline.parse(stages, TextPlacement.searching(stages, texts, parsing));
    if (pipeline.writes()) {
      throw new MongoException(
          ErrorCodes.OPTION_NOT_SUPPORTED_ON_VIEW,
          ("The aggregation stage %s in location %s of the pipeline cannot be used in "
                  + "the view definition of %s")
              .formatted(stages.get(stages.size() - 1).getFirstKey(), (stages.size() - 1), view));
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
