package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CursorDriverTest extends CollectionTest {
  @BeforeEach
  void manyDocuments() {
    collection.insertMany(InsertDriverTest.documents(0, 1000));
  }

  private static BsonDocument cursor(BsonDocument reply) {
    return reply.getDocument("cursor");
  }

  private static long id(BsonDocument reply) {
    return cursor(reply).getInt64("id").getValue();
  }

  private BsonDocument more(long id, String collectionName) {
    return database.runCommand(
        new Document("getMore", id).append("collection", collectionName).append("batchSize", 5),
        BsonDocument.class);
  }

  @Test
  void allArriveInBatches() {
    List<Object> ids = new ArrayList<>();
    collection.find().batchSize(7).forEach(document -> ids.add(document.get("_id")));

    assertThat(ids).hasSize(1000).isSorted();
  }

  @Test
  void theFirstBatchHasAHundredAndOne() {
    BsonDocument reply = runRaw("{find: 'c'}");

    assertThat(cursor(reply).getArray("firstBatch")).hasSize(101);
    assertThat(cursor(reply).getString("ns").getValue()).isEqualTo(database.getName() + ".c");
    assertThat(id(reply)).isPositive();
  }

  @Test
  void aCursorEndsWithTheLimit() {
    BsonDocument first = runRaw("{find: 'c', limit: 8, batchSize: 5}");
    BsonDocument second = more(id(first), "c");

    assertThat(cursor(second).getArray("nextBatch")).hasSize(3);
    assertThat(id(second)).isZero();
  }

  @Test
  void aBatchOfNoneOpensACursor() {
    BsonDocument reply = runRaw("{find: 'c', batchSize: 0}");

    assertThat(cursor(reply).getArray("firstBatch")).isEmpty();
    assertThat(id(reply)).isPositive();
    assertThat(cursor(more(id(reply), "c")).getArray("nextBatch")).hasSize(5);
  }

  @Test
  void aSingleBatchClosesIt() {
    assertThat(id(runRaw("{find: 'c', batchSize: 5, singleBatch: true}"))).isZero();
  }

  @Test
  void sortedResultsArriveInBatchesToo() {
    List<Object> ids = new ArrayList<>();
    collection
        .find()
        .sort(Sorts.descending("_id"))
        .batchSize(300)
        .forEach(document -> ids.add(document.get("_id")));

    assertThat(ids).hasSize(1000);
    assertThat(ids.get(0)).isEqualTo(999);
    assertThat(ids.get(999)).isEqualTo(0);
  }

  @Test
  void largeDocumentsMakeSmallBatches() {
    List<Document> large = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      large.add(new Document("_id", i).append("x", "x".repeat(5 << 20)));
    }
    large.forEach(database.getCollection("large")::insertOne);

    BsonDocument reply = runRaw("{find: 'large'}");

    assertThat(cursor(reply).getArray("firstBatch")).hasSize(3);
    assertThat(database.getCollection("large").find()).hasSize(6);
  }

  @Test
  void aKilledCursorIsNotFound() {
    long id = id(runRaw("{find: 'c'}"));

    BsonDocument killed =
        database.runCommand(
            new Document("killCursors", "c").append("cursors", List.of(id, 5L)),
            BsonDocument.class);

    assertThat(killed.getArray("cursorsKilled")).hasSize(1);
    assertThat(killed.getArray("cursorsNotFound")).hasSize(1);
    refused(43, () -> more(id, "c")).hasMessageContaining("cursor id " + id + " not found");
  }

  @Test
  void aCursorBelongsToItsCollection() {
    long id = id(runRaw("{find: 'c'}"));

    refused(13, () -> more(id, "other"));
  }

  @Test
  void droppingTheCollectionClosesItsCursors() {
    long id = id(runRaw("{find: 'c'}"));

    collection.drop();

    refused(43, () -> more(id, "c"));
  }

  @Test
  void aCursorSeesWhatIsWrittenMeanwhile() {
    try (MongoCursor<Document> found = collection.find().batchSize(10).iterator()) {
      found.next();
      collection.deleteMany(new Document("_id", new Document("$gte", 500)));
      int count = 1;
      while (found.hasNext()) {
        found.next();
        count++;
      }
      assertThat(count).isEqualTo(500);
    }
  }

  @Test
  void aCursorIsKilledFromAnyDatabase() {
    collection.drop();
    insert("{'_id': 1}", "{'_id': 2}", "{'_id': 3}");
    Object id = run("{'find': 'c', 'batchSize': 1}").get("cursor", Document.class).get("id");
    Document reply =
        SERVER
            .database()
            .runCommand(new Document("killCursors", "other").append("cursors", List.of(id)));
    assertThat(reply.get("cursorsKilled")).isEqualTo(List.of(id));
  }
}
