package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCursorNotFoundException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What a transaction does and sees. */
class TransactionDriverTest extends TwoSessionsTest {
  @Test
  void severalCollectionsAndDatabasesAreCommittedTogether() {
    insert("{'_id': 1, 'n': 1}");
    MongoCollection<Document> elsewhere =
        client().getDatabase(database.getName() + "x").getCollection("e");
    session.startTransaction();
    inside.updateOne(session, json("{'_id': 1}"), json("{'$inc': {'n': 1}}"));
    inside.insertOne(session, json("{'_id': 2}"));
    named("other").insertOne(session, json("{'_id': 3}"));
    elsewhere.insertOne(session, json("{'_id': 4}"));
    assertThat(ids()).as("others see nothing").containsExactly(1);
    assertThat(collection.find().first()).isEqualTo(json("{'_id': 1, 'n': 1}"));
    assertThat(database.listCollectionNames()).doesNotContain("other");
    session.commitTransaction();
    assertThat(collection.find(json("{'_id': 1}")).first().get("n")).isEqualTo(2);
    assertThat(ids()).containsExactly(1, 2);
    assertThat(idsOf(database.getCollection("other").find())).containsExactly(3);
    assertThat(elsewhere.countDocuments()).isEqualTo(1);
    elsewhere.drop();
  }

  @Test
  void anAbortLeavesNothing() {
    insert("{'_id': 1, 'n': 1}");
    session.startTransaction();
    inside.updateOne(session, json("{}"), json("{'$set': {'n': 2}}"));
    inside.insertOne(session, json("{'_id': 2}"));
    named("made").insertOne(session, json("{'_id': 3}"));
    session.abortTransaction();
    assertThat(collection.find()).containsExactly(json("{'_id': 1, 'n': 1}"));
    assertThat(database.listCollectionNames()).containsExactly("c");
  }

  @Test
  void itReadsAsOfItsFirstCommandAndItsOwnWrites() {
    collection.createIndex(Indexes.ascending("n"));
    collection.createIndex(Indexes.ascending("u"), new IndexOptions().unique(true).sparse(true));
    for (int i = 0; i < 10; i++) {
      collection.insertOne(new Document("_id", i).append("n", i).append("tags", List.of("t" + i)));
    }
    session.startTransaction();
    assertThat(inside.countDocuments(session)).isEqualTo(10);
    insert("{'_id': 100, 'n': 5}");
    collection.deleteOne(json("{'_id': 0}"));
    inside.deleteOne(session, json("{'n': 3}"));
    inside.updateMany(session, Filters.gte("n", 8), Updates.inc("n", 100));
    inside.insertOne(session, json("{'_id': 50, 'n': 4.5, 'u': 1}"));
    assertThat(idsOf(inside.find(session).sort(Sorts.ascending("n"))))
        .containsExactly(0, 1, 2, 4, 50, 5, 6, 7, 8, 9);
    assertThat(idsOf(inside.find(session, Filters.gte("n", 6)).sort(Sorts.descending("n"))))
        .containsExactly(9, 8, 7, 6);
    assertThat(idsOf(inside.find(session, Filters.lt("n", 5)).sort(Sorts.ascending("_id"))))
        .containsExactly(0, 1, 2, 4, 50);
    assertThat(idsOf(inside.find(session, Filters.eq("u", 1)))).containsExactly(50);
    assertThat(idsOf(inside.find(session, Filters.in("_id", 3, 4, 50, 100))))
        .containsExactlyInAnyOrder(4, 50);
    assertThat(inside.countDocuments(session)).isEqualTo(10);
    assertThat(inside.distinct(session, "n", Filters.gt("n", 100), Integer.class))
        .containsExactlyInAnyOrder(108, 109);
    Document sum =
        inside
            .aggregate(session, List.of(json("{'$group': {'_id': null, 'n': {'$sum': '$n'}}}")))
            .first();
    assertThat(((Number) sum.get("n")).doubleValue()).isEqualTo(45 - 3 + 200 + 4.5);
    assertThat(collection.countDocuments()).isEqualTo(10);
    session.commitTransaction();
    assertThat(collection.countDocuments()).isEqualTo(10);
    assertThat(ids(Filters.gt("n", 100))).containsExactlyInAnyOrder(8, 9);
  }

  @Test
  void lookupsSeeOwnWritesInOtherCollections() {
    insert("{'_id': 1, 'k': 'a'}", "{'_id': 2, 'k': 'b'}");
    MongoCollection<Document> foreign = named("foreign");
    foreign.createIndex(Indexes.ascending("k"));
    foreign.insertOne(json("{'_id': 10, 'k': 'a'}"));
    session.startTransaction();
    foreign.insertOne(session, json("{'_id': 11, 'k': 'b'}"));
    foreign.deleteOne(session, json("{'_id': 10}"));
    List<Document> joined =
        inside
            .aggregate(
                session,
                List.of(
                    json(
                        "{'$lookup': {'from': 'foreign', 'localField': 'k', 'foreignField': 'k',"
                            + " 'as': 'f'}}"),
                    json("{'$sort': {'_id': 1}}")))
            .into(new ArrayList<>());
    assertThat(joined.get(0).getList("f", Document.class)).isEmpty();
    assertThat(idsOf(joined.get(1).getList("f", Document.class))).containsExactly(11);
    session.abortTransaction();
  }

  @Test
  void findAndModifyUpsertsAndBulksSeeEachOther() {
    insert("{'_id': 1, 'n': 1}");
    session.startTransaction();
    Document after =
        inside.findOneAndUpdate(
            session,
            json("{'_id': 1}"),
            json("{'$inc': {'n': 5}}"),
            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER));
    assertThat(after.get("n")).isEqualTo(6);
    inside.updateOne(
        session, json("{'_id': 9}"), json("{'$set': {'n': 9}}"), new UpdateOptions().upsert(true));
    inside.updateOne(
        session, json("{'_id': 9}"), json("{'$inc': {'n': 1}}"), new UpdateOptions().upsert(true));
    inside.updateOne(
        session, json("{'_id': 9}"), List.of(json("{'$set': {'m': {'$add': ['$n', 1]}}}")));
    assertThat(inside.findOneAndDelete(session, json("{'_id': 1}")).get("n")).isEqualTo(6);
    MongoNamespace namespace = new MongoNamespace(database.getName(), "c");
    client()
        .bulkWrite(
            session,
            List.of(
                ClientNamespacedWriteModel.insertOne(namespace, json("{'_id': 20}")),
                ClientNamespacedWriteModel.updateOne(
                    namespace, json("{'_id': 20}"), json("{'$set': {'n': 1}}")),
                ClientNamespacedWriteModel.deleteOne(namespace, json("{'_id': 1}"))));
    assertThat(inside.find(session).sort(Sorts.ascending("_id")))
        .containsExactly(json("{'_id': 9, 'n': 10, 'm': 11}"), json("{'_id': 20, 'n': 1}"));
    session.commitTransaction();
    assertThat(ids()).containsExactlyInAnyOrder(9, 20);
  }

  @Test
  void cursorsAreOfTheirTransaction() {
    IntStream.range(0, 300).forEach(i -> collection.insertOne(new Document("_id", i)));
    session.startTransaction();
    inside.insertOne(session, json("{'_id': 300}"));
    assertThat(idsOf(inside.find(session).batchSize(50))).hasSize(301);
    MongoCursor<Document> open = inside.find(session).batchSize(2).iterator();
    open.next();
    session.commitTransaction();
    open.next();
    Assertions.assertThatThrownBy(open::next).isInstanceOf(MongoCursorNotFoundException.class);
    long id =
        send(other, 100, "{find: 'c', batchSize: 2, startTransaction: true}")
            .getDocument("cursor")
            .getInt64("id")
            .getValue();
    String more = "{getMore: {$numberLong: '" + id + "'}, collection: 'c'}";
    fails(
        50740,
        false,
        () -> client().getDatabase(database.getName()).runCommand(other, Document.parse(more)));
    assertThat(send(other, 100, more).getDocument("cursor").getArray("nextBatch"))
        .hasSizeGreaterThan(100);
    send(other, 100, "{commitTransaction: 1}");
    fails(
        43,
        false,
        () -> client().getDatabase(database.getName()).runCommand(other, Document.parse(more)));
  }

  @Test
  void withTransactionRepeatsWhatConflicts() {
    insert("{'_id': 1, 'n': 0}");
    int[] attempts = {0};
    session.withTransaction(
        () -> {
          Document read = inside.find(session, json("{'_id': 1}")).first();
          if (attempts[0]++ == 0) {
            collection.updateOne(json("{'_id': 1}"), json("{'$inc': {'n': 10}}"));
          }
          inside.updateOne(
              session,
              json("{'_id': 1}"),
              new Document("$set", new Document("n", read.getInteger("n") + 1)));
          return null;
        });
    assertThat(attempts[0]).isEqualTo(2);
    assertThat(collection.find().first().get("n")).isEqualTo(11);
  }

  @Test
  void collectionsAndIndexesAreMadeWithTheCommit() {
    session.startTransaction();
    client().getDatabase(database.getName()).createCollection(session, "made");
    MongoCollection<Document> made = named("made");
    made.createIndex(session, Indexes.ascending("k"), new IndexOptions().unique(true));
    made.insertOne(session, json("{'_id': 1, 'k': 1}"));
    assertThat(idsOf(made.find(session, json("{'k': 1}")))).containsExactly(1);
    session.commitTransaction();
    assertThat(idsOf(database.getCollection("made").find(json("{'k': 1}")))).containsExactly(1);
    refused(11000, () -> database.getCollection("made").insertOne(json("{'_id': 2, 'k': 1}")));
    session.startTransaction();
    fails(
        48,
        false,
        () -> client().getDatabase(database.getName()).createCollection(session, "made"));
    session.abortTransaction();
    session.startTransaction();
    fails(263, false, () -> made.createIndex(session, Indexes.ascending("other")));
    session.abortTransaction();
  }
}
