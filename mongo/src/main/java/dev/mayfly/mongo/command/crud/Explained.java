package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Access;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.net.work.Checkpoint;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * The read part of an explained command.
 *
 * @param collection null if it does not exist
 * @param sort null for none
 * @param limit {@link Long#MAX_VALUE} for all
 * @param projection null for none
 * @param root the stage at the top of the plan, such as "UPDATE"; null for none
 */
record Explained(
    Collection collection,
    Query query,
    BsonDocument sort,
    long skip,
    long limit,
    BsonDocument projection,
    String root) {
  static Explained of(PipelineSource source) {
    return new Explained(
        source.collection(), source.query(), source.sort(), 0, source.limit(), null, null);
  }

  private boolean isRead() {
    return collection != null && collection.view() == null;
  }

  /** Adds the winning plan and the rejected ones. */
  void addPlans(BsonDocument planner, Reader reader) {
    Access access = access(reader);
    planner
        .append("winningPlan", stages(access))
        .append("rejectedPlans", access == null ? new BsonArray() : access.rejected(sort));
  }

  private Access access(Reader reader) {
    return collection == null ? null : Candidates.access(collection, query, reader);
  }

  private BsonDocument stages(Access access) {
    BsonDocument read = access == null ? PlanStages.named("EOF") : access.explained(sort);
    boolean shown = root == null || root.equals("COUNT");
    BsonDocument shaped = shown ? PlanStages.shaped(read, skip, limit, projection) : read;
    return root == null ? shaped : PlanStages.over(shaped, root, null, null);
  }

  /**
   * Runs the read and returns its execution statistics. Expired keys and documents do not count.
   */
  BsonDocument executed(Reader reader) {
    long matched = 0;
    long examined = 0;
    long started = System.nanoTime();
    boolean byIndex = false;
    Access access = access(reader);
    if (isRead()) {
      byIndex = access.isByIndex();
      boolean whole = query.sort() != null && !access.isOrdered();
      long enough = limit > Long.MAX_VALUE - skip ? Long.MAX_VALUE : skip + limit;
      CountedItems candidates =
          new CountedItems(access.open(reader, whole ? Long.MAX_VALUE : enough), query);
      if (whole) {
        Candidates.sorted(candidates, collection, query, reader, enough).close();
      } else {
        while (candidates.matched() < enough && candidates.next()) {
          Checkpoint.pass();
        }
      }
      examined = candidates.examined() + candidates.unreturned();
      matched = candidates.matched();
    }
    long returned = Math.min(limit, Math.max(0, matched - skip));
    long millis = (System.nanoTime() - started) / 1_000_000;
    return new BsonDocument("executionSuccess", BsonBoolean.TRUE)
        .append("nReturned", Numbers.integer(returned))
        .append("executionTimeMillis", new BsonInt32((int) millis))
        .append("totalKeysExamined", Numbers.integer(byIndex ? examined : 0))
        .append("totalDocsExamined", Numbers.integer(examined))
        .append(
            "executionStages",
            PlanStages.executed(
                stages(access),
                new PlanStages.Counts(examined, matched, returned, millis, reader.spilled())))
        .append("allPlansExecution", new BsonArray());
  }
}
