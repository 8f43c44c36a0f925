package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.UpdateResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UpdateDriverTest extends CollectionTest {
  @BeforeEach
  void threeDocuments() {
    insert("{'_id': 1, 'n': 1}", "{'_id': 2, 'n': 2}", "{'_id': 3, 'n': 3}");
  }

  private Document read(Object id) {
    return collection.find(new Document("_id", id)).first();
  }

  @Test
  void oneIsUpdatedById() {
    UpdateResult result = collection.updateOne(Filters.eq(2), Updates.inc("n", 40));

    assertThat(result.getMatchedCount()).isEqualTo(1);
    assertThat(result.getModifiedCount()).isEqualTo(1);
    assertThat(read(2)).isEqualTo(json("{'_id': 2, 'n': 42}"));
  }

  @Test
  void nothingIsDoneIfAStatementIsMalformed() {
    for (String malformed :
        List.of("{q: {}}", "{u: {}}", "{q: {}, u: 5}", "{q: {}, u: {}, multi: 'x'}", "{x: 1}")) {
      String command = "{update: 'c', updates: [{q: {}, u: {$set: {x: 1}}}, " + malformed + "]}";
      assertThatThrownBy(() -> runRaw(command))
          .as(malformed)
          .isInstanceOf(MongoCommandException.class);
    }
    assertThat(collection.countDocuments(Filters.exists("x"))).isZero();
  }

  @Test
  void anUpdateThatChangesNothingMatches() {
    UpdateResult result = collection.updateOne(Filters.eq(2), Updates.set("n", 2));

    assertThat(result.getMatchedCount()).isEqualTo(1);
    assertThat(result.getModifiedCount()).isZero();
  }

  @Test
  void theFilterCountsBesideTheId() {
    assertThat(
            collection
                .updateOne(Filters.and(Filters.eq(2), Filters.gt("n", 5)), Updates.set("x", 1))
                .getMatchedCount())
        .isZero();
    assertThat(read(2)).isEqualTo(json("{'_id': 2, 'n': 2}"));
  }

  @Test
  void oneOfManyIsUpdated() {
    UpdateResult result = collection.updateOne(Filters.gte("n", 2), Updates.set("x", 1));

    assertThat(result.getModifiedCount()).isEqualTo(1);
    assertThat(ids(Filters.exists("x"))).containsExactly(2);
  }

  @Test
  void theSortSaysWhichOne() {
    collection.updateOne(
        Filters.gte("n", 1), Updates.set("x", 1), new UpdateOptions().sort(new Document("n", -1)));

    assertThat(ids(Filters.exists("x"))).containsExactly(3);
  }

  @Test
  void allThatMatchAreUpdated() {
    UpdateResult result = collection.updateMany(Filters.gte("n", 2), Updates.inc("n", 10));

    assertThat(result.getMatchedCount()).isEqualTo(2);
    assertThat(ids(Filters.gte("n", 12))).containsExactly(2, 3);
  }

  @Test
  void anUpdateOfManyEndsAtTheFirstThatIsRefused() {
    collection.insertMany(IntStream.range(4, 300).mapToObj(i -> new Document("_id", i)).toList());
    collection.updateMany(new Document(), Updates.set("n", 0));
    collection.updateOne(Filters.eq(250), Updates.set("n", "text"));
    for (int i = 1; i <= 20; i++) {
      refused(14, () -> collection.updateMany(new Document(), Updates.inc("n", 1)));
      assertThat(ids(Filters.eq("n", i))).hasSize(249).doesNotContain(251, 299);
      assertThat(collection.countDocuments(Filters.eq("n", 0))).isEqualTo(49);
    }
  }

  @Test
  void aUniqueIndexEndsAnUpdateOfManyToo() {
    collection.createIndex(new Document("n", 1), new IndexOptions().unique(true));
    refused(11000, () -> collection.updateMany(new Document(), Updates.set("n", 100)));

    assertThat(ids(Filters.eq("n", 100))).containsExactly(1);
    assertThat(ids(Filters.eq("n", 2))).containsExactly(2);
  }

  @Test
  void aReplacementKeepsTheId() {
    collection.replaceOne(Filters.eq("n", 3), new Document("b", 1));

    assertThat(read(3)).isEqualTo(json("{'_id': 3, 'b': 1}"));
  }

  @Test
  void anUpsertInsertsWhereNothingMatches() {
    UpdateResult result =
        collection.updateOne(
            Filters.eq("name", "new"), Updates.set("n", 9), new UpdateOptions().upsert(true));

    assertThat(result.getMatchedCount()).isZero();
    assertThat(result.getUpsertedId()).isNotNull();
    Document made = collection.find(Filters.eq("name", "new")).first();
    assertThat(made.get("n")).isEqualTo(9);
  }

  @Test
  void anUpsertByIdInsertsThatId() {
    UpdateResult result =
        collection.replaceOne(
            Filters.eq(7), new Document("n", 7), new ReplaceOptions().upsert(true));

    assertThat(result.getUpsertedId()).isEqualTo(new BsonInt32(7));
    assertThat(read(7)).isEqualTo(json("{'_id': 7, 'n': 7}"));
  }

  @Test
  void anUpsertWhoseIdIsTakenByAnotherIsADuplicate() {
    refused(
        11000,
        () ->
            collection.updateOne(
                Filters.and(Filters.eq(1), Filters.eq("n", 99)),
                Updates.set("x", 1),
                new UpdateOptions().upsert(true)));
  }

  @Test
  void anUpsertMakesTheCollection() {
    database
        .getCollection("fresh")
        .updateOne(Filters.eq(1), Updates.set("a", 1), new UpdateOptions().upsert(true));

    assertThat(database.listCollectionNames()).contains("fresh");
  }

  @Test
  void anUpdateOfWhatIsMissingDoesNothing() {
    assertThat(
            database
                .getCollection("nothing")
                .updateMany(new Document(), Updates.set("a", 1))
                .getMatchedCount())
        .isZero();
    assertThat(database.listCollectionNames()).doesNotContain("nothing");
  }

  @Test
  void elementsOfArraysAreFoundByTheQueryAndByFilters() {
    insert("{'_id': 9, 'list': [1, 5, 9]}");

    collection.updateOne(Filters.eq("list", 5), Updates.set("list.$", 50));
    collection.updateOne(
        Filters.eq(9),
        Updates.set("list.$[big]", 0),
        new UpdateOptions().arrayFilters(List.of(Filters.gt("big", 20))));

    assertThat(read(9)).isEqualTo(json("{'_id': 9, 'list': [1, 0, 9]}"));
  }

  @Test
  void theIdCannotBeChanged() {
    refused(66, () -> collection.updateOne(Filters.eq(1), Updates.set("_id", 5)));
  }

  @Test
  void operatorsThatDoNotExistAreRefused() {
    BsonDocument error =
        runRaw("{update: 'c', updates: [{q: {}, u: {$foo: {a: 1}}}]}")
            .getArray("writeErrors")
            .get(0)
            .asDocument();

    assertThat(error.getInt32("code").getValue()).isEqualTo(9);
  }

  @Test
  void manyKindsOfWritesGoInOneBulk() {
    BulkWriteResult result =
        collection.bulkWrite(
            List.of(
                new InsertOneModel<>(json("{'_id': 4, 'n': 4}")),
                new UpdateOneModel<>(Filters.eq(4), Updates.inc("n", 1)),
                new UpdateManyModel<>(Filters.lt("n", 3), Updates.set("small", true))),
            new BulkWriteOptions().ordered(true));

    assertThat(result.getInsertedCount()).isEqualTo(1);
    assertThat(result.getMatchedCount()).isEqualTo(3);
    assertThat(read(4)).isEqualTo(json("{'_id': 4, 'n': 5}"));
  }

  @Test
  void theReplyHasTheUpsertedIds() {
    BsonDocument reply =
        runRaw(
            "{update: 'c', updates: [{q: {_id: 1}, u: {$set: {a: 1}}},"
                + " {q: {_id: 50}, u: {$set: {a: 1}}, upsert: true}]}");

    assertThat(reply.getInt32("n").getValue()).isEqualTo(2);
    assertThat(reply.getInt32("nModified").getValue()).isEqualTo(1);
    assertThat(reply.getArray("upserted").toString()).contains("\"index\": 1");
  }

  @Test
  void aPipelineUpdates() {
    collection.updateOne(Filters.eq(1), List.of(new Document("$set", new Document("m", "$n"))));

    assertThat(read(1)).isEqualTo(json("{'_id': 1, 'n': 1, 'm': 1}"));
  }

  @Test
  void aLongComputationTimesOutAndBlocksNoOtherClient() {
    String numbers = "{$range: [0, 20000]}";
    String computation =
        "{update: 'c', maxTimeMS: 3000, updates: [{q: {_id: 1}, u: [{$set: {n: {$reduce: {input: "
            + numbers
            + ", initialValue: 0, in: {$sum: {$map: {input: "
            + numbers
            + ", in: {$add: ['$$this', 1]}}}}}}}}]}]}";
    CompletableFuture<BsonDocument> update =
        CompletableFuture.supplyAsync(() -> runRaw(computation));

    collection.updateOne(Filters.eq(2), Updates.inc("n", 1));
    insert("{'_id': 9}");

    assertThat(update).isNotDone();
    assertThat(update.join().getArray("writeErrors").toString()).contains("\"code\": 50");
    assertThat(read(1)).isEqualTo(json("{'_id': 1, 'n': 1}"));
    assertThat(read(2)).isEqualTo(json("{'_id': 2, 'n': 3}"));
  }

  @Test
  void noneOfManyComputedUpdatesIsLost() {
    List<Document> increment = List.of(json("{$set: {n: {$add: ['$n', 1]}}}"));
    List<CompletableFuture<UpdateResult>> updates =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> collection.updateOne(Filters.eq(1), increment)))
            .toList();

    updates.forEach(each -> assertThat(each.join().getModifiedCount()).isEqualTo(1));
    assertThat(read(1)).isEqualTo(json("{'_id': 1, 'n': 101}"));
  }

  @Test
  void equalitiesOfOneFieldInAnOrFindThePosition() {
    collection.deleteMany(json("{}"));
    insert("{'_id': 1, 'a': [5, 6, 7]}");
    collection.updateOne(json("{'$or': [{'a': 6}, {'a': 9}]}"), json("{'$set': {'a.$': 60}}"));
    assertThat(collection.find()).containsExactly(json("{'_id': 1, 'a': [5, 60, 7]}"));
    assertThatThrownBy(
            () ->
                collection.updateOne(
                    json("{'$or': [{'a': 7}, {'b': 9}]}"), json("{'$set': {'a.$': 70}}")))
        .hasMessageContaining("The positional operator did not find the match needed");
  }

  /** As in MongoDB, where only a replacement with the same {@code _id} is known to be the same. */
  @Test
  void aReplacementIsValidatedAlsoIfItChangesNothing() {
    collection.drop();
    insert("{'_id': 1, 'a': 1}");
    run("{'collMod': 'c', 'validator': {'a': {'$gt': 5}}}");
    refused(121, () -> collection.replaceOne(json("{'_id': 1}"), json("{'a': 1}")));
    assertThat(collection.replaceOne(json("{'_id': 1}"), json("{'_id': 1, 'a': 1}")))
        .extracting(result -> result.getModifiedCount())
        .isEqualTo(0L);
    run("{'collMod': 'c', 'validator': {}}");
    assertThat(collection.replaceOne(json("{'_id': 1}"), json("{'a': 1}")))
        .extracting(result -> result.getModifiedCount())
        .isEqualTo(1L);
  }

  @Test
  void popAndRenameDoNotLeadThroughPlainValues() {
    collection.drop();
    insert("{'_id': 1, 'a': 5, 'n': null}");
    for (String update :
        List.of(
            "{'$pop': {'a.b': 1}}",
            "{'$pop': {'n.b.c': -1}}",
            "{'$rename': {'a.b': 'x'}}",
            "{'$rename': {'n.b': 'x'}}")) {
      refused(28, () -> collection.updateOne(json("{}"), json(update)))
          .hasMessageContaining("Cannot use the part (b) of ");
    }
    collection.updateOne(json("{}"), json("{'$rename': {'z.b': 'x'}, '$pop': {'y.b': 1}}"));
    assertThat(collection.find()).containsExactly(json("{'_id': 1, 'a': 5, 'n': null}"));
  }

  @Test
  void fieldsOfReferencesAreReadAndSet() {
    collection.drop();
    insert("{'_id': 1, 'a': {'$ref': 'x', '$id': 5}}");
    collection.updateOne(json("{}"), json("{'$set': {'a.$id': 7, 'a.$db': 'y'}}"));
    List<Document> fields =
        List.of(json("{'$project': {'r': '$a.$ref', 'i': '$a.$id', 'd': '$a.$db'}}"));
    assertThat(collection.aggregate(fields))
        .containsExactly(json("{'_id': 1, 'r': 'x', 'i': 7, 'd': 'y'}"));
    refused(52, () -> collection.updateOne(json("{}"), json("{'$set': {'a.$other': 7}}")));
    refused(52, () -> collection.updateOne(json("{}"), json("{'$set': {'$id': 7}}")));
    List<Document> other = List.of(json("{'$project': {'r': '$a.$other'}}"));
    refused(16410, () -> collection.aggregate(other).first());
  }

  @Test
  void aPipelineMaySetFieldsWithDollars() {
    collection.drop();
    insert("{'_id': 1}");
    collection.updateOne(
        json("{}"),
        List.of(
            json(
                "{'$replaceWith': {'$setField': {'field': {'$literal': '$p'},"
                    + " 'input': '$$ROOT', 'value': 5}}}")));
    assertThat(runRaw("{find: 'c'}").toJson()).contains("\"$p\": 5");
  }
}
