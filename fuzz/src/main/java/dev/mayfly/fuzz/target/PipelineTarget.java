package dev.mayfly.fuzz.target;

import dev.mayfly.fuzz.world.LoggedFailures;
import dev.mayfly.fuzz.world.MongoWorld;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Aggregations over a collection with indexes and over one with the same documents without:
 * answered in time, and where the order of documents does not matter, with the same result.
 */
public final class PipelineTarget extends MongoTarget {
  private static final int STAGES_MAX = 8;
  private static final int TIME_LIMIT_MILLIS = 1000;

  /** Each document by itself, whatever the order. */
  private static final Set<String> ORDERLESS =
      Set.of(
          "$match",
          "$project",
          "$addFields",
          "$set",
          "$unset",
          "$replaceRoot",
          "$replaceWith",
          "$redact",
          "$unwind");

  /** What gives another result each time. */
  private static final List<String> CHANGING =
      List.of("$rand", "$sampleRate", "NOW", "CLUSTER_TIME", "$toHashedIndexKey", "createObjectId");

  public PipelineTarget() {
    super(STAGES_MAX);
  }

  @Override
  public String name() {
    return "pipeline";
  }

  @Override
  public String about() {
    return "aggregation pipelines: answered in time, the same with indexes as without";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.mongo", "dev.mayfly.query");
  }

  @Override
  void run(MongoWorld world, List<BsonDocument> stages) {
    LoggedFailures.forget();
    String text = stages.toString();
    boolean writing = text.contains("$out") || text.contains("$merge");
    try {
      BsonDocument indexed = world.ask(aggregate(MongoWorld.INDEXED, stages));
      Replies.requireNoDefect(indexed);
      if (isComparable(stages, text)) {
        BsonDocument plain = world.ask(aggregate(MongoWorld.PLAIN, stages));
        Replies.requireNoDefect(plain);
        compare(indexed, plain);
      }
      LoggedFailures.requireNone();
    } finally {
      if (writing) {
        world.reset();
      }
    }
  }

  private static BsonDocument aggregate(String collection, List<BsonDocument> stages) {
    return new BsonDocument("aggregate", new BsonString(collection))
        .append("pipeline", new BsonArray(stages))
        .append("cursor", new BsonDocument("batchSize", new BsonInt32(1000)))
        .append("maxTimeMS", new BsonInt32(TIME_LIMIT_MILLIS))
        .append("$db", new BsonString(MongoWorld.DATABASE));
  }

  private static boolean isComparable(List<BsonDocument> stages, String text) {
    return stages.stream()
            .allMatch(stage -> stage.size() == 1 && ORDERLESS.contains(stage.getFirstKey()))
        && CHANGING.stream().noneMatch(text::contains);
  }

  /** Which documents are read, and so which errors occur, may depend on the index. */
  private static void compare(BsonDocument indexed, BsonDocument plain) {
    if (!Replies.isOk(indexed) || !Replies.isOk(plain)) {
      return;
    }
    List<String> withIndex = sorted(indexed);
    List<String> without = sorted(plain);
    if (!withIndex.equals(without)) {
      throw new AssertionError("with an index " + withIndex + ", without " + without);
    }
  }

  private static List<String> sorted(BsonDocument reply) {
    List<String> documents = new ArrayList<>();
    reply
        .getDocument("cursor")
        .getArray("firstBatch")
        .forEach(each -> documents.add(each.toString()));
    Collections.sort(documents);
    return documents;
  }
}
