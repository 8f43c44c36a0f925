package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.model.InsertManyOptions;
import dev.mayfly.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InsertDriverTest extends CollectionTest {
  @Test
  void aDocumentIsFoundAsItWasInserted() {
    Document document =
        json("{'_id': 7, 'list': [1, 2.5, null], 'inner': {'a': {'$numberLong': '9'}}}");

    collection.insertOne(document);

    assertThat(collection.find(new Document("_id", 7)).first()).isEqualTo(document);
  }

  @Test
  void anIdIsMadeWhenThereIsNone() {
    BsonDocument reply = runRaw("{insert: 'c', documents: [{a: 1}]}");

    assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
    Document found = collection.find().first();
    assertThat(found.keySet()).containsExactly("_id", "a");
    assertThat(found.get("_id")).isInstanceOf(ObjectId.class);
  }

  @Test
  void theIdIsPutFirst() {
    runRaw("{insert: 'c', documents: [{a: 1, _id: 5, b: 2}]}");

    assertThat(collection.find().first().keySet()).containsExactly("_id", "a", "b");
  }

  @Test
  void anEmptyTimestampAtTheRootBecomesTheTimeOfTheWrite() {
    BsonTimestamp empty = new BsonTimestamp();
    Document inner = new Document("t", empty).append("list", List.of(empty));
    collection.insertOne(new Document("_id", 1).append("t", empty).append("inner", inner));
    collection.insertOne(new Document("a", 1).append("t", empty).append("u", empty));
    collection.insertOne(new Document("_id", empty));

    Document first = collection.find(new Document("_id", 1)).first();
    assertThat(first.get("t", BsonTimestamp.class).getTime()).isNotZero();
    assertThat(first.get("t", BsonTimestamp.class).getInc()).isPositive();
    assertThat(first.get("inner")).isEqualTo(inner);
    Document second = collection.find(new Document("a", 1)).first();
    assertThat(second.get("t")).isNotEqualTo(empty);
    assertThat(second.get("u")).isNotEqualTo(empty).isNotEqualTo(second.get("t"));
    assertThat(collection.countDocuments(new Document("_id", empty))).isEqualTo(1);
    collection.replaceOne(new Document("_id", 1), new Document("t", empty));
    Document replaced = collection.find(new Document("_id", 1)).first();
    assertThat(replaced.get("t")).isNotEqualTo(empty).isNotEqualTo(first.get("t"));
    collection.updateOne(new Document("_id", 1), new Document("$set", new Document("t", empty)));
    assertThat(collection.find(new Document("_id", 1)).first().get("t")).isEqualTo(empty);
  }

  @Test
  void aSecondDocumentWithTheIdIsRefused() {
    insert("{'_id': 1}");

    assertThatThrownBy(() -> insert("{'_id': 1}"))
        .isInstanceOfSatisfying(
            MongoWriteException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(11000);
              assertThat(e.getError().getMessage())
                  .isEqualTo(
                      "E11000 duplicate key error collection: "
                          + collection.getNamespace()
                          + " index: _id_ dup key: { _id: 1 }");
            });
    BsonDocument error =
        runRaw("{insert: 'c', documents: [{_id: 1.0}]}")
            .getArray("writeErrors")
            .get(0)
            .asDocument();
    assertThat(error.getDocument("keyPattern")).isEqualTo(BsonDocument.parse("{_id: 1}"));
    assertThat(error.getDocument("keyValue")).isEqualTo(BsonDocument.parse("{_id: 1.0}"));
  }

  @Test
  void insertsInOrderStopAtTheFirstFailure() {
    insert("{'_id': 3}");
    List<Document> documents = documents(0, 6);

    assertThatThrownBy(() -> collection.insertMany(documents))
        .isInstanceOfSatisfying(
            MongoBulkWriteException.class,
            e -> {
              assertThat(e.getWriteErrors())
                  .extracting(BulkWriteError::getIndex)
                  .containsExactly(3);
              assertThat(e.getWriteResult().getInsertedCount()).isEqualTo(3);
            });
    assertThat(ids()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void insertsInAnyOrderGoOn() {
    insert("{'_id': 3}", "{'_id': 5}");
    InsertManyOptions options = new InsertManyOptions().ordered(false);

    assertThatThrownBy(() -> collection.insertMany(documents(0, 7), options))
        .isInstanceOfSatisfying(
            MongoBulkWriteException.class,
            e ->
                assertThat(e.getWriteErrors())
                    .extracting(BulkWriteError::getIndex)
                    .containsExactly(3, 5));
    assertThat(ids()).containsExactly(0, 1, 2, 3, 4, 5, 6);
  }

  @Test
  void manyAreInsertedInOneCommand() {
    collection.insertMany(documents(0, 5000));

    assertThat(collection.estimatedDocumentCount()).isEqualTo(5000);
    assertThat(ids()).hasSize(5000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "/a/"})
  void someValuesAreNoIds(String id) {
    String value =
        id.startsWith("/") ? "{'$regularExpression': {'pattern': 'a', 'options': ''}}" : id;

    refused(53, () -> insert("{'_id': " + value + "}"));
    assertThat(ids()).isEmpty();
  }

  @Test
  void anIdMayBeOfAnyOtherType() {
    insert("{'_id': 1}", "{'_id': '1'}", "{'_id': {'a': 1}}", "{'_id': null}", "{'_id': true}");

    assertThat(ids()).hasSize(5);
    assertThat(ids(new Document("_id", "1"))).containsExactly("1");
    assertThat(ids(new Document("_id", true))).containsExactly(true);
  }

  @Test
  void aDocumentOfMoreThanSixteenMegabytesIsRefused() {
    BsonDocument reply =
        database.runCommand(
            new Document("insert", "c")
                .append(
                    "documents", List.of(new Document("_id", 1).append("a", "x".repeat(1 << 24)))),
            BsonDocument.class);

    BsonDocument error = reply.getArray("writeErrors").get(0).asDocument();
    assertThat(error.getString("errmsg").getValue()).startsWith("object to insert too large");
  }

  @Test
  void anEmptyBatchIsRefused() {
    refused(16, () -> run("{'insert': 'c', 'documents': []}"))
        .hasMessageContaining("Write batch sizes must be between 1 and 100000. Got 0 operations.");
  }

  @Test
  void unknownFieldsAreRefused() {
    refused(40415, () -> run("{'insert': 'c', 'documents': [{}], 'foo': 1}"))
        .hasMessageContaining("BSON field 'insert.foo' is an unknown field.");
    refused(40414, () -> run("{'insert': 'c'}"))
        .hasMessageContaining("BSON field 'insert.documents' is missing but a required field");
    refused(14, () -> run("{'insert': 'c', 'documents': 1}"))
        .hasMessageContaining(
            "BSON field 'insert.documents' is the wrong type 'int', expected type 'array'");
  }

  @Test
  void unacknowledgedWritesAreDone() {
    collection.withWriteConcern(WriteConcern.UNACKNOWLEDGED).insertOne(json("{'_id': 1}"));

    // The same connection would do; another command may take another.
    Await.until("the document", () -> collection.estimatedDocumentCount() != 0);
    assertThat(ids()).containsExactly(1);
  }

  @Test
  void moreServersThanThereAreCannotHaveIt() {
    BsonDocument reply = runRaw("{insert: 'c', documents: [{_id: 1}], writeConcern: {w: 3}}");

    assertThat(reply.getDocument("writeConcernError").getInt32("code").getValue()).isEqualTo(100);
    assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
  }

  static List<Document> documents(int from, int to) {
    List<Document> documents = new ArrayList<>();
    for (int i = from; i < to; i++) {
      documents.add(new Document("_id", i).append("name", "n" + i));
    }
    return documents;
  }

  @Test
  void whatCanNotBeInsertedMakesNoCollection() {
    run("{'insert': 'c', 'documents': [{'_id': [1]}, {'_id': 1}]}");
    run("{'insert': 'c', 'ordered': false, 'documents': [{'_id': [1]}, {'_id': {'$a': 1}}]}");
    admin(
        "{'bulkWrite': 1, 'ops': [{'insert': 0, 'document': {'_id': [1]}}], 'nsInfo': [{'ns': '"
            + database.getName()
            + ".c'}]}");
    assertThat(database.listCollectionNames()).isEmpty();

    Document reply =
        run("{'insert': 'c', 'ordered': false, 'documents': [{'_id': [1]}, {'_id': 1}]}");
    assertThat(reply.get("n")).isEqualTo(1);
    assertThat(reply.getList("writeErrors", Document.class)).hasSize(1);
    assertThat(ids()).containsExactly(1);
  }
}
