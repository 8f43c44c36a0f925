package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.StageParser;
import dev.mayfly.mongo.error.MongoException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;

/** Registry of the stages. */
public final class Stages {
  private static final Map<String, StageParser> PARSERS = new TreeMap<>();

  static {
    PARSERS.put("$addFields", AddFieldsStage::parse);
    PARSERS.put("$bucket", BucketStage::parse);
    PARSERS.put("$bucketAuto", BucketAutoStage::parse);
    PARSERS.put("$changeStream", ChangeStreamStages::notFirst);
    PARSERS.put("$changeStreamSplitLargeEvent", ChangeStreamStages::noStream);
    PARSERS.put("$count", CountStage::parse);
    PARSERS.put("$densify", DensifyStage::parse);
    PARSERS.put("$documents", DocumentsStage::parse);
    PARSERS.put("$facet", FacetStage::parse);
    PARSERS.put("$fill", FillStage::parse);
    PARSERS.put("$geoNear", GeoNearStage::parse);
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
    PARSERS.put("$vectorSearch", VectorSearchStage::parse);
    for (String name :
        new String[] {
          "$collStats",
          "$currentOp",
          "$indexStats",
          "$listLocalSessions",
          "$listSearchIndexes",
          "$listSessions",
          "$planCacheStats"
        }) {
      PARSERS.put(name, ReportStage.named(name));
    }
  }

  private Stages() {}

  public static Set<String> names() {
    return Collections.unmodifiableSet(PARSERS.keySet());
  }

  static Stage parse(BsonDocument stage, PipelineScope scope) {
    if (stage.size() != 1) {
      throw new MongoException(
          40323, "A pipeline stage specification object must contain exactly one field.");
    }
    String name = stage.getFirstKey();
    checkKnown(name);
    return PARSERS.get(name).parse(stage.get(name), scope);
  }

  /** Rejects an unknown or unsupported stage. */
  public static void checkKnown(String name) {
    if (!PARSERS.containsKey(name)) {
      UnsupportedStages.check(name);
      throw new MongoException(40324, "Unrecognized pipeline stage name: '" + name + "'");
    }
  }
}
