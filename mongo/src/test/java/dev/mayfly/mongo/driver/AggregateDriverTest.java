package dev.mayfly.mongo.driver;

import static com.mongodb.client.model.CollationStrength.SECONDARY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Collation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AggregateDriverTest extends CollectionTest {
  @BeforeEach
  void someDocuments() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      documents.add(new Document("_id", i).append("k", i % 3).append("n", i));
    }
    collection.insertMany(documents);
  }

  private List<Document> aggregate(String... stages) {
    return collection
        .aggregate(Arrays.stream(stages).map(CollectionTest::json).toList())
        .into(new ArrayList<>());
  }

  @Test
  void documentsFlowThroughStages() {
    assertThat(
            aggregate(
                "{'$match': {'n': {'$lt': 30}}}",
                "{'$group': {'_id': '$k', 'sum': {'$sum': '$n'}}}",
                "{'$sort': {'_id': 1}}"))
        .containsExactly(
            json("{'_id': 0, 'sum': 135}"),
            json("{'_id': 1, 'sum': 145}"),
            json("{'_id': 2, 'sum': 155}"));
    assertThat(aggregate("{'$match': {'_id': 5}}"))
        .containsExactly(json("{'_id': 5, 'k': 2, 'n': 5}"));
    assertThat(aggregate("{'$sort': {'n': -1}}", "{'$limit': 2}", "{'$project': {'n': 1}}"))
        .containsExactly(json("{'_id': 299, 'n': 299}"), json("{'_id': 298, 'n': 298}"));
  }

  @Test
  void errorsNameTheCommandAndTheNamespace() {
    String name = collection.getNamespace().getFullName();
    String cause = " :: caused by :: can't $divide by zero";
    String stage = "{$project: {r: {$divide: [1, {$subtract: ['$_id', '$_id']}]}}}";

    assertThatThrownBy(() -> runRaw("{aggregate: 'c', cursor: {}, pipeline: [" + stage + "]}"))
        .hasMessageContaining(
            "'Executor error during aggregate command on namespace: " + name + cause + "'");
    assertThatThrownBy(
            () ->
                runRaw(
                    "{find: 'c', filter: {$expr: {$divide: [1, {$subtract: ['$_id', '$_id']}]}}}"))
        .hasMessageContaining("'Executor error during find command: " + name + cause + "'");
    BsonDocument opened =
        runRaw("{aggregate: 'c', cursor: {batchSize: 0}, pipeline: [" + stage + "]}");
    long id = opened.getDocument("cursor").getInt64("id").getValue();
    assertThatThrownBy(() -> runRaw("{getMore: {$numberLong: '" + id + "'}, collection: 'c'}"))
        .hasMessageContaining("'Executor error during getMore" + cause + "'");
  }

  @Test
  void graphLookupIdentifiesDocumentsWithoutTheCollation() {
    collection.insertMany(
        List.of(json("{'_id': 'x', 'name': 'tom'}"), json("{'_id': 'X', 'name': 'TOM'}")));
    String stages =
        "[{$match: {_id: 0}}, {$graphLookup: {from: 'c', startWith: 'Tom', connectFromField: 'f',"
            + " connectToField: 'name', as: 'r'}}, {$project: {n: {$size: '$r'}}}]";
    BsonDocument reply =
        runRaw(
            "{aggregate: 'c', cursor: {}, collation: {locale: 'en', strength: 2}, pipeline: "
                + stages
                + "}");
    assertThat(reply.getDocument("cursor").getArray("firstBatch"))
        .containsExactly(BsonDocument.parse("{_id: 0, n: 2}"));
  }

  @Test
  void resultsArriveInBatches() {
    assertThat(collection.aggregate(List.of(json("{'$match': {'k': 1}}"))).batchSize(7))
        .hasSize(100);
    BsonDocument reply = runRaw("{aggregate: 'c', pipeline: [], cursor: {batchSize: 0}}");
    assertThat(reply.getDocument("cursor").getArray("firstBatch")).isEmpty();
    assertThat(reply.getDocument("cursor").getInt64("id").getValue()).isPositive();
  }

  @Test
  void documentsAreCounted() {
    assertThat(collection.countDocuments()).isEqualTo(300);
    assertThat(collection.countDocuments(json("{'k': 0}"))).isEqualTo(100);
    assertThat(aggregate("{'$count': 'all'}")).containsExactly(json("{'all': 300}"));
  }

  @Test
  void nothingComesOfWhatIsMissing() {
    assertThat(database.getCollection("nothing").aggregate(List.of(json("{'$match': {}}"))))
        .isEmpty();
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    refused(9, () -> run("{'aggregate': 'c', 'pipeline': []}"))
        .hasMessageContaining("The 'cursor' option is required");
    refused(40324, () -> aggregate("{'$foo': 1}"))
        .hasMessageContaining("Unrecognized pipeline stage name: '$foo'");
    refused(14, () -> run("{'aggregate': 'c', 'pipeline': 1, 'cursor': {}}"));
    refused(73, () -> run("{'aggregate': 1, 'pipeline': [{'$match': {}}], 'cursor': {}}"));
  }

  @Test
  void aViewShowsWhatItsPipelineLetsThrough() {
    database.createView(
        "v", "c", List.of(json("{'$match': {'k': 1}}"), json("{'$project': {'k': 0}}")));
    database.createView("w", "v", List.of(json("{'$match': {'n': {'$gte': 200}}}")));

    assertThat(database.getCollection("v").find()).hasSize(100);
    assertThat(database.getCollection("v").find(json("{'n': 4}")).first())
        .isEqualTo(json("{'_id': 4, 'n': 4}"));
    assertThat(database.getCollection("w").countDocuments()).isEqualTo(33);
    assertThat(database.getCollection("w").estimatedDocumentCount()).isEqualTo(33);
    assertThat(database.getCollection("w").find().sort(json("{'n': -1}")).skip(1).limit(1).first())
        .isEqualTo(json("{'_id': 295, 'n': 295}"));
    assertThat(database.getCollection("w").distinct("_id", Integer.class)).hasSize(33);
    refused(166, () -> database.getCollection("v").insertOne(new Document()));
    refused(166, () -> database.getCollection("v").createIndex(json("{'a': 1}")));
    assertThat(database.listCollections().filter(json("{'name': 'v'}")).first())
        .containsEntry("type", "view");
    run("{'collMod': 'v', 'viewOn': 'c', 'pipeline': [{'$match': {'k': 5}}]}");
    assertThat(database.getCollection("v").find()).isEmpty();
    database.getCollection("v").drop();
    assertThat(database.listCollectionNames()).contains("c", "w").doesNotContain("v");
  }

  @Test
  void aCollectionIsRenamed() {
    collection.createIndex(json("{'k': 1}"));
    com.mongodb.MongoNamespace other = new com.mongodb.MongoNamespace(database.getName(), "other");

    collection.renameCollection(other);

    assertThat(collection.find()).isEmpty();
    assertThat(database.getCollection("other").countDocuments()).isEqualTo(300);
    assertThat(database.getCollection("other").listIndexes()).hasSize(2);
    insert("{'_id': 1}");
    refused(48, () -> collection.renameCollection(other));
    refused(
        26,
        () ->
            database
                .getCollection("nothing")
                .renameCollection(new com.mongodb.MongoNamespace(database.getName(), "x")));
    collection.renameCollection(
        other, new com.mongodb.client.model.RenameCollectionOptions().dropTarget(true));
    assertThat(database.getCollection("other").countDocuments()).isEqualTo(1);
  }

  @Test
  void plansAreExplained() {
    Document explained =
        run("{'explain': {'find': 'c', 'filter': {'_id': 1}}, 'verbosity': 'executionStats'}");

    assertThat(explained.get("queryPlanner", Document.class).get("winningPlan"))
        .isEqualTo(json("{'stage': 'IDHACK'}"));
    assertThat(explained.get("executionStats", Document.class).get("nReturned")).isEqualTo(1);
  }

  @Test
  void storageStatisticsAreReported() {
    assertThat(run("{'validate': 'c'}"))
        .containsEntry("valid", true)
        .containsEntry("nrecords", 300);
    // As the Python driver's validate_collection asks.
    assertThat(run("{'validate': 'c', 'scandata': false, 'full': false}"))
        .containsEntry("valid", true);
    assertThat(run("{'collStats': 'c'}")).containsEntry("count", 300).containsEntry("nindexes", 1);
    assertThat(run("{'dbStats': 1}")).containsEntry("objects", 300L);
  }

  @Test
  void mergingLosesNothingThatOthersWrite() throws Exception {
    database.getCollection("counts").insertOne(json("{'_id': 1, 'n': 0}"));
    List<Document> merge =
        List.of(
            json("{'$match': {'_id': 1}}"),
            json(
                "{'$merge': {'into': 'counts',"
                    + " 'whenMatched': [{'$set': {'n': {'$add': ['$n', 1]}}}]}}"));
    ExecutorService writers = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Object>> merges =
          Collections.nCopies(
              200,
              () -> {
                collection.aggregate(merge).toCollection();
                return null;
              });
      for (Future<Object> each : writers.invokeAll(merges)) {
        each.get();
      }
    } finally {
      writers.shutdownNow();
    }
    assertThat(database.getCollection("counts").find().first().get("n")).isEqualTo(200);
  }

  @Test
  void graphLookupComparesByTheCollation() {
    insert(
        "{'_id': 'a', 'next': 'B'}",
        "{'_id': 'A', 'next': 'x'}",
        "{'_id': 'b', 'next': 'C'}",
        "{'_id': 'c', 'next': 'A'}");
    Document stage =
        json(
            "{'$graphLookup': {'from': 'c', 'startWith': '$next', 'connectFromField': 'next',"
                + " 'connectToField': '_id', 'as': 'r'}}");
    Document first =
        collection
            .aggregate(List.of(json("{'$match': {'next': 'B'}}"), stage))
            .collation(Collation.builder().locale("en").collationStrength(SECONDARY).build())
            .first();
    assertThat(first.getList("r", Document.class))
        .extracting(found -> found.get("_id"))
        .containsExactlyInAnyOrder("a", "A", "b", "c");
  }

  /** MongoDB evaluates constants when it optimizes, and says so. */
  @Test
  void errorsOfConstantsComeBeforeTheExecution() {
    collection.drop();
    insert("{'_id': 1, 'n': 0}");
    refused(2, () -> first("{'$project': {'x': {'$add': ['$n', {'$divide': [1, 0]}]}}}"))
        .hasMessageContaining(
            "'Failed to optimize pipeline :: caused by :: can't $divide by zero'");
    refused(2, () -> first("{'$project': {'x': {'$divide': [1, '$n']}}}"))
        .hasMessageContaining("'Executor error during aggregate command on namespace: ");
    assertThat(first("{'$project': {'x': {'$cond': [true, 1, {'$divide': [1, 0]}]}}}").get("x"))
        .isEqualTo(1);
  }

  private Document first(String stage) {
    return collection.aggregate(List.of(json(stage))).first();
  }
}
