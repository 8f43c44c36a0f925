package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import java.util.Arrays;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pipelines that write into a collection. */
class OutputDriverTest extends CollectionTest {
  @BeforeEach
  void someDocuments() {
    collection.insertMany(InsertDriverTest.documents(0, 1200));
  }

  private void aggregate(String... stages) {
    List<Document> pipeline = Arrays.stream(stages).map(CollectionTest::json).toList();
    collection.aggregate(pipeline).toCollection();
  }

  @Test
  void outReplacesACollection() {
    database.getCollection("target").insertOne(json("{'_id': 'old'}"));
    database.getCollection("target").createIndex(json("{'name': 1}"));

    aggregate("{'$match': {'_id': {'$gte': 100}}}", "{'$out': 'target'}");

    assertThat(database.getCollection("target").countDocuments()).isEqualTo(1100);
    assertThat(database.getCollection("target").listIndexes()).hasSize(2);
    assertThat(database.listCollectionNames()).containsExactlyInAnyOrder("c", "target");
  }

  @Test
  void aFailedOutLeavesEverythingAsItWas() {
    database.getCollection("target").insertOne(json("{'_id': 'old'}"));

    refused(11000, () -> aggregate("{'$project': {'_id': {'$literal': 1}}}", "{'$out': 'target'}"));

    assertThat(database.getCollection("target").find()).containsExactly(json("{'_id': 'old'}"));
    assertThat(database.listCollectionNames()).containsExactlyInAnyOrder("c", "target");
  }

  @Test
  void mergeUpdatesAndInserts() {
    database.getCollection("target").insertOne(json("{'_id': 3, 'kept': true}"));

    aggregate("{'$match': {'_id': {'$lt': 5}}}", "{'$merge': {'into': 'target'}}");

    assertThat(database.getCollection("target").countDocuments()).isEqualTo(5);
    assertThat(database.getCollection("target").find(json("{'_id': 3}")).first())
        .isEqualTo(json("{'_id': 3, 'kept': true, 'name': 'n3'}"));
  }

  @Test
  void mergeByOtherFieldsNeedsNoId() {
    MongoCollection<Document> target = database.getCollection("target");
    target.createIndex(json("{'name': 1}"), new IndexOptions().unique(true));
    target.insertOne(json("{'_id': 'kept', 'name': 'n3'}"));

    for (String mode : List.of("merge", "replace", "keepExisting")) {
      aggregate(
          "{'$match': {'_id': {'$in': [3, 4]}}}",
          "{'$project': {'_id': 0, 'name': 1, 'new': mode}}".replace("mode", "'" + mode + "'"),
          "{'$merge': {'into': 'target', 'on': 'name', 'whenMatched': '" + mode + "'}}");
    }

    assertThat(target.find(json("{'name': 'n3'}")).first())
        .isEqualTo(json("{'_id': 'kept', 'name': 'n3', 'new': 'replace'}"));
    assertThat(target.find(json("{'name': 'n4'}")).first().get("_id")).isInstanceOf(ObjectId.class);
  }

  @Test
  void mergeOptionsAreChecked() {
    refused(
        51273, () -> aggregate("{'$merge': {'into': 't', 'let': {'new': 1}, 'whenMatched': []}}"));
    refused(51199, () -> aggregate("{'$merge': {'into': 't', 'let': {'a': 1}}}"));
    refused(14, () -> aggregate("{'$merge': {'into': 't', 'let': 1, 'whenMatched': []}}"));
    refused(51191, () -> aggregate("{'$merge': {'into': 't', 'whenMatched': 1}}"));
    refused(2, () -> aggregate("{'$merge': {'into': 't', 'whenMatched': 'other'}}"));
    refused(14, () -> aggregate("{'$merge': {'into': 't', 'whenMatched': [1]}}"));
    refused(14, () -> aggregate("{'$merge': {'into': 't', 'whenNotMatched': 1}}"));
    refused(51190, () -> aggregate("{'$merge': {'into': 't', 'on': 'name'}}"));
  }

  @Test
  void mergeNamesTheDocumentThatIsThere() {
    database.getCollection("t").insertOne(json("{'_id': 7}"));
    refused(11000, () -> aggregate("{'$merge': {'into': 't', 'whenMatched': 'fail'}}"))
        .hasMessageContaining("caused by :: E11000 duplicate key error collection: ")
        .hasMessageContaining("index: _id_ dup key: { _id: 7 }")
        .hasMessageContaining("\"keyPattern\": {\"_id\": 1}, \"keyValue\": {\"_id\": 7}");
  }

  @Test
  void mergeByFieldsThatMayBeMissing() {
    MongoCollection<Document> target = database.getCollection("t");
    IndexOptions unique = new IndexOptions().unique(true);
    target.createIndex(json("{'k': 1}"), unique);
    target.insertOne(json("{'_id': 'x', 'k': null}"));
    String project = "{'$project': {'_id': 0, 'n': '$_id'}}";
    aggregate("{'$match': {'_id': 5}}", project, "{'$merge': {'into': 't', 'on': 'k'}}");
    assertThat(target.find()).containsExactly(json("{'_id': 'x', 'k': null, 'n': 5}"));

    target.createIndex(json("{'s': 1}"), unique.sparse(true));
    refused(51132, () -> aggregate(project, "{'$merge': {'into': 't', 'on': 's'}}"));
    refused(51185, () -> aggregate("{'$set': {'k': [1]}}", "{'$merge': {'into': 't', 'on': 'k'}}"));
  }
}
