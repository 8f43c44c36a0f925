package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.aggregate.stage.AddFieldsStage;
import dev.mayfly.mongo.aggregate.stage.BucketAutoStage;
import dev.mayfly.mongo.aggregate.stage.BucketStage;
import dev.mayfly.mongo.aggregate.stage.CountStage;
import dev.mayfly.mongo.aggregate.stage.DensifyStage;
import dev.mayfly.mongo.aggregate.stage.DocumentsStage;
import dev.mayfly.mongo.aggregate.stage.FacetStage;
import dev.mayfly.mongo.aggregate.stage.FillStage;
import dev.mayfly.mongo.aggregate.stage.GraphLookupStage;
import dev.mayfly.mongo.aggregate.stage.GroupStage;
import dev.mayfly.mongo.aggregate.stage.LimitStage;
import dev.mayfly.mongo.aggregate.stage.LookupStage;
import dev.mayfly.mongo.aggregate.stage.MatchStage;
import dev.mayfly.mongo.aggregate.stage.MergeStage;
import dev.mayfly.mongo.aggregate.stage.OutStage;
import dev.mayfly.mongo.aggregate.stage.ProjectStage;
import dev.mayfly.mongo.aggregate.stage.RedactStage;
import dev.mayfly.mongo.aggregate.stage.ReplaceRootStage;
import dev.mayfly.mongo.aggregate.stage.ReportStage;
import dev.mayfly.mongo.aggregate.stage.SampleStage;
import dev.mayfly.mongo.aggregate.stage.SetWindowFieldsStage;
import dev.mayfly.mongo.aggregate.stage.SkipStage;
import dev.mayfly.mongo.aggregate.stage.SortByCountStage;
import dev.mayfly.mongo.aggregate.stage.SortStage;
import dev.mayfly.mongo.aggregate.stage.UnionWithStage;
import dev.mayfly.mongo.aggregate.stage.UnsetStage;
import dev.mayfly.mongo.aggregate.stage.UnwindStage;
import dev.mayfly.mongo.error.MongoException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;

/** All stages by their names. */
public final class Stages {
  private static final int NOT_ONE_FIELD = 40323;
  private static final int UNKNOWN = 40324;
  private static final Map<String, StageParser> PARSERS = new TreeMap<>();

  static {
    PARSERS.put("$addFields", AddFieldsStage::parse);
    PARSERS.put("$bucket", BucketStage::parse);
    PARSERS.put("$bucketAuto", BucketAutoStage::parse);
    PARSERS.put("$count", CountStage::parse);
    PARSERS.put("$densify", DensifyStage::parse);
    PARSERS.put("$documents", DocumentsStage::parse);
    PARSERS.put("$facet", FacetStage::parse);
    PARSERS.put("$fill", FillStage::parse);
    PARSERS.put("$graphLookup", GraphLookupStage::parse);
    PARSERS.put("$group", GroupStage::parse);
    PARSERS.put("$limit", LimitStage::parse);
    PARSERS.put("$lookup", LookupStage::parse);
    PARSERS.put("$match", MatchStage::parse);
    PARSERS.put("$merge", MergeStage::parse);
    PARSERS.put("$out", OutStage::parse);
    PARSERS.put("$project", ProjectStage::parse);
    PARSERS.put("$redact", RedactStage::parse);
    PARSERS.put("$replaceRoot", ReplaceRootStage::parse);
    PARSERS.put("$replaceWith", ReplaceRootStage::parseWith);
    PARSERS.put("$sample", SampleStage::parse);
    PARSERS.put("$set", AddFieldsStage::parseSet);
    PARSERS.put("$setWindowFields", SetWindowFieldsStage::parse);
    PARSERS.put("$skip", SkipStage::parse);
    PARSERS.put("$sort", SortStage::parse);
    PARSERS.put("$sortByCount", SortByCountStage::parse);
    PARSERS.put("$unionWith", UnionWithStage::parse);
    PARSERS.put("$unset", UnsetStage::parse);
    PARSERS.put("$unwind", UnwindStage::parse);
    for (String name :
        new String[] {
          "$collStats",
          "$currentOp",
          "$indexStats",
          "$listLocalSessions",
          "$listSessions",
          "$planCacheStats"
        }) {
      PARSERS.put(name, ReportStage.named(name));
    }
  }

  private Stages() {}

  /** The names of all stages that work, in the order of the alphabet. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(PARSERS.keySet());
  }

  static Stage parse(BsonDocument stage, PipelineScope scope) {
    if (stage.size() != 1) {
      throw new MongoException(
          NOT_ONE_FIELD, "A pipeline stage specification object must contain exactly one field.");
    }
    String name = stage.getFirstKey();
    checkKnown(name);
    return PARSERS.get(name).parse(stage.get(name), scope);
  }

  /** Refuses the name of a stage that is not there. */
  public static void checkKnown(String name) {
    if (!PARSERS.containsKey(name)) {
      RefusedStages.check(name);
      throw new MongoException(UNKNOWN, "Unrecognized pipeline stage name: '" + name + "'");
    }
  }
}
