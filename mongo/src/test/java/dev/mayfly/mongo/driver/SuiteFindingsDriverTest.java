package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.model.IndexOptions;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBinary;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What public test suites found, where no test of a feature shows it. */
class SuiteFindingsDriverTest extends CollectionTest {
  @Test
  void boundsOnAnIndexOverArraysFindAllDocuments() {
    collection.createIndex(json("{'a': 1}"));
    insert("{'_id': 1, 'a': [1, 9]}", "{'_id': 2, 'a': [4]}", "{'_id': 3, 'a': 5}", "{'_id': 4}");
    assertThat(run("{'find': 'c', 'hint': 'a_1', 'min': {'a': 4}, 'max': {'a': 10}}").toJson())
        .contains("\"_id\": 1", "\"_id\": 2", "\"_id\": 3")
        .doesNotContain("\"_id\": 4");
    assertThat(run("{'find': 'c', 'hint': 'a_1', 'max': {'a': 2}}").toJson())
        .contains("\"_id\": 1", "\"_id\": 4")
        .doesNotContain("\"_id\": 2", "\"_id\": 3");
  }

  @ParameterizedTest
  @CsvSource({"2020-07, 2020-07-01T00:00:00Z", "2020-07-04, 2020-07-04T00:00:00Z"})
  void aDateMayLackItsEnd(String text, String date) {
    insert("{'_id': 1}");
    Document shown =
        collection
            .aggregate(List.of(json("{'$project': {'d': {'$toDate': '" + text + "'}}}")))
            .first();
    assertThat(shown.getDate("d").toInstant()).hasToString(date);
  }

  @Test
  void namesOfIndexesHaveNoZeros() {
    insert("{'_id': 1}");
    refused(67, () -> collection.createIndex(json("{'a': 1}"), new IndexOptions().name("a\0b")));
    assertThat(collection.listIndexes()).hasSize(1);
  }

  @Test
  void duplicateKeysArePrintedAsMongoDbPrintsThem() {
    collection.createIndex(json("{'a': 1}"), new IndexOptions().unique(true));
    UUID id = new UUID(1, 2);
    BsonBinary binary = new BsonBinary(id);
    ObjectId objectId = new ObjectId("0123456789abcdef01234567");
    Document nested = new Document("x", List.of(3.0, new Document("y", 4L)));
    BsonBinary bytes = new BsonBinary(new byte[] {1, (byte) 0xAB});
    String longText = "long ".repeat(300);
    List<Object> values = new ArrayList<>();
    values.addAll(List.of(1.5, 7.0, 8L, binary, new Document("x", 2.5), nested, "text", longText));
    values.addAll(List.of(new Date(1234), bytes, objectId, true, Decimal128.parse("9.0")));
    for (Object value : values) {
      database.getCollection("c").insertOne(new Document("a", value));
    }
    String uuid = "UUID(\"" + id + "\")";
    duplicate(1.5, "{ a: 1.5 }");
    duplicate(binary, "{ a: " + uuid + " }");
    duplicate(new Document("x", 2.5), "{ a: { x: 2.5 } }");
    duplicate("text", "{ a: \"text\" }");
    duplicate(longText, "{ a: \"" + longText + "\" }");
    // As the document that is refused has it, not as the other one.
    duplicate(7.0, "{ a: 7.0 }");
    duplicate(7, "{ a: 7 }");
    duplicate(8.0, "{ a: 8.0 }");
    duplicate(Decimal128.parse("8.0"), "{ a: 8.0 }");
    duplicate(9L, "{ a: 9 }");
    duplicate(nested, "{ a: { x: [ 3.0, { y: 4 } ] } }");
    duplicate(new Date(1234), "{ a: new Date(1234) }");
    duplicate(bytes, "{ a: BinData(0, 01AB) }");
    duplicate(objectId, "{ a: ObjectId('0123456789abcdef01234567') }");
    duplicate(true, "{ a: true }");
    duplicate(List.of(100, 7.0), "{ a: 7.0 }");
  }

  @Test
  void theValuesOfDuplicateKeysHaveTheirTypes() {
    insert("{'_id': 1, 'a': 5, 'b': [{'c': 2}]}");
    collection.createIndex(json("{'a': -1, 'b.c': 1}"), new IndexOptions().unique(true));
    Document reply = run("{'insert': 'c', 'documents': [{'_id': 2, 'a': 5.0, 'b': {'c': 2.0}}]}");
    Document error = reply.getList("writeErrors", Document.class).get(0);
    assertThat(error.getString("errmsg")).endsWith("dup key: { a: 5.0, b.c: 2.0 }");
    assertThat(error.get("keyPattern")).isEqualTo(json("{'a': -1, 'b.c': 1}"));
    assertThat(error.get("keyValue")).isEqualTo(json("{'a': 5.0, 'b.c': 2.0}"));
  }

  private void duplicate(Object value, String text) {
    refused(11000, () -> collection.insertOne(new Document("a", value)))
        .hasMessageContaining("index: a_1 dup key: " + text);
  }

  private List<Document> aggregate(String... stages) {
    List<Document> parsed = new ArrayList<>();
    for (String stage : stages) {
      parsed.add(json(stage));
    }
    return collection.aggregate(parsed).into(new ArrayList<>());
  }

  @Test
  void theRangeOfTheCurrentDocumentHasNoTies() {
    insert("{'_id': 1, 'n': 1}", "{'_id': 2, 'n': 1}", "{'_id': 3, 'n': 5}");
    assertThat(
            aggregate(
                "{'$setWindowFields': {'sortBy': {'n': 1}, 'output': {'s': {'$sum': '$n',"
                    + " 'window': {'range': ['current', 'current']}}}}}"))
        .extracting(each -> each.get("s"))
        .containsExactlyInAnyOrder(1, 1, 5);
  }

  @Test
  void aJoinIsNotLostWithDocumentsOfAPipeline() {
    insert("{'_id': 1, 'n': 1}");
    List<Document> joined =
        aggregate(
            "{'$lookup': {'localField': 'n', 'foreignField': 'k', 'as': 'x', 'pipeline':"
                + " [{'$documents': [{'k': 1}, {'k': 2}]}]}}");
    assertThat(joined.get(0).getList("x", Document.class)).containsExactly(json("{'k': 1}"));
  }

  @Test
  void aRefusedInsertMakesNoCollection() {
    refused(53, () -> database.getCollection("none").insertOne(new Document("_id", List.of(1))));
    assertThat(database.listCollectionNames()).doesNotContain("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'$addFields': {'a': {}}}                  | {'_id': 1, 'n': 1, 'd': {'x': 1}, 'a': {}}
          {'$set': {'d.y': {}}}                      | {'_id': 1, 'n': 1, 'd': {'x': 1, 'y': {}}}
          {'$project': {'_id': 1, 'r': '$d.$ref'}}   | {'_id': 1}
          """)
  void whatMongoDbAcceptsInStagesIsAccepted(String stage, String result) {
    insert("{'_id': 1, 'n': 1, 'd': {'x': 1}}");
    assertThat(aggregate(stage)).containsExactly(json(result));
    assertThat(aggregate("{'$sample': {'size': 0}}")).isEmpty();
  }

  @Test
  void partsOfReferencesAreSet() {
    insert("{'_id': 1, 'a': {'$ref': 'c', '$id': 1}}");
    run("{'update': 'c', 'updates': [{'q': {'_id': 1}, 'u': {'$set': {'a.$id': 7}}}]}");
    assertThat(runRaw("{'find': 'c'}").toJson()).contains("\"$id\": 7");
  }

  @Test
  void cursorsAreKilledFromAnotherDatabaseByTheirNamespace() {
    insert("{'_id': 1}", "{'_id': 2}", "{'_id': 3}");
    long cursor = run("{'find': 'c', 'batchSize': 1}").get("cursor", Document.class).getLong("id");
    Document killed =
        SERVER
            .client()
            .getDatabase("other")
            .runCommand(new Document("killCursors", "any").append("cursors", List.of(cursor)));
    assertThat(killed.getList("cursorsKilled", Long.class)).containsExactly(cursor);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'insert': 'system.views', 'documents': [{'_id': 'x'}]}
          {'find': 'c', 'sort': {'$natural': 1, 'a': 1}}
          {'find': 'c', 'hint': {'$natural': 1, 'a': 1}}
          {'aggregate': 'c', 'cursor': {}, 'pipeline': [{'$merge': {'into': 'd', 'let': 5}}]}
          {'createIndexes': 'c', 'indexes': [{'key': {'list': 'hashed'}, 'name': 'h'}]}
          """)
  void whatMongoDbRefusesIsRefused(String command) {
    insert("{'_id': 1, 'a': 5, 'list': [1, 2]}");
    assertThatThrownBy(() -> refuseWriteErrors(run(command))).isInstanceOf(MongoException.class);
    assertThatThrownBy(() -> aggregate("{'$merge': {'into': 'd', 'whenMatched': 'x'}}"))
        .isInstanceOf(MongoException.class);
  }

  private static void refuseWriteErrors(Document reply) {
    if (reply.containsKey("writeErrors")) {
      throw new MongoException(reply.toJson());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"{'$pop': {'a.b': 1}}", "{'$rename': {'a.b': 'c'}}"})
  void pathsThroughScalarsAreRefused(String update) {
    insert("{'_id': 1, 'a': 5}");
    Document reply = run("{'update': 'c', 'updates': [{'q': {'_id': 1}, 'u': " + update + "}]}");
    assertThat(reply.getInteger("nModified")).isZero();
    assertThat(collection.find().first()).isEqualTo(json("{'_id': 1, 'a': 5}"));
  }

  @Test
  void viewsAreNotNestedDeeperThanInMongoDb() {
    insert("{'_id': 1}");
    String on = "c";
    for (int i = 0; i < 20; i++) {
      database.createView("v" + i, on, List.of());
      on = "v" + i;
    }
    String last = on;
    refused(165, () -> database.createView("deeper", last, List.of()));
    assertThat(database.getCollection("v18").find()).hasSize(1);
  }

  @Test
  void aUniqueIndexOverDuplicatesIsAlwaysRefusedForThem() {
    insert("{'_id': 1, 'a': 1}", "{'_id': 2, 'a': 1}");
    for (int round = 0; round < 20; round++) {
      List<CompletableFuture<Integer>> builds = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        builds.add(CompletableFuture.supplyAsync(this::codeOfUniqueIndex));
      }
      for (CompletableFuture<Integer> each : builds) {
        assertThat(each.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(11000);
      }
      assertThat(collection.listIndexes()).hasSize(1);
    }
  }

  private int codeOfUniqueIndex() {
    try {
      collection.createIndex(json("{'a': 1}"), new IndexOptions().unique(true));
      return 0;
    } catch (MongoException e) {
      return e.getCode();
    }
  }
}
