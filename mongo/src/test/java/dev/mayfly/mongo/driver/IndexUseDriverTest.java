package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries read indexes, and explain shows the executed plan. */
class IndexUseDriverTest extends CollectionTest {
  private static final int DOCUMENTS = 100;

  @BeforeEach
  void fill() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      documents.add(
          new Document("_id", i)
              .append("n", i)
              .append("s", (i % 2 == 0 ? "even" : "odd") + i)
              .append("m", i % 10)
              .append("tags", List.of(i % 7, 100 + i % 5))
              .append("items", List.of(new Document("k", i % 4).append("v", i))));
    }
    collection.insertMany(documents);
    collection.createIndex(json("{'n': 1}"));
    collection.createIndex(json("{'s': 1}"));
    collection.createIndex(json("{'m': 1, 'n': -1}"));
    collection.createIndex(json("{'tags': 1}"));
    collection.createIndex(json("{'items.k': 1, 'items.v': 1}"));
  }

  private static final Set<String> BEHIND =
      Set.of("LIMIT", "SKIP", "PROJECTION_SIMPLE", "COUNT", "UPDATE", "DELETE");

  private static Document input(Document explained) {
    Document plan =
        explained.get("queryPlanner", Document.class).get("winningPlan", Document.class);
    while (plan.containsKey("inputStage")) {
      plan = plan.get("inputStage", Document.class);
    }
    return plan;
  }

  /** The stages of the read, without what is done with the documents. */
  private static String stages(Document explained) {
    Document plan =
        explained.get("queryPlanner", Document.class).get("winningPlan", Document.class);
    while (BEHIND.contains(plan.getString("stage"))) {
      plan = plan.get("inputStage", Document.class);
    }
    StringBuilder stages = new StringBuilder(plan.getString("stage"));
    while (plan.containsKey("inputStage")) {
      plan = plan.get("inputStage", Document.class);
      stages.append(' ').append(plan.getString("stage"));
    }
    return stages.toString();
  }

  private Document explained(String command) {
    return run("{'explain': " + command + ", 'verbosity': 'executionStats'}");
  }

  /** Asserts that a find reads an index, and so many of its keys. */
  private Document reads(String index, int keys, int returned, String find) {
    Document explained = explained("{'find': 'c', " + find + "}");
    assertThat(stages(explained)).as(find).isEqualTo("FETCH IXSCAN");
    assertThat(input(explained)).as(find).containsEntry("indexName", index);
    Document stats = explained.get("executionStats", Document.class);
    assertThat(stats).as(find).containsEntry("totalKeysExamined", keys);
    assertThat(stats).as(find).containsEntry("totalDocsExamined", keys);
    assertThat(stats).as(find).containsEntry("nReturned", returned);
    Document reply = run("{'find': 'c', " + find + "}");
    assertThat(reply.get("cursor", Document.class).getList("firstBatch", Document.class))
        .hasSize(returned);
    return input(explained);
  }

  @Test
  void everyKindOfConditionReadsAnIndex() {
    reads("n_1", 1, 1, "'filter': {'n': 5}");
    reads("n_1", 2, 2, "'filter': {'n': {'$in': [7, 3, 500]}}");
    reads("n_1", 10, 10, "'filter': {'n': {'$gte': 90}}");
    reads("n_1", 4, 4, "'filter': {'n': {'$gt': 5, '$lt': 10}}");
    reads("n_1", 0, 0, "'filter': {'n': null}");
    reads("n_1", 0, 0, "'filter': {'n': {'$gt': 'x'}}");
    reads("s_1", 5, 5, "'filter': {'s': {'$regex': '^even1'}}");
    reads("s_1", 1, 1, "'filter': {'s': 'odd7'}");
    reads("m_1_n_-1", 3, 3, "'filter': {'m': 3, 'n': {'$gt': 70}}");
    reads("tags_1", 14, 14, "'filter': {'tags': 5}");
    reads("tags_1", 28, 28, "'filter': {'tags': {'$in': [5, 4]}}");
    reads("tags_1", 15, 3, "'filter': {'tags': {'$all': [0, 101]}}");
    reads(
        "items.k_1_items.v_1",
        5,
        5,
        "'filter': {'items': {'$elemMatch': {'k': 1, 'v': {'$gt': 80}}}}");
    reads("n_1", 1, 0, "'filter': {'n': 5, 's': 'other'}");
  }

  @Test
  void documentsLieInTheOrderOfTheirIds() {
    reads("_id_", 9, 9, "'filter': {'_id': {'$gt': 90}}");
    reads("_id_", 3, 3, "'filter': {'_id': {'$gte': 5, '$lt': 8}}");
    reads("_id_", 2, 2, "'filter': {'_id': {'$in': [3, 4, 'x']}}");
    reads("_id_", 2, 2, "'filter': {}, 'sort': {'_id': -1}, 'limit': 2");
    reads("_id_", 3, 2, "'filter': {}, 'sort': {'_id': 1}, 'skip': 1, 'limit': 2");
    reads("_id_", 0, 0, "'filter': {'_id': {'$gt': 8, '$lt': 5}}");
    reads("_id_", DOCUMENTS, 10, "'filter': {'m': 3}, 'hint': '_id_'");
    reads("n_1", 2, 1, "'filter': {'n': {'$in': [3, 4]}, '_id': {'$gt': 3}}");

    List<Object> found = new ArrayList<>();
    collection
        .find(json("{'_id': {'$lt': 30}, 'm': {'$gte': 8}, 'x': null}"))
        .hintString("_id_")
        .sort(json("{'_id': -1}"))
        .batchSize(2)
        .forEach(each -> found.add(each.get("_id")));
    assertThat(found).containsExactly(29, 28, 19, 18, 9, 8);
    Document grouped =
        collection
            .aggregate(
                List.of(
                    json("{'$match': {'_id': {'$gte': 96, '$lt': 99}}}"),
                    json("{'$sort': {'_id': -1}}"),
                    json("{'$group': {'_id': null, 'ns': {'$push': '$n'}}}")))
            .first();
    assertThat(grouped.getList("ns", Integer.class)).containsExactly(98, 97, 96);
    assertThat(collection.countDocuments(json("{'_id': {'$gt': 90}}"))).isEqualTo(9);
  }

  @Test
  void theKeyPatternAndTheBoundsAreShown() {
    Document scan = reads("m_1_n_-1", 2, 2, "'filter': {'m': 3, 'n': {'$gte': 83}}");

    assertThat(scan).containsEntry("keyPattern", json("{'m': 1, 'n': -1}"));
    assertThat(scan).containsEntry("isMultiKey", false);
    assertThat(scan).containsEntry("direction", "forward");
    assertThat(scan.get("indexBounds", Document.class).getList("m", String.class))
        .containsExactly("[3, 3]");
  }

  @Test
  void whatNoIndexServesIsScanned() {
    Document explained = explained("{'find': 'c', 'filter': {'v': 5}}");

    assertThat(stages(explained)).isEqualTo("COLLSCAN");
    assertThat(explained.get("executionStats", Document.class))
        .containsEntry("totalKeysExamined", 0)
        .containsEntry("totalDocsExamined", DOCUMENTS);
  }

  @Test
  void anIndexInOrderSparesTheSort() {
    reads("n_1", 5, 5, "'filter': {}, 'sort': {'n': 1}, 'limit': 5");
    reads("n_1", 7, 5, "'filter': {}, 'sort': {'n': -1}, 'skip': 2, 'limit': 5");
    reads("m_1_n_-1", 2, 2, "'filter': {'m': 3}, 'sort': {'n': -1}, 'limit': 2");
    reads("tags_1", 3, 3, "'filter': {}, 'sort': {'tags': -1}, 'limit': 3");
    Document sorted = explained("{'find': 'c', 'filter': {'m': 3}, 'sort': {'s': 1}}");
    assertThat(stages(sorted)).isEqualTo("SORT FETCH IXSCAN");

    List<Integer> found = new ArrayList<>();
    collection
        .find(json("{'m': 3}"))
        .sort(json("{'n': 1}"))
        .batchSize(3)
        .forEach(each -> found.add(each.getInteger("n")));
    assertThat(found).containsExactly(3, 13, 23, 33, 43, 53, 63, 73, 83, 93);
  }

  @Test
  void alternativesReadAnIndexEach() {
    Document explained = explained("{'find': 'c', 'filter': {'$or': [{'n': 5}, {'m': 5}]}}");

    assertThat(stages(explained)).isEqualTo("FETCH OR");
    assertThat(explained.get("executionStats", Document.class)).containsEntry("nReturned", 10);
    assertThat(ids(json("{'$or': [{'n': 5}, {'m': 5}]}"))).hasSize(10).doesNotHaveDuplicates();
  }

  @Test
  void whatOneAlternativePassesByAndAnotherMatchesIsFoundOnce() {
    insert("{'_id': 'x', 'tags': [-5, 300]}");

    assertThat(ids(json("{'$or': [{'tags': {'$gt': 299, '$lt': -5}}, {'tags': -5}, {'n': -1}]}")))
        .containsExactly("x");
  }

  @Test
  void everyCommandReadsIndexes() {
    for (String command :
        List.of(
            "{'count': 'c', 'query': {'n': 5}}",
            "{'distinct': 'c', 'key': 's', 'query': {'n': 5}}",
            "{'aggregate': 'c', 'pipeline': [{'$match': {'n': 5}}], 'cursor': {}}",
            "{'aggregate': 'c', 'pipeline': [{'$match': {'n': {'$gte': 5}}}, {'$sort': {'n': 1}},"
                + " {'$limit': 1}], 'cursor': {}}",
            "{'update': 'c', 'updates': [{'q': {'n': 5}, 'u': {'$set': {'x': 1}}}]}",
            "{'delete': 'c', 'deletes': [{'q': {'n': 5}, 'limit': 1}]}",
            "{'findAndModify': 'c', 'query': {'n': {'$gte': 5}}, 'sort': {'n': 1},"
                + " 'remove': true}")) {
      Document explained = explained(command);
      assertThat(stages(explained)).as(command).isEqualTo("FETCH IXSCAN");
      assertThat(explained.get("executionStats", Document.class))
          .as(command)
          .containsEntry("totalDocsExamined", 1)
          .containsEntry("nReturned", 1);
    }
    assertThat(collection.countDocuments(json("{'m': 3}"))).isEqualTo(10);
    assertThat(collection.distinct("n", json("{'m': 3}"), Integer.class)).hasSize(10);
    assertThat(
            collection.updateMany(json("{'m': 3}"), json("{'$set': {'x': 1}}")).getMatchedCount())
        .isEqualTo(10);
    assertThat(collection.deleteMany(json("{'m': 3}")).getDeletedCount()).isEqualTo(10);
    assertThat(collection.countDocuments()).isEqualTo(90);
    assertThat(collection.findOneAndDelete(json("{'n': {'$gt': 4}}"))).containsEntry("_id", 5);
  }

  @Test
  void aHintMustNameAnIndex() {
    reads("m_1_n_-1", DOCUMENTS, 1, "'filter': {'n': 5}, 'hint': 'm_1_n_-1'");
    reads("m_1_n_-1", DOCUMENTS, 1, "'filter': {'n': 5}, 'hint': {'m': 1, 'n': -1}");
    assertThat(stages(explained("{'find': 'c', 'filter': {'n': 5}, 'hint': {'$natural': 1}}")))
        .isEqualTo("COLLSCAN");
    for (String command :
        List.of(
            "{'find': 'c', 'filter': {'n': 5}, 'hint': 'x'}",
            "{'find': 'c', 'filter': {'n': 5}, 'hint': {'m': 1}}",
            "{'count': 'c', 'query': {'n': 5}, 'hint': 'x'}",
            "{'distinct': 'c', 'key': 'n', 'query': {}, 'hint': 'x'}",
            "{'aggregate': 'c', 'pipeline': [], 'cursor': {}, 'hint': 'x'}",
            "{'findAndModify': 'c', 'query': {'n': 5}, 'remove': true, 'hint': 'x'}",
            "{'explain': {'find': 'c', 'hint': 'x'}}")) {
      refused(2, () -> run(command))
          .hasMessageContaining("hint provided does not correspond to an existing index");
    }
    run("{'collMod': 'c', 'index': {'name': 'n_1', 'hidden': true}}");
    refused(2, () -> run("{'find': 'c', 'filter': {'n': 5}, 'hint': 'n_1'}"));
    assertThat(stages(explained("{'find': 'c', 'filter': {'n': 5}}"))).isEqualTo("COLLSCAN");
  }

  @Test
  void boundsAreReadByWayOfTheHintedIndex() {
    reads("n_1", DOCUMENTS, 3, "'filter': {}, 'hint': 'n_1', 'min': {'n': 5}, 'max': {'n': 8}");
  }

  @Test
  void anUpdateMeetsEachDocumentOnce() {
    assertThat(
            collection
                .updateMany(json("{'n': {'$gte': 50}}"), json("{'$inc': {'n': 10, 'met': 1}}"))
                .getModifiedCount())
        .isEqualTo(50);
    assertThat(collection.countDocuments(json("{'met': 1}"))).isEqualTo(50);
    assertThat(collection.countDocuments(json("{'met': {'$gt': 1}}"))).isZero();
    assertThat(
            collection
                .updateMany(
                    json("{'$or': [{'n': {'$lt': 20}}, {'m': 1}]}"),
                    json("{'$inc': {'n': 5, 'm': 1, 'again': 1}}"))
                .getMatchedCount())
        .isEqualTo(28);
    assertThat(collection.countDocuments(json("{'again': {'$gt': 1}}"))).isZero();
    assertThat(
            collection
                .updateMany(json("{'tags': {'$gte': 0}}"), json("{'$push': {'tags': 200}}"))
                .getModifiedCount())
        .isEqualTo(DOCUMENTS);
  }

  @Test
  void aDroppedIndexIsNotReadAnyMore() {
    reads("n_1", 1, 1, "'filter': {'n': 5}");
    collection.dropIndex("n_1");

    assertThat(stages(explained("{'find': 'c', 'filter': {'n': 5}}"))).isEqualTo("COLLSCAN");
    collection.createIndex(json("{'n': -1}"), new IndexOptions().unique(true).sparse(true));
    reads("n_-1", 1, 1, "'filter': {'n': 5}");
  }

  @Test
  void aCursorEndsWithItsIndex() {
    try (var cursor = collection.find(json("{'n': {'$gte': 0}}")).batchSize(2).cursor()) {
      cursor.next();
      cursor.next();
      collection.dropIndex("n_1");
      refused(175, cursor::next).hasMessageContaining("index 'n_1' dropped");
    }
  }

  @Test
  void theIndexWithFewerKeysIsRead() {
    MongoCollection<Document> other = database.getCollection("o");
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      documents.add(new Document("_id", i).append("state", i % 2).append("user", i % 100));
    }
    other.insertMany(documents);
    other.createIndex(json("{'state': 1}"));
    other.createIndex(json("{'user': 1}"));

    Document explained = explained("{'find': 'o', 'filter': {'state': 1, 'user': 7}}");
    assertThat(input(explained)).containsEntry("indexName", "user_1");
    List<Document> rejected =
        explained.get("queryPlanner", Document.class).getList("rejectedPlans", Document.class);
    assertThat(rejected).hasSize(1);
    assertThat(rejected.get(0).get("inputStage", Document.class))
        .containsEntry("indexName", "state_1");
    assertThat(explained.get("executionStats", Document.class))
        .containsEntry("totalKeysExamined", 10)
        .containsEntry("nReturned", 10);
  }

  /** What a pipeline costs that joins one document with those of the collection. */
  private double joinCharge(String lookup, int joined) {
    database.getCollection("one").drop();
    database.getCollection("one").insertOne(json("{'_id': 1, 'v': 42, 'w': 'even8'}"));
    List<Document> found =
        database
            .getCollection("one")
            .aggregate(List.of(json("{'$lookup': {'from': 'c', 'as': 'r', " + lookup + "}}")))
            .into(new ArrayList<>());
    assertThat(found.get(0).getList("r", Document.class)).as(lookup).hasSize(joined);
    return run("{'getLastRequestStatistics': 1}").getDouble("RequestCharge");
  }

  @Test
  void joinsReadIndexes() {
    double scanned = joinCharge("'localField': 'v', 'foreignField': 'x'", 0);
    for (String lookup :
        List.of(
            "'localField': 'v', 'foreignField': 'n'",
            "'localField': 'w', 'foreignField': 's'",
            "'localField': 'v', 'foreignField': '_id'",
            "'let': {'v': '$v'}, 'pipeline': [{'$match': {'$expr': {'$eq': ['$n', '$$v']}}}]",
            "'let': {'v': '$v'}, 'pipeline': [{'$match': {'$expr': {'$eq': ['$_id', '$$v']}}}]",
            "'pipeline': [{'$match': {'n': 42}}]")) {
      assertThat(joinCharge(lookup, 1)).as(lookup).isLessThan(scanned / 5);
    }
  }

  @Test
  void parallelArraysAreRefusedByCompoundIndexes() {
    collection.createIndex(json("{'p': 1, 'q': 1}"));
    refused(171, () -> insert("{'_id': 'p', 'p': [1], 'q': [2]}"));
    insert("{'_id': 'x', 'v': [1], 'w': [2]}");

    refused(
            171,
            () ->
                run(
                    "{'createIndexes': 'c', 'indexes': [{'key': {'z': 1}, 'name': 'z'},"
                        + " {'key': {'v': 1, 'w': 1}, 'name': 'vw'}]}"))
        .hasMessageContaining("Index build failed");
    assertThat(collection.listIndexes())
        .extracting(index -> index.getString("name"))
        .doesNotContain("z", "vw");
  }

  @Test
  void namesMayBeLong() {
    String name = "x".repeat(300);
    collection.createIndex(
        json("{'long': 1}"), new IndexOptions().name(name).unique(true).sparse(true));
    insert("{'_id': 'a', 'long': 1}");

    reads(name, 1, 1, "'filter': {'long': 1}");
    refused(11000, () -> insert("{'_id': 'b', 'long': 1}")).hasMessageContaining("index: " + name);
    collection.dropIndex(name);
    insert("{'_id': 'b', 'long': 1}");
  }

  @Test
  void whatHasDiedIsNotFoundByWayOfAnIndex() {
    run(
        "{'createIndexes': 'c', 'indexes': [{'key': {'_ts': 1}, 'name': 'ttl',"
            + " 'expireAfterSeconds': 10}]}");
    SERVER.engine().background().pause();
    try {
      clock().advance(9);
      insert("{'_id': 'new', 'n': 7}");
      reads("n_1", 2, 2, "'filter': {'n': 7}");
      clock().advance(1);
      reads("n_1", 1, 1, "'filter': {'n': 7}");
      reads("n_1", 1, 1, "'filter': {}, 'sort': {'n': 1}");
    } finally {
      SERVER.engine().background().resume();
    }
  }

  @Test
  void indexesOutliveTheServer(@TempDir Path directory) {
    Document find = json("{'explain': {'find': 'c', 'filter': {'n': 5, 'on': true}}}");
    try (DriverServer server = DriverServer.on(directory, options -> options)) {
      MongoCollection<Document> kept = server.client().getDatabase("d").getCollection("c");
      kept.insertOne(json("{'_id': 1, 'n': 5, 'on': true}"));
      kept.createIndex(
          json("{'n': 1}"), new IndexOptions().partialFilterExpression(json("{'on': true}")));
      assertThat(input(server.client().getDatabase("d").runCommand(find)))
          .containsEntry("indexName", "n_1");
    }
    try (DriverServer server = DriverServer.on(directory, options -> options)) {
      assertThat(input(server.client().getDatabase("d").runCommand(find)))
          .containsEntry("indexName", "n_1");
      MongoCollection<Document> kept = server.client().getDatabase("d").getCollection("c");
      assertThat(kept.find(json("{'n': 5, 'on': true}"))).hasSize(1);
    }
  }

  private Map<String, Long> uses() {
    Map<String, Long> uses = new HashMap<>();
    for (Document each : collection.aggregate(List.of(json("{'$indexStats': {}}")))) {
      Document accesses = each.get("accesses", Document.class);
      assertThat(accesses.getDate("since").toInstant().getEpochSecond()).isPositive();
      uses.put(each.getString("name"), accesses.getLong("ops"));
    }
    return uses;
  }

  @Test
  void usesOfIndexesAreCounted() {
    assertThat(uses()).hasSize(6).allSatisfy((name, times) -> assertThat(times).isZero());
    collection.find(json("{'n': {'$gt': 90}}")).batchSize(2).into(new ArrayList<>());
    collection.find(json("{'$or': [{'n': 1}, {'tags': 2}]}")).into(new ArrayList<>());
    collection.updateOne(json("{'s': 'even2'}"), json("{'$set': {'x': 1}}"));
    collection.deleteOne(json("{'m': 3, 'n': 3}"));
    collection.find(json("{'x': 1}")).into(new ArrayList<>());
    assertThat(uses())
        .containsEntry("n_1", 2L)
        .containsEntry("tags_1", 1L)
        .containsEntry("s_1", 1L)
        .containsEntry("m_1_n_-1", 1L)
        .containsEntry("items.k_1_items.v_1", 0L)
        .containsEntry("_id_", 0L);
    collection.find(json("{'_id': 4}")).first();
    collection.find(json("{'_id': {'$in': [4, 5]}}")).into(new ArrayList<>());
    collection.find(json("{'_id': {'$gt': 95}}")).into(new ArrayList<>());
    collection.updateOne(json("{'_id': 4}"), json("{'$set': {'x': 2}}"));
    collection.deleteOne(json("{'_id': 5}"));
    collection.findOneAndUpdate(json("{'_id': 4}"), json("{'$set': {'x': 3}}"));
    assertThat(uses()).containsEntry("_id_", 6L);
  }

  @Test
  void anIndexThatIsMadeAnewIsCountedAnew() {
    collection.find(json("{'n': 1}")).first();
    collection.find(json("{'s': 'odd1'}")).first();
    collection.dropIndex("n_1");
    collection.createIndex(json("{'n': 1}"));
    assertThat(uses()).containsEntry("n_1", 0L).containsEntry("s_1", 1L);
    collection.drop();
    collection.createIndex(json("{'s': 1}"));
    assertThat(uses()).containsEntry("s_1", 0L);
  }
}
