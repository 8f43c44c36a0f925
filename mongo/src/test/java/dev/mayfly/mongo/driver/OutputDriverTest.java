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
}
