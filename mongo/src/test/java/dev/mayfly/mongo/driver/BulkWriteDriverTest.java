package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientUpdateOneOptions;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class BulkWriteDriverTest extends CollectionTest {
  private final MongoNamespace first = collection.getNamespace();
  private final MongoNamespace second = new MongoNamespace(database.getName(), "d");

  @Test
  void writesGoToManyCollectionsAtOnce() {
    ClientBulkWriteResult result =
        SERVER
            .client()
            .bulkWrite(
                List.of(
                    ClientNamespacedWriteModel.insertOne(first, new Document("_id", 1)),
                    ClientNamespacedWriteModel.insertOne(first, new Document("_id", 2)),
                    ClientNamespacedWriteModel.insertOne(second, new Document("_id", 3)),
                    ClientNamespacedWriteModel.updateOne(first, Filters.eq(1), Updates.set("a", 1)),
                    ClientNamespacedWriteModel.updateOne(
                        second,
                        Filters.eq(9),
                        Updates.set("a", 1),
                        ClientUpdateOneOptions.clientUpdateOneOptions().upsert(true)),
                    ClientNamespacedWriteModel.deleteMany(first, Filters.eq(2))),
                ClientBulkWriteOptions.clientBulkWriteOptions().verboseResults(true));

    assertThat(result.getInsertedCount()).isEqualTo(3);
    assertThat(result.getMatchedCount()).isEqualTo(1);
    assertThat(result.getUpsertedCount()).isEqualTo(1);
    assertThat(result.getDeletedCount()).isEqualTo(1);
    assertThat(result.getVerboseResults().get().getUpdateResults().get(4).getUpsertedId())
        .contains(new BsonInt32(9));
    assertThat(ids()).containsExactly(1);
    assertThat(database.getCollection("d").countDocuments()).isEqualTo(2);
  }

  @Test
  void inOrderItStopsAtTheFirstFailure() {
    insert("{'_id': 2}");

    assertThatThrownBy(
            () ->
                SERVER
                    .client()
                    .bulkWrite(
                        List.of(
                            ClientNamespacedWriteModel.insertOne(first, new Document("_id", 1)),
                            ClientNamespacedWriteModel.insertOne(first, new Document("_id", 2)),
                            ClientNamespacedWriteModel.insertOne(first, new Document("_id", 3)))))
        .isInstanceOfSatisfying(
            ClientBulkWriteException.class,
            e -> assertThat(e.getWriteErrors()).containsOnlyKeys(1));
    assertThat(ids()).containsExactly(1, 2);
  }

  private void refusedWhole(int code, String operation, String text) {
    String bulk =
        "{bulkWrite: 1, nsInfo: [{ns: '%s'}], ops: [{insert: 0, document: {_id: 1}}, %s]}"
            .formatted(first.getFullName(), operation);
    assertThatThrownBy(
            () -> SERVER.client().getDatabase("admin").runCommand(BsonDocument.parse(bulk)))
        .as(operation)
        .isInstanceOfSatisfying(
            MongoCommandException.class, e -> assertThat(e.getCode()).isEqualTo(code))
        .hasMessageContaining(text);
    assertThat(ids()).as(operation).isEmpty();
  }

  @Test
  void ifOneOperationIsMalformedNothingIsDone() {
    String space = "BulkWrite ops entry 1 has an invalid nsInfo index.";
    refusedWhole(2, "{insert: 1, document: {_id: 2}}", space);
    refusedWhole(2, "{update: -1, filter: {}, updateMods: {$set: {a: 1}}}", space);
    refusedWhole(2, "{delete: {$numberDouble: 'NaN'}, filter: {}}", space);
    refusedWhole(40414, "{insert: 0}", "'bulkWrite.ops.document' is missing");
    refusedWhole(14, "{insert: 0, document: 5}", "'bulkWrite.ops.document' is the wrong type");
    refusedWhole(40415, "{insert: 0, document: {}, x: 1}", "'bulkWrite.ops.x' is an unknown field");
    refusedWhole(
        40415, "{replace: 0, document: {}}", "'bulkWrite.ops.replace' is an unknown field");
    refusedWhole(40415, "{}", "is an unknown field");
    refusedWhole(40414, "{update: 0, filter: {}}", "is missing but a required field");
    refusedWhole(14, "{update: 0, filter: 1, updateMods: {$set: {a: 1}}}", "is the wrong type");
    refusedWhole(14, "{delete: 0, filter: {}, multi: 'x'}", "'bulkWrite.ops.multi'");
  }
}
