package dev.mayfly.mongo.driver;

import static com.mongodb.client.model.Aggregates.vectorSearch;
import static com.mongodb.client.model.search.SearchPath.fieldPath;
import static com.mongodb.client.model.search.VectorSearchOptions.approximateVectorSearchOptions;
import static com.mongodb.client.model.search.VectorSearchOptions.exactVectorSearchOptions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.SearchIndexModel;
import com.mongodb.client.model.SearchIndexType;
import com.mongodb.client.model.search.VectorSearchOptions;
import dev.mayfly.testkit.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.BinaryVector;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Search indexes by the helpers of the driver, and what {@code $vectorSearch} finds by them. */
class VectorSearchDriverTest extends TtlTest {
  private static final Document SCORE =
      json("{'$project': {'score': {'$meta': 'vectorSearchScore'}}}");

  static Document definition(String similarity, int dimensions) {
    return json(
        "{'fields': [{'type': 'vector', 'path': 'v', 'numDimensions': %d, 'similarity': '%s'},"
                .formatted(dimensions, similarity)
            + " {'type': 'filter', 'path': 'n'}, {'type': 'filter', 'path': 'tags'}]}");
  }

  private void index(String similarity) {
    database.createCollection("c");
    collection.createSearchIndexes(
        List.of(
            new SearchIndexModel("i", definition(similarity, 2), SearchIndexType.vectorSearch())));
  }

  private List<Document> search(double x, double y, int limit, VectorSearchOptions options) {
    return collection
        .aggregate(List.of(vectorSearch(fieldPath("v"), List.of(x, y), "i", limit, options), SCORE))
        .into(new ArrayList<>());
  }

  private List<Object> found(Document... stages) {
    List<Object> ids = new ArrayList<>();
    collection.aggregate(List.of(stages)).forEach(each -> ids.add(each.get("_id")));
    return ids;
  }

  private static Document stage(String more) {
    return json(
        "{'$vectorSearch': {'index': 'i', 'path': 'v', 'queryVector': [1, 0], 'limit': 10"
            + more
            + "}}");
  }

  @Test
  void indexesAreMadeListedChangedAndDropped() {
    database.createCollection("c");
    List<String> names =
        collection.createSearchIndexes(
            List.of(
                new SearchIndexModel("a", definition("cosine", 3), SearchIndexType.vectorSearch()),
                new SearchIndexModel(
                    "b", definition("euclidean", 3), SearchIndexType.vectorSearch())));
    assertThat(names).containsExactly("a", "b");
    Document shown = collection.listSearchIndexes().name("b").first();
    assertThat(shown)
        .containsEntry("name", "b")
        .containsEntry("type", "vectorSearch")
        .containsEntry("status", "READY")
        .containsEntry("queryable", true)
        .containsEntry("latestDefinition", definition("euclidean", 3));
    assertThat(shown.getString("id")).hasSize(24);
    assertThat(shown.get("latestDefinitionVersion", Document.class)).containsEntry("version", 0);

    // Once more the same is no error, another one of the name is.
    collection.createSearchIndexes(
        List.of(
            new SearchIndexModel("a", definition("cosine", 3), SearchIndexType.vectorSearch())));
    refused(
        68,
        () ->
            collection.createSearchIndexes(
                List.of(
                    new SearchIndexModel(
                        "a", definition("cosine", 4), SearchIndexType.vectorSearch()))));
    assertThat(collection.listSearchIndexes().into(new ArrayList<>())).hasSize(2);

    collection.updateSearchIndex("b", definition("dotProduct", 5));
    Document changed = collection.listSearchIndexes().name("b").first();
    assertThat(changed)
        .containsEntry("id", shown.getString("id"))
        .containsEntry("latestDefinition", definition("dotProduct", 5));
    assertThat(changed.get("latestDefinitionVersion", Document.class)).containsEntry("version", 1);
    refused(27, () -> collection.updateSearchIndex("none", definition("cosine", 3)));

    assertThat(run("{'listSearchIndexes': 'c', 'name': 'a'}").toString()).contains("latestDef");
    collection.dropSearchIndex("a");
    refused(27, () -> collection.dropSearchIndex("a"));
    assertThat(collection.listSearchIndexes().into(new ArrayList<>())).hasSize(1);
    collection.dropIndexes();
    assertThat(collection.listSearchIndexes().into(new ArrayList<>())).hasSize(1);
    collection.drop();
    database.createCollection("c");
    assertThat(collection.listSearchIndexes().into(new ArrayList<>())).isEmpty();
  }

  @Test
  void aCollectionThatIsNotThereHasNone() {
    // The driver's helper expects that error, and hides it.
    collection.dropSearchIndex("i");
    refused(26, () -> run("{'dropSearchIndex': 'c', 'name': 'i'}"));
    refused(
        26,
        () ->
            collection.createSearchIndexes(
                List.of(
                    new SearchIndexModel(
                        "i", definition("cosine", 3), SearchIndexType.vectorSearch()))));
    assertThat(collection.listSearchIndexes().into(new ArrayList<>())).isEmpty();
    assertThat(search(1, 0, 1, approximateVectorSearchOptions(1))).isEmpty();
    database.createCollection("c");
    database.createView("view", "c", List.of());
    refused(
        166,
        () ->
            database
                .getCollection("view")
                .createSearchIndexes(
                    List.of(
                        new SearchIndexModel(
                            "i", definition("cosine", 3), SearchIndexType.vectorSearch()))));
  }

  @ParameterizedTest
  @CsvSource({
    "cosine, 1 3 2, 1 0.8 0.5",
    "dotProduct, 3 1 2, 2.9 1.5 0.5",
    "euclidean, 1 2 3, 0.5 0.309 0.178"
  })
  void scoresAreTheDocumentedOnes(String similarity, String order, String scores) {
    index(similarity);
    insert(
        "{'_id': 1, 'v': [2, 0]}",
        "{'_id': 2, 'v': [0, 2]}",
        "{'_id': 3, 'v': [4.8, 2.6457513110645907]}",
        "{'_id': 4, 'v': [1, 2, 3]}",
        "{'_id': 5, 'v': 'x'}",
        "{'_id': 6}");
    if (similarity.equals("cosine")) {
      collection.updateOne(Filters.eq(3), json("{'$set': {'v': [3, 4]}}"));
    }
    List<Document> found = search(1, 0, 10, exactVectorSearchOptions());
    assertThat(found.stream().map(each -> each.get("_id").toString()).toList())
        .containsExactly(order.split(" "));
    String[] expected = scores.split(" ");
    for (int i = 0; i < expected.length; i++) {
      assertThat(found.get(i).getDouble("score"))
          .isCloseTo(Double.parseDouble(expected[i]), within(0.001));
    }
    assertThat(search(1, 0, 2, approximateVectorSearchOptions(5))).isEqualTo(found.subList(0, 2));
  }

  @Test
  void filtersSelect() {
    index("cosine");
    for (int i = 0; i < 20; i++) {
      insert(
          "{'_id': %d, 'v': [1, 0.%02d], 'n': %d, 'tags': ['t%d', 'x']}"
              .formatted(i, i, i % 5, i % 3));
    }
    Bson filter =
        Filters.and(
            Filters.in("tags", "t1", "t9"), Filters.or(Filters.lt("n", 2), Filters.eq("n", 4)));
    List<Document> found = search(1, 0, 3, approximateVectorSearchOptions(10).filter(filter));
    assertThat(found).extracting(each -> each.get("_id")).containsExactly(1, 4, 10);
    assertThat(search(1, 0, 2, exactVectorSearchOptions().filter(Filters.not(Filters.exists("n")))))
        .isEmpty();
    assertThat(search(1, 0, 2, exactVectorSearchOptions().filter(Filters.ne("n", 0))))
        .extracting(each -> each.get("_id"))
        .containsExactly(1, 2);
  }

  @Test
  void binaryVectorsAreVectors() {
    index("cosine");
    collection.insertMany(
        List.of(
            new Document("_id", 1).append("v", BinaryVector.floatVector(new float[] {1, 0.5f})),
            new Document("_id", 2).append("v", BinaryVector.int8Vector(new byte[] {-7, 7})),
            new Document("_id", 3).append("v", List.of(2L, 0)),
            new Document("_id", 4)
                .append("v", BinaryVector.packedBitVector(new byte[] {1, 2}, (byte) 0))));
    Bson search =
        vectorSearch(
            fieldPath("v"),
            BinaryVector.int8Vector(new byte[] {9, 0}),
            "i",
            5,
            exactVectorSearchOptions());
    List<Document> found = collection.aggregate(List.of(search, SCORE)).into(new ArrayList<>());
    assertThat(found).extracting(each -> each.get("_id")).containsExactly(3, 1, 2);
    assertThat(found.get(2).getDouble("score")).isCloseTo((1 - Math.sqrt(0.5)) / 2, within(1e-9));
  }

  @Test
  void scoresPassThroughPipelines() {
    index("euclidean");
    insert(
        "{'_id': 1, 'v': [1, 0], 'n': 3}",
        "{'_id': 2, 'v': [2, 0], 'n': 1}",
        "{'_id': 3, 'v': [4, 0], 'n': 2}");
    Document search = stage(", 'exact': true");
    Document set = json("{'$set': {'s': {'$meta': 'vectorSearchScore'}}}");
    List<Document> sorted =
        collection
            .aggregate(List.of(search, json("{'$sort': {'n': 1}}"), set))
            .into(new ArrayList<>());
    assertThat(sorted).extracting(each -> each.get("_id")).containsExactly(2, 3, 1);
    assertThat(sorted).extracting(each -> each.getDouble("s")).containsExactly(0.5, 0.25, 1.0);
    List<Document> changed =
        collection
            .aggregate(
                List.of(
                    search,
                    json("{'$match': {'n': {'$lt': 3}}}"),
                    json("{'$project': {'n': 1}}"),
                    json("{'$unwind': '$n'}"),
                    set))
            .into(new ArrayList<>());
    assertThat(changed).extracting(each -> each.getDouble("s")).containsExactly(0.5, 0.25);
    assertThat(
            found(
                search,
                json("{'$sort': {'x': {'$meta': 'vectorSearchScore'}}}"),
                json("{'$skip': 1}")))
        .containsExactly(2, 3);
    assertThat(found(search, json("{'$group': {'_id': null, 'c': {'$sum': 1}}}"))).hasSize(1);
    refused(40218, () -> found(json("{'$match': {}}"), set));
    refused(
        40218,
        () -> found(search, json("{'$project': {'n': 1}}"), json("{'$sort': {'n': 1}}"), set));
    refused(40218, () -> found(search, json("{'$group': {'_id': '$n'}}"), set));
  }

  @Test
  void subPipelinesSearchOtherCollections() {
    index("cosine");
    insert("{'_id': 1, 'v': [1, 0]}", "{'_id': 2, 'v': [0, 1]}");
    var other = database.getCollection("other");
    other.insertOne(json("{'_id': 7}"));
    String nearest =
        "[{'$vectorSearch': {'index': 'i', 'path': 'v', 'queryVector': [0, 1], 'limit': 1,"
            + " 'numCandidates': 5}}, {'$set': {'s': {'$meta': 'vectorSearchScore'}}}]";
    List<Document> union =
        other
            .aggregate(List.of(json("{'$unionWith': {'coll': 'c', 'pipeline': " + nearest + "}}")))
            .into(new ArrayList<>());
    assertThat(union).extracting(each -> each.get("_id")).containsExactly(7, 2);
    assertThat(union.get(1)).containsEntry("s", 1.0);
    Document joined =
        other
            .aggregate(
                List.of(
                    json("{'$lookup': {'from': 'c', 'as': 'near', 'pipeline': " + nearest + "}}")))
            .first();
    assertThat(joined.getList("near", Document.class))
        .singleElement()
        .satisfies(each -> assertThat(each).containsEntry("_id", 2));
    database.createView("same", "c", List.of());
    assertThat(database.getCollection("same").aggregate(List.of(stage(", 'exact': true"))).first())
        .containsEntry("_id", 1);
  }

  @Test
  void explainShowsTheStage() {
    index("cosine");
    insert("{'_id': 1, 'v': [1, 0]}", "{'_id': 2, 'v': [0, 1]}");
    Document plan =
        database.runCommand(
            new Document(
                    "explain",
                    new Document("aggregate", "c")
                        .append("pipeline", List.of(stage(", 'exact': true"), SCORE))
                        .append("cursor", new Document()))
                .append("verbosity", "executionStats"));
    List<Document> stages = plan.getList("stages", Document.class);
    assertThat(stages.get(0)).containsKey("$vectorSearch").containsEntry("nReturned", 2);
    assertThat(stages.get(1)).containsEntry("nReturned", 2);
  }

  @Test
  @Rule({"B2", "B4"})
  void aDocumentIsNotFoundFromTheSecondOfItsDeath() {
    SERVER.engine().background().pause();
    try {
      index("cosine");
      ttl(100);
      insert(
          "{'_id': 1, 'v': [1, 0], 'ttl': 10}",
          "{'_id': 2, 'v': [1, 1]}",
          "{'_id': 3, 'v': [1, 2], 'ttl': 10}",
          "{'_id': 4, 'v': [1, 3]}");
      clock().advance(9);
      assertThat(found(stage(", 'exact': true"))).containsExactly(1, 2, 3, 4);
      try (MongoCursor<Document> cursor =
          collection.aggregate(List.of(stage(", 'numCandidates': 20"))).batchSize(1).iterator()) {
        assertThat(cursor.next()).containsEntry("_id", 1);
        assertThat(cursor.next()).containsEntry("_id", 2);
        clock().advance(1);
        assertThat(cursor.next()).containsEntry("_id", 4);
        assertThat(cursor.hasNext()).isFalse();
      }
      assertThat(found(stage(", 'numCandidates': 20"))).containsExactly(2, 4);
      insert("{'_id': 1, 'v': [1, 9]}");
      assertThat(found(stage(", 'exact': true"))).containsExactly(2, 4, 1);
    } finally {
      SERVER.engine().background().resume();
    }
  }

  @Test
  void definitionsSurviveARestart(@TempDir Path directory) {
    Document shown;
    try (DriverServer server = DriverServer.on(directory, options -> options)) {
      var made = server.client().getDatabase("d").getCollection("c");
      made.insertOne(json("{'_id': 1, 'v': [0.5, 1]}"));
      made.createSearchIndexes(
          List.of(
              new SearchIndexModel("i", definition("cosine", 2), SearchIndexType.vectorSearch())));
      shown = made.listSearchIndexes().first();
    }
    try (DriverServer server = DriverServer.on(directory, options -> options)) {
      var again = server.client().getDatabase("d").getCollection("c");
      assertThat(again.listSearchIndexes().first()).isEqualTo(shown);
      assertThat(again.aggregate(List.of(stage(", 'exact': true"))).first())
          .containsEntry("_id", 1);
    }
  }

  @Test
  void rolesDecide() {
    try (DriverServer server =
        DriverServer.inMemory(options -> options.withRootUser("boss", "pw"))) {
      try (var root =
          server.client("mongodb://boss:pw@localhost:" + server.port() + "/?authSource=admin")) {
        root.getDatabase("d").createCollection("c");
        root.getDatabase("d")
            .runCommand(json("{'createUser': 'ann', 'pwd': 'pw', 'roles': ['read']}"));
      }
      try (var reading =
          server.client("mongodb://ann:pw@localhost:" + server.port() + "/?authSource=d")) {
        var read = reading.getDatabase("d").getCollection("c");
        assertThat(read.listSearchIndexes().first()).isNull();
        assertThat(read.aggregate(List.of(stage(", 'exact': true"))).first()).isNull();
        refused(
            13,
            () ->
                read.createSearchIndexes(
                    List.of(
                        new SearchIndexModel(
                            "i", definition("cosine", 2), SearchIndexType.vectorSearch()))));
        refused(13, () -> read.dropSearchIndex("i"));
        var foreign = reading.getDatabase("e").getCollection("c");
        refused(13, () -> foreign.aggregate(List.of(stage(", 'exact': true"))).first());
        refused(13, () -> foreign.listSearchIndexes().first());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 2",
        "{'fields': 1} | 2",
        "{'fields': []} | 2",
        "{'fields': [1]} | 2",
        "{'fields': [{'type': 'filter', 'path': 'n'}]} | 2",
        "{'fields': [{'type': 'text', 'path': 'n'}]} | 2",
        "{'fields': [{'type': 'vector', 'path': 'v', 'similarity': 'cosine'}]} | 2",
        "{'fields': [{'type': 'vector', 'path': 'v', 'numDimensions': 3}]} | 2",
        "{'fields': [{'type': 'vector', 'path': 'v',"
            + " 'numDimensions': 4097, 'similarity': 'cosine'}]} | 2",
        "{'fields': [{'type': 'vector', 'path': 'v',"
            + " 'numDimensions': 2.5, 'similarity': 'cosine'}]} | 2",
        "{'fields': [{'type': 'vector', 'path': 'v',"
            + " 'numDimensions': 3, 'similarity': 'near'}]} | 2",
        "{'fields': [{'type': 'vector', 'path': 'v..w',"
            + " 'numDimensions': 3, 'similarity': 'cosine'}]} | 2",
        "{'fields': [{'type': 'vector', 'path': 'v',"
            + " 'numDimensions': 3, 'similarity': 'cosine', 'a': 1}]} | 2",
        "{'fields': [{'type': 'vector', 'path': 'v',"
            + " 'numDimensions': 3, 'similarity': 'cosine', 'quantization': 'some'}]} | 2",
        "{'fields': [{'type': 'vector', 'path': 'v',"
            + " 'numDimensions': 3, 'similarity': 'cosine'}, {'type': 'filter', 'path': 'v'}]} | 2",
        "{'mappings': {'dynamic': true}} | 2"
      })
  void definitionsAreChecked(String definition, int code) {
    database.createCollection("c");
    refused(
        code,
        () ->
            collection.createSearchIndexes(
                List.of(
                    new SearchIndexModel("i", json(definition), SearchIndexType.vectorSearch()))));
    assertThat(collection.listSearchIndexes().first()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'exact': true, 'numCandidates': 20} | 2",
        "{'a': 1} | 40415",
        "{'limit': 0, 'exact': true} | 2",
        "{'limit': 'x', 'exact': true} | 14",
        "{'numCandidates': 9} | 2",
        "{'numCandidates': 10001} | 2",
        "{'queryVector': [], 'exact': true} | 2",
        "{'queryVector': [1, 'x'], 'exact': true} | 2",
        "{'queryVector': {'a': 1}, 'exact': true} | 14",
        "{'queryVector': [0, 0], 'exact': true} | 8",
        "{'queryVector': [1, 2, 3], 'exact': true} | 8",
        "{'path': 'w', 'exact': true} | 8",
        "{'exact': true, 'filter': {'other': 1}} | 8",
        "{'exact': true, 'filter': 1} | 14",
        "{'exact': true, 'filter': {'n': {'$regex': 'x'}}} | 7828300",
        "{'exact': true, 'filter': {'$expr': true}} | 7828300",
        "{'exact': true, 'filter': {'n': {'$elemMatch': {'$gt': 1}}}} | 7828300",
        "{'exact': true, 'filter': {'n': {'a': 1}}} | 7828301",
        "{'exact': true, 'filter': {'n': null}} | 7828301",
        "{'exact': true, 'filter': {'n': {'$in': [null]}}} | 7828302"
      })
  void searchesAreChecked(String options, int code) {
    index("cosine");
    insert("{'_id': 1, 'v': [1, 0]}");
    Document spec = stage("").get("$vectorSearch", Document.class);
    spec.putAll(json(options));
    refused(code, () -> found(new Document("$vectorSearch", spec)));
  }

  @Test
  void itStandsFirstAndOutsideOfTransactionsAndViews() {
    index("cosine");
    refused(40414, () -> found(stage("")));
    Document exact = stage(", 'exact': true");
    assertThat(
            found(
                json(
                    "{'$vectorSearch': {'index': 'none', 'path': 'v', 'queryVector': [1],"
                        + " 'limit': 1, 'exact': true}}")))
        .isEmpty();
    refused(40602, () -> found(json("{'$match': {}}"), exact));
    refused(40600, () -> found(new Document("$facet", new Document("a", List.of(exact)))));
    refused(167, () -> database.createView("view", "c", List.of(exact)));
    try (ClientSession session = SERVER.client().startSession()) {
      session.startTransaction();
      refused(263, () -> collection.aggregate(session, List.of(exact)).first());
    }
    refused(
        72,
        () ->
            run(
                "{'aggregate': 'c', 'cursor': {}, 'pipeline': [{'$listSearchIndexes':"
                    + " {'name': 'a', 'id': 'b'}}]}"));
  }
}
