package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FindAndModifyDriverTest extends CollectionTest {
  @BeforeEach
  void threeDocuments() {
    insert("{'_id': 1, 'n': 1}", "{'_id': 2, 'n': 2}", "{'_id': 3, 'n': 3}");
  }

  @Test
  void theDocumentBeforeOrAfterComesBack() {
    assertThat(collection.findOneAndUpdate(Filters.eq(1), Updates.inc("n", 10)))
        .isEqualTo(json("{'_id': 1, 'n': 1}"));
    assertThat(
            collection.findOneAndUpdate(
                Filters.eq(1),
                Updates.inc("n", 10),
                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)))
        .isEqualTo(json("{'_id': 1, 'n': 21}"));
  }

  @Test
  void theSortSaysWhichAndTheProjectionWhatIsShown() {
    assertThat(
            collection.findOneAndUpdate(
                new Document(),
                Updates.set("x", 1),
                new FindOneAndUpdateOptions()
                    .sort(Sorts.descending("n"))
                    .projection(Projections.include("_id"))))
        .isEqualTo(json("{'_id': 3}"));
    assertThat(
            collection.findOneAndDelete(
                new Document(), new FindOneAndDeleteOptions().sort(Sorts.descending("n"))))
        .isEqualTo(json("{'_id': 3, 'n': 3, 'x': 1}"));
    assertThat(ids()).containsExactly(1, 2);
  }

  @Test
  void aReplacementCanBeAnUpsert() {
    assertThat(
            collection.findOneAndReplace(
                Filters.eq(9),
                new Document("z", 1),
                new FindOneAndReplaceOptions().upsert(true).returnDocument(ReturnDocument.AFTER)))
        .isEqualTo(json("{'_id': 9, 'z': 1}"));
  }

  @Test
  void theReplyHasTheOutcome() {
    BsonDocument made =
        runRaw("{findAndModify: 'c', query: {_id: 7}, update: {$set: {a: 1}}, upsert: true}");
    assertThat(made.getDocument("lastErrorObject"))
        .isEqualTo(BsonDocument.parse("{n: 1, updatedExisting: false, upserted: 7}"));
    assertThat(made.isNull("value")).isTrue();

    BsonDocument nothing = runRaw("{findAndModify: 'c', query: {_id: 70}, remove: true}");
    assertThat(nothing.getDocument("lastErrorObject")).isEqualTo(BsonDocument.parse("{n: 0}"));
    assertThat(nothing.isNull("value")).isTrue();
  }

  @Test
  void aDuplicateFailsTheCommand() {
    refused(
        11000,
        () ->
            run(
                "{'findAndModify': 'c', 'query': {'_id': 1, 'n': 5}, 'update': {'$set': {'a': 1}},"
                    + " 'upsert': true}"));
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    refused(9, () -> run("{'findAndModify': 'c', 'remove': true, 'update': {}}"))
        .hasMessageContaining("Cannot specify both an update and remove=true");
    refused(9, () -> run("{'findAndModify': 'c'}"))
        .hasMessageContaining("Either an update or remove=true must be specified");
    refused(9, () -> run("{'findAndModify': 'c', 'remove': true, 'new': true}"));
    refused(9, () -> run("{'findAndModify': 'c', 'remove': true, 'upsert': true}"));
  }

  @Test
  void errorsOfTheExecutionSaySo() {
    collection.drop();
    insert("{'_id': 1, 'u': 1.0}", "{'_id': 2, 'u': 2}");
    collection.createIndex(json("{'u': 1}"), new IndexOptions().unique(true));
    refused(
            11000,
            () -> collection.findOneAndUpdate(json("{'_id': 2}"), json("{'$set': {'u': 1}}")))
        .hasMessageContaining("Plan executor error during findAndModify :: caused by :: E11000")
        .hasMessageContaining("\"keyPattern\": {\"u\": 1}, \"keyValue\": {\"u\": 1}");
    refused(9, () -> collection.findOneAndUpdate(json("{'_id': 2}"), json("{'$x': {'u': 1}}")))
        .hasMessageNotContaining("Plan executor");
  }
}
