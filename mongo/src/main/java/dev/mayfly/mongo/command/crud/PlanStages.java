package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.query.spill.SpillCounts;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The stages of a plan as explain shows them, and what each of them has done. */
final class PlanStages {
  private static final String INPUT = "inputStage";

  private PlanStages() {}

  /**
   * What was read.
   *
   * @param examined documents, and keys where an index was read
   * @param matched documents that the filter has accepted
   * @param sorted what a sort has moved to disk
   */
  record Counts(long examined, long matched, long returned, long millis, SpillCounts sorted) {}

  static BsonDocument named(String name) {
    return new BsonDocument("stage", new BsonString(name));
  }

  /** A stage over another one. */
  static BsonDocument over(BsonDocument input, String name, String detail, BsonValue value) {
    BsonDocument stage = named(name);
    if (detail != null) {
      stage.append(detail, value);
    }
    return stage.append(INPUT, input);
  }

  /**
   * Adds the part of a find behind the read: skip, projection and limit.
   *
   * @param projection null for none
   */
  static BsonDocument shaped(BsonDocument read, long skip, long limit, BsonDocument projection) {
    BsonDocument plan = read;
    if (skip > 0) {
      plan = over(plan, "SKIP", "skipAmount", new BsonInt64(skip));
    }
    if (projection != null && !projection.isEmpty()) {
      plan = over(plan, projectionStage(projection), "transformBy", projection);
    }
    return limit == Long.MAX_VALUE
        ? plan
        : over(plan, "LIMIT", "limitAmount", new BsonInt64(limit));
  }

  private static String projectionStage(BsonDocument projection) {
    boolean simple =
        projection.entrySet().stream()
            .allMatch(
                field ->
                    field.getKey().indexOf('.') < 0
                        && (Numbers.isNumber(field.getValue()) || field.getValue().isBoolean()));
    return simple ? "PROJECTION_SIMPLE" : "PROJECTION_DEFAULT";
  }

  /** A plan with the counters of each stage. */
  static BsonDocument executed(BsonDocument plan, Counts counts) {
    BsonDocument done = new BsonDocument();
    String name = plan.getString("stage").getValue();
    for (Map.Entry<String, BsonValue> field : plan.entrySet()) {
      if (field.getKey().equals(INPUT) || field.getKey().equals("inputStages")) {
        continue;
      }
      done.append(field.getKey(), field.getValue());
      if (field.getKey().equals("stage")) {
        count(name, counts, done);
      }
    }
    if (plan.containsKey(INPUT)) {
      done.append(INPUT, executed(plan.getDocument(INPUT), counts));
    }
    if (plan.containsKey("inputStages")) {
      // The keys of one read, which are not counted by its parts.
      done.append("inputStages", new BsonArray(plan.getArray("inputStages").getValues()));
    }
    return done;
  }

  /** Adds what a stage has moved to disk. */
  static void addSpilled(BsonDocument stage, SpillCounts counts) {
    stage
        .append("usedDisk", BsonBoolean.valueOf(counts.spills() > 0))
        .append("spills", Numbers.integer(counts.spills()))
        .append("spilledBytes", new BsonInt64(counts.heapBytes()))
        .append("spilledRecords", new BsonInt64(counts.rows()))
        .append("spilledDataStorageSize", new BsonInt64(counts.bytes()));
  }

  private static void count(String name, Counts counts, BsonDocument done) {
    long in = counts.examined();
    long out =
        switch (name) {
          case "IXSCAN", "OR", "TEXT_OR" -> counts.examined();
          case "FETCH", "COLLSCAN", "IDHACK", "SORT", "TEXT_MATCH" -> counts.matched();
          case "UPDATE", "DELETE", "EOF" -> 0;
          default -> counts.returned();
        };
    done.append("nReturned", Numbers.integer(out))
        .append("executionTimeMillisEstimate", Numbers.integer(counts.millis()))
        .append("works", Numbers.integer(Math.max(in, out) + 1))
        .append("advanced", Numbers.integer(out))
        .append("needTime", Numbers.integer(Math.max(0, in - out)))
        .append("needYield", new BsonInt32(0))
        .append("isEOF", new BsonInt32(1));
    switch (name) {
      case "IXSCAN" -> done.append("keysExamined", Numbers.integer(in));
      case "FETCH" ->
          done.append("docsExamined", Numbers.integer(in))
              .append("alreadyHasObj", new BsonInt32(0));
      case "COLLSCAN" -> done.append("docsExamined", Numbers.integer(in));
      case "IDHACK" ->
          done.append("keysExamined", Numbers.integer(in))
              .append("docsExamined", Numbers.integer(in));
      case "SORT" -> addSpilled(done.append("type", new BsonString("simple")), counts.sorted());
      case "UPDATE" -> done.append("nMatched", Numbers.integer(counts.returned()));
      case "DELETE" -> done.append("nWouldDelete", Numbers.integer(counts.returned()));
      case "COUNT" -> done.append("nCounted", Numbers.integer(counts.returned()));
      default -> {
        // No counters of its own.
      }
    }
  }
}
