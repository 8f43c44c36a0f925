package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.model.IndexOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBinary;
import org.bson.Document;
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
    for (Object value : List.of(1.5, binary, new Document("x", 2.5), "text")) {
      database.getCollection("c").insertOne(new Document("a", value));
    }
    String uuid = "UUID(\"" + id + "\")";
    duplicate(1.5, "{ a: 1.5 }");
    duplicate(binary, "{ a: " + uuid + " }");
    duplicate(new Document("x", 2.5), "{ a: { x: 2.5 } }");
    duplicate("text", "{ a: \"text\" }");
  }

  private void duplicate(Object value, String text) {
    refused(11000, () -> collection.insertOne(new Document("a", value)))
        .hasMessageContaining("index: a_1 dup key: " + text);
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
