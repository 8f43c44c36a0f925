package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From the second of its deadline on no command sees a document, purged or not. */
@Rule({"B2", "D6"})
class TtlAbsenceDriverTest extends TtlTest {
  @BeforeEach
  void aDocumentDies() {
    SERVER.engine().background().pause();
    ttl(100);
    insert("{'_id': 'dead', 'ttl': 10, 'n': 1}", "{'_id': 'alive', 'n': 1}");
    clock().advance(9);
    assertThat(ids()).containsExactly("alive", "dead");
    clock().advance(1);
  }

  @AfterEach
  void thePurgeContinues() {
    SERVER.engine().background().resume();
  }

  @Test
  @Rule({"B1", "B3"})
  void findsDoNotSeeIt() {
    assertThat(ids()).containsExactly("alive");
    assertThat(read("dead")).isNull();
    assertThat(ids(Filters.in("_id", "dead", "alive"))).containsExactly("alive");
    assertThat(ids(Filters.eq("n", 1))).containsExactly("alive");
    assertThat(collection.find().sort(new Document("n", 1))).hasSize(1);
  }

  @Test
  @Rule({"C3", "ghosts-counted"})
  void countsLeaveItOut() {
    assertThat(collection.estimatedDocumentCount()).isEqualTo(1);
    assertThat(collection.countDocuments()).isEqualTo(1);
    assertThat(collection.countDocuments(Filters.eq("n", 1))).isEqualTo(1);
    assertThat(run("{'collStats': 'c'}").get("count")).isEqualTo(1);
    assertThat(run("{'dbStats': 1}").get("objects")).isEqualTo(1L);
    assertThat(run("{'dataSize': '" + database.getName() + ".c'}").get("numObjects")).isEqualTo(1L);
  }

  @Test
  void aggregationsLeaveItOut() {
    assertThat(collection.distinct("_id", String.class)).containsExactly("alive");
    assertThat(
            collection.aggregate(List.of(json("{'$group': {'_id': null, 'all': {'$sum': '$n'}}}"))))
        .containsExactly(json("{'_id': null, 'all': 1}"));
    assertThat(collection.aggregate(List.of(json("{'$sort': {'n': 1}}")))).hasSize(1);
    assertThat(collection.aggregate(List.of(json("{'$match': {'_id': 'dead'}}")))).isEmpty();
  }

  @Test
  void updatesAndDeletesFindNothing() {
    assertThat(collection.updateOne(Filters.eq("dead"), Updates.set("x", 1)).getMatchedCount())
        .isZero();
    assertThat(collection.updateMany(Filters.eq("n", 1), Updates.set("x", 1)).getMatchedCount())
        .isEqualTo(1);
    assertThat(collection.deleteOne(Filters.eq("dead")).getDeletedCount()).isZero();
    assertThat(collection.findOneAndUpdate(Filters.eq("dead"), Updates.set("x", 1))).isNull();
    assertThat(collection.findOneAndDelete(Filters.eq("dead"))).isNull();
    assertThat(collection.deleteMany(new Document()).getDeletedCount()).isEqualTo(1);
  }

  @Test
  @Rule("A5")
  void theSameIdIsInsertedAgain() {
    insert("{'_id': 'dead', 'ttl': 10}");
    clock().advance(9);
    assertThat(read("dead")).isNotNull();
    clock().advance(1);
    assertThat(read("dead")).isNull();
  }

  @Test
  void anUpsertIsANewDocument() {
    BsonDocument reply =
        runRaw("{update: 'c', updates: [{q: {_id: 'dead'}, u: {$set: {a: 1}}, upsert: true}]}");

    assertThat(reply.getArray("upserted")).hasSize(1);
    assertThat(read("dead")).isEqualTo(json("{'_id': 'dead', 'a': 1}"));
  }

  @Test
  void findOneAndUpdateUpsertsANewDocument() {
    assertThat(
            collection.findOneAndUpdate(
                Filters.eq("dead"),
                Updates.set("a", 1),
                new FindOneAndUpdateOptions().upsert(true)))
        .isNull();
    assertThat(read("dead")).isEqualTo(json("{'_id': 'dead', 'a': 1}"));
  }

  @Test
  void itsUniqueValuesAreFree() {
    collection.createIndex(new Document("u", 1), new IndexOptions().unique(true));
    insert("{'_id': 1, 'u': 'x', 'ttl': 5}");
    refused(11000, () -> insert("{'_id': 2, 'u': 'x'}"));
    clock().advance(5);
    insert("{'_id': 2, 'u': 'x'}");
  }

  @Test
  @Rule("B4")
  void anOpenCursorDoesNotShowTheDead() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      documents.add(new Document("_id", i).append("ttl", i < 25 ? 1000 : 20));
    }
    collection.insertMany(documents);
    try (MongoCursor<Document> plain =
            collection.find(Filters.lt("_id", 100)).batchSize(5).iterator();
        MongoCursor<Document> sorted =
            collection
                .find(Filters.lt("_id", 100))
                .sort(new Document("_id", -1))
                .batchSize(5)
                .iterator();
        MongoCursor<Document> aggregated =
            collection
                .aggregate(
                    List.of(
                        json("{'$match': {'_id': {'$lt': 100}}}"), json("{'$sort': {'_id': -1}}")))
                .batchSize(5)
                .iterator()) {
      plain.next();
      sorted.next();
      aggregated.next();
      clock().advance(20);
      assertThat(rest(plain)).hasSize(24);
      assertThat(rest(sorted)).filteredOn(id -> (int) id < 45).containsExactlyElementsOf(down());
      assertThat(rest(aggregated))
          .filteredOn(id -> (int) id < 45)
          .containsExactlyElementsOf(down());
    }
  }

  private static List<Object> down() {
    List<Object> down = new ArrayList<>();
    for (int i = 24; i >= 0; i--) {
      down.add(i);
    }
    return down;
  }

  private static List<Object> rest(MongoCursor<Document> cursor) {
    List<Object> ids = new ArrayList<>();
    cursor.forEachRemaining(document -> ids.add(document.get("_id")));
    return ids;
  }

  @Test
  @Rule({"A5", "A6"})
  void everyWriteStartsTheTimeAnew() {
    clock().advance(80);
    collection.updateOne(Filters.eq("alive"), Updates.set("n", 1));
    clock().advance(99);
    assertThat(read("alive")).isNotNull();
    clock().advance(1);
    assertThat(read("alive")).isNull();
  }

  @Test
  @Rule("A6")
  void theOwnTtlCanBeSetAndTakenAway() {
    collection.updateOne(Filters.eq("alive"), Updates.set("ttl", -1));
    clock().advance(1000);
    assertThat(read("alive")).isNotNull();
    collection.updateOne(Filters.eq("alive"), Updates.unset("ttl"), new UpdateOptions());
    clock().advance(100);
    assertThat(read("alive")).isNull();
  }

  @Test
  @Rule("C2")
  void theDeadDoNotChangeTheCharge() {
    double with = charge();
    SERVER.engine().background().resume();
    SERVER.engine().container(database.getName(), "c").maintenance().purge(100);
    assertThat(charge()).isEqualTo(with);
  }

  private double charge() {
    collection.find(Filters.eq("n", 1)).first();
    return run("{'getLastRequestStatistics': 1}").getDouble("RequestCharge");
  }
}
