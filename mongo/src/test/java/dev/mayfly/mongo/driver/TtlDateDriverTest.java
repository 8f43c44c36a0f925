package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import dev.mayfly.testkit.Rule;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** TTL indexes on dates, as MongoDB has them, to the second. */
@Rule("D5")
class TtlDateDriverTest extends TtlTest {
  private static Date in(long seconds) {
    return new Date(nowMillis() + seconds * 1000);
  }

  private void insert(Object id, String field, Object value) {
    collection.insertOne(new Document("_id", id).append(field, value));
  }

  @Test
  void documentsExpireSecondsAfterTheDate() {
    dateTtl("at", 100);
    insert(1, "at", in(0));
    insert(2, "at", in(50));
    insert(3, "at", "no date");
    insert(4, "other", in(0));

    clock().advance(99);
    assertThat(ids()).containsExactly(1, 2, 3, 4);
    clock().advance(1);
    assertThat(ids()).containsExactly(2, 3, 4);
    clock().advance(50);
    assertThat(ids()).containsExactly(3, 4);
  }

  @Test
  void zeroMeansTheDateItself() {
    dateTtl("at", 0);
    insert(1, "at", in(7));

    clock().advance(6);
    assertThat(ids()).containsExactly(1);
    clock().advance(1);
    assertThat(ids()).isEmpty();
  }

  @Test
  void theEarliestDateOfAnArrayCounts() {
    dateTtl("at", 0);
    insert(1, "at", List.of(in(100), in(5), "x"));

    clock().advance(5);
    assertThat(ids()).isEmpty();
  }

  @Test
  void severalIndexesAndTheDefaultAreIndependent() {
    dateTtl("a", 0);
    dateTtl("b", 10);
    ttl(50);
    collection.insertOne(new Document("_id", 1).append("a", in(20)).append("b", in(0)));
    collection.insertOne(new Document("_id", 2).append("a", in(20)).append("ttl", -1));
    collection.insertOne(new Document("_id", 3));

    clock().advance(10);
    assertThat(ids()).containsExactly(2, 3);
    clock().advance(10);
    assertThat(ids()).containsExactly(3);
    clock().advance(30);
    assertThat(ids()).isEmpty();
  }

  @Test
  void aPartialIndexExpiresWhatItHolds() {
    collection.createIndex(
        new Document("at", 1),
        new IndexOptions()
            .expireAfter(0L, TimeUnit.SECONDS)
            .partialFilterExpression(json("{'kind': 'temporary'}")));
    collection.insertOne(new Document("_id", 1).append("at", in(5)).append("kind", "temporary"));
    collection.insertOne(new Document("_id", 2).append("at", in(5)));

    clock().advance(5);
    assertThat(ids()).containsExactly(2);
  }

  @Test
  void existingDocumentsAreCoveredWhenTheReplyComes() {
    for (int i = 0; i < 300; i++) {
      insert(i, "at", in(i < 100 ? -1 : 1000));
    }

    dateTtl("at", 0);

    assertThat(ids()).hasSize(200);
    assertThat(collection.countDocuments()).isEqualTo(200);
  }

  @Test
  void movingTheDateSavesADocument() {
    dateTtl("at", 0);
    insert(1, "at", in(5));
    collection.updateOne(json("{'_id': 1}"), new Document("$set", new Document("at", in(50))));

    clock().advance(49);
    assertThat(ids()).containsExactly(1);
    clock().advance(1);
    assertThat(ids()).isEmpty();
  }

  @Test
  void collModChangesTheSecondsAndConvertsAnIndex() {
    collection.createIndex(new Document("at", 1));
    insert(1, "at", in(0));
    clock().advance(100);
    assertThat(ids()).containsExactly(1);

    Document reply =
        run("{'collMod': 'c', 'index': {'keyPattern': {'at': 1}, 'expireAfterSeconds': 200}}");

    assertThat(reply).doesNotContainKey("expireAfterSeconds_old");
    clock().advance(99);
    assertThat(ids()).containsExactly(1);
    clock().advance(1);
    assertThat(ids()).isEmpty();
  }

  @Test
  void aHiddenIndexStillExpires() {
    dateTtl("at", 0);
    insert(1, "at", in(5));
    assertThat(run("{'collMod': 'c', 'index': {'name': 'at_1', 'hidden': true}}"))
        .containsEntry("hidden_old", false)
        .containsEntry("hidden_new", true);

    clock().advance(5);
    assertThat(ids()).isEmpty();
  }

  @Test
  void droppingTheIndexEndsIt() {
    dateTtl("at", 0);
    insert(1, "at", in(5));
    collection.dropIndex("at_1");

    clock().advance(50);
    assertThat(ids()).containsExactly(1);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    String index =
        "{'createIndexes': 'c', 'indexes': [{'name': 'x', 'key': %s, 'expireAfterSeconds': %s}]}";

    refused(67, () -> run(index.formatted("{'a': 1, 'b': 1}", "5")))
        .hasMessageContaining("TTL indexes are single-field indexes");
    refused(67, () -> run(index.formatted("{'a': 1}", "-1")))
        .hasMessageContaining("cannot be less than 0");
    refused(67, () -> run(index.formatted("{'a': 1}", "{'$numberDouble': 'NaN'}")))
        .hasMessageContaining("must not be NaN");
    refused(67, () -> run(index.formatted("{'a': 1}", "'x'")))
        .hasMessageContaining("must be numeric, but received a type of 'string'");
    refused(67, () -> run(index.formatted("{'a': 1}", "{'$numberLong': '3000000000'}")))
        .hasMessageContaining("must be within the range of a 32-bit integer");
    refused(197, () -> run(index.formatted("{'_id': 1}", "5")))
        .hasMessageContaining("is not valid for an _id index specification");
    refused(67, () -> run(index.formatted("{'$**': 1}", "5")));
  }

  @Test
  void aClusteredCollectionExpiresByTheDateInItsIds() {
    run(
        "{'create': 'c', 'clusteredIndex': {'key': {'_id': 1}, 'unique': true},"
            + " 'expireAfterSeconds': 10}");
    Date now = new Date(nowMillis());
    collection.insertMany(
        List.of(
            new Document("_id", now),
            new Document("_id", new Date(now.getTime() + 5_000)),
            new Document("_id", "no date"),
            new Document("_id", new Document("at", now))));
    clock().advance(10);
    assertThat(collection.countDocuments()).isEqualTo(3);
    assertThat(read(now)).isNull();
    collection.insertOne(new Document("_id", new Date(now.getTime() + 9_000)));

    run("{'collMod': 'c', 'expireAfterSeconds': 'off'}");
    clock().advance(100);
    assertThat(collection.countDocuments()).isEqualTo(4);
    run("{'collMod': 'c', 'expireAfterSeconds': 1}");
    assertThat(collection.countDocuments()).isEqualTo(2);
    assertThat(
            database
                .listCollections()
                .first()
                .get("options", Document.class)
                .get("expireAfterSeconds"))
        .isEqualTo(1L);
  }
}
