package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientUpdateOneOptions;
import java.util.List;
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
}
