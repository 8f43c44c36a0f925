package dev.mayfly.mongo.collection;

import dev.mayfly.engine.Reading;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.plan.IndexPlan;
import dev.mayfly.mongo.plan.ReadableIndex;
import dev.mayfly.mongo.plan.TextPlacement;
import dev.mayfly.mongo.text.DocumentSearch;
import dev.mayfly.query.cursor.IndexScan;
import dev.mayfly.query.cursor.ReadPlan;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Access paths of queries with {@code $text}: a scan of the text index for each term. */
final class TextAccess {
  private static final String UNDER_OR =
      "Failed to produce a solution for TEXT under OR - other non-TEXT clauses under OR have to be"
          + " indexed as well.";

  private TextAccess() {}

  static Access of(Collection collection, Query query, Reading reading) {
    ReadableIndex text = collection.text();
    OpenIndex open = text == null ? null : reading.indexes().named(text.index().name());
    if (open == null || !open.ready() || !open.index().isSame(text.index())) {
      throw TextPlacement.indexRequired();
    }
    if (!IndexPlan.holds(text, query.document(), query.order().collation() == null)) {
      throw noPlan(
          collection,
          "failed to use text index to satisfy $text query (the index is partial, and the query"
              + " may match documents that it does not hold)");
    }
    List<IndexScan> scans = new ArrayList<>();
    DocumentSearch search = query.search();
    for (String term : search.search().terms()) {
      List<BsonValue> key = new ArrayList<>(search.before());
      key.add(new BsonString(term));
      scans.add(IndexScan.of(open, IndexRange.equalTo(key.toArray(new BsonValue[0])), false));
    }
    for (BsonDocument each : search.alternatives()) {
      IndexPlan plan = plan(collection, query, each, reading);
      if (plan == null) {
        return access(collection, query, PlannedItems.ALL);
      }
      scans.addAll(plan.scans());
    }
    return access(
        collection,
        query,
        scans.isEmpty() ? new ReadPlan.Keys(List.of()) : new ReadPlan.Indexes(scans));
  }

  private static Access access(Collection collection, Query query, ReadPlan plan) {
    return new Access(collection, query, Access.Kind.TEXT, plan, null, null, query.sort() == null);
  }

  /** The plan of an alternative; null if it is by ids, so that all documents are looked at. */
  private static IndexPlan plan(
      Collection collection, Query query, BsonDocument alternative, Reading reading) {
    if (alternative.containsKey("_id")) {
      return null;
    }
    IndexPlan plan =
        IndexPlan.of(
            alternative,
            null,
            collection.readable(),
            null,
            query.order().collation() == null,
            reading);
    if (plan == null || !plan.isBounded()) {
      throw noPlan(collection, UNDER_OR);
    }
    return plan;
  }

  private static MongoException noPlan(Collection collection, String reason) {
    return new MongoException(
        ErrorCodes.NO_QUERY_EXECUTION_PLANS,
        "error processing query: ns=%s planner returned error: %s"
            .formatted(collection.namespace(), reason));
  }

  /** The stages in the form of explain. */
  static BsonDocument explained(Collection collection, Query query) {
    IndexSpec spec = collection.text().spec();
    DocumentSearch search = query.search();
    BsonArray scans = new BsonArray();
    search.search().terms().forEach(term -> scans.add(scan(spec)));
    boolean scored = query.sort() != null && query.sort().usesMetadata();
    BsonDocument union = stage(scored ? "TEXT_OR" : "OR").append("inputStages", scans);
    BsonDocument prefix = new BsonDocument();
    for (int i = 0; i < search.before().size(); i++) {
      prefix.append(List.copyOf(spec.key().keySet()).get(i), search.before().get(i));
    }
    BsonDocument match =
        stage("TEXT_MATCH")
            .append("indexPrefix", prefix)
            .append("indexName", new BsonString(spec.name()))
            .append("parsedTextQuery", parsed(search))
            .append("textIndexVersion", new BsonInt32(3))
            .append("inputStage", scored ? union : stage("FETCH").append("inputStage", union));
    BsonDocument rest = new BsonDocument();
    rest.putAll(query.document());
    rest.remove("$text");
    return rest.isEmpty()
        ? match
        : stage("FETCH").append("filter", rest).append("inputStage", match);
  }

  private static BsonDocument scan(IndexSpec spec) {
    return stage("IXSCAN")
        .append("keyPattern", spec.key())
        .append("indexName", new BsonString(spec.name()))
        .append("isMultiKey", BsonBoolean.TRUE)
        .append("isUnique", BsonBoolean.FALSE)
        .append("isSparse", BsonBoolean.valueOf(spec.isSparse()))
        .append("isPartial", BsonBoolean.valueOf(spec.partialFilter() != null))
        .append("indexVersion", new BsonInt32(2))
        .append("direction", new BsonString("forward"))
        .append("indexBounds", new BsonDocument());
  }

  private static BsonDocument parsed(DocumentSearch search) {
    return new BsonDocument("terms", texts(search.search().requiredTerms()))
        .append("negatedTerms", texts(search.search().negatedTerms()))
        .append("phrases", texts(search.search().phrases()))
        .append("negatedPhrases", texts(search.search().negatedPhrases()));
  }

  private static BsonArray texts(Iterable<String> texts) {
    BsonArray array = new BsonArray();
    texts.forEach(each -> array.add(new BsonString(each)));
    return array;
  }

  private static BsonDocument stage(String name) {
    return new BsonDocument("stage", new BsonString(name));
  }
}
