package dev.mayfly.mongo.access;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.stage.Stages;
import dev.mayfly.mongo.aggregate.stage.UnsupportedStages;
import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.User;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The privileges that stages require besides {@code find} on the collection of the pipeline. */
public final class StageAccess {
  /** Source stages that read no collection, so that the pipeline needs no {@code find}. */
  private static final Set<String> SOURCES =
      Set.of(
          "$collStats",
          "$currentOp",
          "$documents",
          "$indexStats",
          "$listLocalSessions",
          "$listSearchIndexes",
          "$listSessions",
          "$planCacheStats");

  /** A bound for recursion only: the parser allows 20 nested pipelines. */
  private static final int DEPTH_MAX = 100;

  private static final SortedMap<String, StageNeed> BY_STAGE = new TreeMap<>();

  /** Whether a user may use a stage with a specification. */
  @FunctionalInterface
  private interface Condition {
    boolean isSatisfiedBy(User user, BsonValue specification, String database, int depth);
  }

  private record StageNeed(String text, Condition condition) {
    StageNeed {
      requireNonNull(text, "text");
      requireNonNull(condition, "condition");
    }
  }

  private static final StageNeed NOTHING = new StageNeed("nothing more", (u, s, db, depth) -> true);

  static {
    for (String name : Stages.names()) {
      BY_STAGE.put(name, null);
    }
    for (String name : UnsupportedStages.names()) {
      BY_STAGE.put(name, new StageNeed("refused for everybody", (u, s, db, depth) -> true));
    }
    for (String name :
        new String[] {
          "$addFields",
          "$bucket",
          "$bucketAuto",
          "$count",
          "$densify",
          "$documents",
          "$fill",
          "$geoNear",
          "$group",
          "$limit",
          "$match",
          "$project",
          "$redact",
          "$replaceRoot",
          "$replaceWith",
          "$sample",
          "$set",
          "$setWindowFields",
          "$skip",
          "$sort",
          "$sortByCount",
          "$unset",
          "$unwind",
          "$vectorSearch"
        }) {
      BY_STAGE.put(name, NOTHING);
    }
    put("$collStats", Action.COLL_STATS);
    put("$indexStats", Action.INDEX_STATS);
    put("$listSearchIndexes", Action.LIST_INDEXES);
    put("$planCacheStats", Action.PLAN_CACHE_READ);
    put(
        "$currentOp",
        "for `allUsers`: `inprog` on the cluster",
        (user, spec, database, depth) ->
            !isTrue(spec, "allUsers") || user.mayDo(Action.INPROG, database));
    for (String name : new String[] {"$listSessions", "$listLocalSessions"}) {
      put(
          name,
          "for `allUsers` or `users`: `listSessions` on the cluster",
          (user, spec, database, depth) ->
              !isTrue(spec, "allUsers") && field(spec, "users") == null
                  || user.mayDo(Action.LIST_SESSIONS, database));
    }
    put(
        "$changeStream",
        "`changeStream` and `find`; for `allChangesForCluster` in all databases",
        (user, spec, database, depth) ->
            isTrue(spec, "allChangesForCluster")
                ? user.mayDoEverywhere(Action.CHANGE_STREAM) && user.mayDoEverywhere(Action.FIND)
                : user.mayDo(Action.CHANGE_STREAM, database) && user.mayDo(Action.FIND, database));
    BY_STAGE.put("$changeStreamSplitLargeEvent", NOTHING);
    put(
        "$facet",
        "what its pipelines need",
        (user, spec, database, depth) ->
            !(spec instanceof BsonDocument facets)
                || facets.values().stream()
                    .allMatch(each -> mayRunStages(user, each, database, depth + 1)));
    put("$graphLookup", "`find` on `from`", StageAccess::mayFind);
    put("$lookup", "`find` on `from`, what its pipeline needs", StageAccess::mayJoin);
    put("$unionWith", "`find` on `coll`, what its pipeline needs", StageAccess::mayJoin);
    put(
        "$out",
        "`insert` and `remove` on the target",
        (user, spec, database, depth) ->
            user.mayDo(Action.INSERT, target(spec, database))
                && user.mayDo(Action.REMOVE, target(spec, database)));
    put(
        "$merge",
        "`insert` and `update` on the target, as far as `whenMatched` and `whenNotMatched` write",
        StageAccess::mayMerge);
  }

  private StageAccess() {}

  private static void put(String stage, Action action) {
    put(
        stage,
        "`" + action.wireName() + "` in place of `find`",
        (user, spec, database, depth) -> user.mayDo(action, database));
  }

  private static void put(String stage, String text, Condition condition) {
    BY_STAGE.put(stage, new StageNeed(text, condition));
  }

  /**
   * The description of each stage's check for the documentation; null values where there is none.
   */
  public static Map<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    BY_STAGE.forEach((name, need) -> texts.put(name, need == null ? null : need.text()));
    return Collections.unmodifiableMap(texts);
  }

  /** Whether a user may run a pipeline over a collection of a database. */
  static boolean mayRun(User user, BsonValue pipeline, String database) {
    return mayRun(user, pipeline, database, 0);
  }

  private static boolean mayRun(User user, BsonValue pipeline, String database, int depth) {
    return (beginsWithSource(pipeline) || user.mayDo(Action.FIND, database))
        && mayRunStages(user, pipeline, database, depth);
  }

  private static boolean mayRunStages(User user, BsonValue pipeline, String database, int depth) {
    if (depth > DEPTH_MAX) {
      return false;
    }
    for (BsonDocument stage : CommandRequest.documentsOf(pipeline)) {
      for (Map.Entry<String, BsonValue> each : stage.entrySet()) {
        if (BY_STAGE.containsKey(each.getKey())) {
          StageNeed need = BY_STAGE.get(each.getKey());
          if (need == null
              || !need.condition().isSatisfiedBy(user, each.getValue(), database, depth)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean beginsWithSource(BsonValue pipeline) {
    return pipeline instanceof BsonArray stages
        && !stages.isEmpty()
        && stages.get(0) instanceof BsonDocument first
        && !first.isEmpty()
        && SOURCES.contains(first.getFirstKey());
  }

  private static boolean mayFind(User user, BsonValue spec, String database, int depth) {
    return user.mayDo(Action.FIND, database);
  }

  /** Without a collection the pipeline starts with a source stage. */
  private static boolean mayJoin(User user, BsonValue spec, String database, int depth) {
    BsonValue pipeline = field(spec, "pipeline");
    return pipeline == null
        ? user.mayDo(Action.FIND, database)
        : mayRun(user, pipeline, database, depth + 1);
  }

  private static boolean mayMerge(User user, BsonValue spec, String database, int depth) {
    BsonValue into = spec instanceof BsonDocument ? field(spec, "into") : spec;
    String target = target(into, database);
    BsonValue whenMatched = field(spec, "whenMatched");
    BsonValue whenNotMatched = field(spec, "whenNotMatched");
    boolean inserts = whenNotMatched == null || isText(whenNotMatched, "insert");
    boolean updates = !inserts || !isText(whenMatched, "fail");
    return (!inserts || user.mayDo(Action.INSERT, target))
        && (!updates || user.mayDo(Action.UPDATE, target));
  }

  /** The database of an output target: a collection name, or a document with a database. */
  private static String target(BsonValue target, String database) {
    return field(target, "db") instanceof BsonString named ? named.getValue() : database;
  }

  /** The databases that a pipeline writes to. */
  static Set<String> targets(BsonValue pipeline, String database) {
    Set<String> targets = new java.util.HashSet<>();
    for (BsonDocument stage : CommandRequest.documentsOf(pipeline)) {
      if (stage.get("$out") != null) {
        targets.add(target(stage.get("$out"), database));
      }
      BsonValue merge = stage.get("$merge");
      if (merge != null) {
        targets.add(target(merge instanceof BsonDocument ? field(merge, "into") : merge, database));
      }
    }
    return targets;
  }

  private static BsonValue field(BsonValue document, String name) {
    return document instanceof BsonDocument fields ? fields.get(name) : null;
  }

  private static boolean isTrue(BsonValue document, String name) {
    return CommandRequest.isTrue(field(document, name));
  }

  private static boolean isText(BsonValue value, String text) {
    return value instanceof BsonString string && string.getValue().equals(text);
  }
}
