package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Transactions and others that write the same, and items that expire meanwhile. */
class TransactionConflictDriverTest extends TwoSessionsTest {
  /** On a thread of its own: it may wait for long. */
  private static CompletableFuture<Void> later(Runnable action) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                action.run();
                done.complete(null);
              } catch (Throwable e) {
                done.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return done;
  }

  @Test
  void theFirstWriterWinsAtOnce() {
    insert("{'_id': 1, 'n': 1}");
    session.startTransaction();
    other.startTransaction();
    inside.updateOne(session, json("{'_id': 1}"), json("{'$inc': {'n': 1}}"));
    assertThat(inside.find(other).first().get("n")).as("reads never conflict").isEqualTo(1);
    fails(112, true, () -> inside.deleteOne(other, json("{'_id': 1}")));
    session.commitTransaction();
    other.abortTransaction();
    other.startTransaction();
    assertThat(inside.find(other).first().get("n")).isEqualTo(2);
    collection.updateOne(json("{'_id': 1}"), json("{'$inc': {'n': 1}}"));
    fails(112, true, () -> inside.updateOne(other, json("{'_id': 1}"), json("{'$set': {'a': 1}}")));
    other.abortTransaction();
  }

  @Test
  void uniqueKeysThatArePendingConflictAndVisibleOnesAreDuplicates() {
    collection.createIndex(Indexes.ascending("u"), new IndexOptions().unique(true));
    insert("{'_id': 1, 'u': 1}");
    session.startTransaction();
    other.startTransaction();
    inside.insertOne(session, json("{'_id': 2, 'u': 2}"));
    fails(112, true, () -> inside.insertOne(other, json("{'_id': 3, 'u': 2}")));
    other.abortTransaction();
    other.startTransaction();
    fails(11000, false, () -> inside.insertOne(other, json("{'_id': 3, 'u': 1}")));
    fails(251, true, () -> inside.find(other).first());
    other.abortTransaction();
    other.startTransaction();
    fails(112, true, () -> inside.insertOne(other, json("{'_id': 2, 'u': 9}")));
    session.commitTransaction();
    other.abortTransaction();
    refused(11000, () -> insert("{'_id': 4, 'u': 2}"));
  }

  @Test
  void writesOutsideWaitAndThenProceed() throws Exception {
    insert("{'_id': 1, 'n': 1}", "{'_id': 2, 'n': 1}");
    session.startTransaction();
    inside.updateOne(session, json("{'_id': 1}"), json("{'$inc': {'n': 1}}"));
    inside.insertOne(session, json("{'_id': 5}"));
    named("made").insertOne(session, json("{'_id': 1}"));
    List<CompletableFuture<?>> waiting =
        List.of(
            later(() -> collection.updateOne(json("{'_id': 1}"), json("{'$inc': {'n': 10}}"))),
            later(() -> collection.updateMany(json("{}"), json("{'$inc': {'n': 100}}"))),
            later(
                () ->
                    collection.updateOne(
                        json("{'n': {'$gt': 0}, '_id': {'$lt': 2}}"),
                        List.of(json("{'$set': {'n': {'$add': ['$n', 1000]}}}")))),
            later(() -> refused(11000, () -> insert("{'_id': 5}"))),
            later(() -> database.getCollection("made").insertOne(json("{'_id': 2}"))));
    refused(
        50,
        () -> run("{'delete': 'c', 'deletes': [{'q': {'_id': 1}, 'limit': 1}], 'maxTimeMS': 200}"));
    refused(
        50,
        () ->
            run(
                "{'insert': 'c', 'documents': [{'_id': 5}, {'_id': 6}], 'ordered': false,"
                    + " 'maxTimeMS': 200}"));
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    session.commitTransaction();
    for (CompletableFuture<?> each : waiting) {
      each.get(30, TimeUnit.SECONDS);
    }
    assertThat(idsOf(database.getCollection("made").find())).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void manyWaitingWritesDoNotKeepTheTransactionFromItsEnd() throws Exception {
    insert("{'_id': 1, 'n': 0}");
    session.startTransaction();
    inside.updateOne(session, json("{'_id': 1}"), json("{'$inc': {'n': 1}}"));
    CompletableFuture<?>[] waiting = new CompletableFuture<?>[60];
    Arrays.setAll(
        waiting,
        i -> later(() -> collection.updateOne(json("{'_id': 1}"), json("{'$inc': {'n': 1}}"))));
    inside.updateOne(session, json("{'_id': 1}"), json("{'$inc': {'n': 1}}"));
    assertThat(inside.find(session).first().get("n")).isEqualTo(2);
    session.commitTransaction();
    CompletableFuture.allOf(waiting).get(60, TimeUnit.SECONDS);
    assertThat(collection.find().first().get("n")).isEqualTo(62);
  }

  @Test
  void aChangeOfACollectionWaitsForItsTransactions() throws Exception {
    insert("{'_id': 1, 'n': 1}");
    session.startTransaction();
    inside.find(session).first();
    refused(50, () -> run("{'drop': 'c', 'maxTimeMS': 100}"));
    CompletableFuture<?> index = later(() -> collection.createIndex(Indexes.ascending("n")));
    assertThat(index).isNotDone();
    session.commitTransaction();
    index.get(30, TimeUnit.SECONDS);
    session.startTransaction();
    named("else").find(session).first();
    collection.createIndex(Indexes.ascending("later"));
    fails(112, true, () -> inside.find(session).first());
    session.abortTransaction();
  }

  @Test
  @Rule("D6")
  void eachStatementJudgesAtItsOwnInstantAndAWriteToTheDeadIsAConflict() {
    run(
        "{'createIndexes': 'c', 'indexes': [{'key': {'_ts': 1}, 'name': '_ts_1',"
            + " 'expireAfterSeconds': 100}]}");
    insert("{'_id': 1, 'ttl': 10, 'n': 1}", "{'_id': 2, 'n': 1}", "{'_id': 3, 'ttl': 20}");
    session.startTransaction();
    assertThat(inside.countDocuments(session)).isEqualTo(3);
    clock().advance(10);
    assertThat(idsOf(inside.find(session))).as("from an old snapshot").containsExactly(2, 3);
    assertThat(inside.countDocuments(session)).isEqualTo(2);
    inside.insertOne(session, json("{'_id': 1, 'fresh': true}"));
    inside.insertOne(session, json("{'_id': 4, 'ttl': 5}"));
    inside.updateOne(session, json("{'_id': 2}"), json("{'$inc': {'n': 1}}"));
    clock().advance(9);
    assertThat(idsOf(inside.find(session)))
        .as("the time of what is pending has not begun")
        .containsExactly(1, 2, 3, 4);
    session.commitTransaction();
    clock().advance(4);
    assertThat(ids()).containsExactly(1, 2, 4);
    clock().advance(1);
    assertThat(ids()).containsExactly(1, 2);

    session.startTransaction();
    inside.updateOne(session, json("{'_id': 2}"), json("{'$set': {'ttl': 1000}}"));
    clock().advance(100);
    fails(112, true, session::commitTransaction);
    assertThat(ids()).isEmpty();
  }

  @Test
  void transactionsThatAreOpenForTooLongAreGivenUp() {
    insert("{'_id': 1}");
    Object before = admin("{'setParameter': 1, 'transactionLifetimeLimitSeconds': 1}").get("was");
    try {
      session.startTransaction();
      inside.updateOne(session, json("{'_id': 1}"), json("{'$set': {'n': 1}}"));
      collection.updateOne(json("{'_id': 1}"), json("{'$set': {'n': 2}}"));
      Await.until("the end of the transaction", () -> SERVER.engine().openTransactions() == 0);
      fails(251, true, session::commitTransaction);
    } finally {
      admin("{'setParameter': 1, 'transactionLifetimeLimitSeconds': " + before + "}");
    }
    assertThat(collection.find().first().get("n")).isEqualTo(2);
    assertThat(before).isEqualTo(60);
  }
}
