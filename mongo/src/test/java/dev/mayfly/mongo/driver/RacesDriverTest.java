package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.UpdateResult;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.storage.Hold;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens when another comes between two steps, made to happen each time. */
@Timeout(120)
class RacesDriverTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private StoppingStorage storage;
  private DriverServer server;
  private MongoDatabase database;
  private MongoCollection<Document> collection;

  @BeforeEach
  void start() {
    storage = new StoppingStorage();
    server = DriverServer.over(storage);
    database = server.database();
    collection = database.getCollection("c");
    collection.insertOne(new Document("_id", 0).append("n", 0));
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    server.close();
  }

  private <T> CompletableFuture<T> aside(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, threads);
  }

  private UpdateResult upsert() {
    return collection.updateOne(
        Filters.eq("name", "x"), Updates.inc("n", 1), new UpdateOptions().upsert(true));
  }

  /** Waits until something is done, or a thread of the server waits for another in a method. */
  private static void awaitDoneOrWaiting(CompletableFuture<?> done, String method) {
    Await.until(method, () -> done.isDone() || isAnyWaiting(method));
  }

  private static boolean isAnyWaiting(String method) {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(
            frames ->
                frames.length > 1
                    && frames[0].getMethodName().equals("park")
                    && Arrays.stream(frames)
                        .anyMatch(frame -> frame.getClassName().contains("ReentrantLock"))
                    && Arrays.stream(frames)
                        .anyMatch(
                            frame ->
                                frame.getMethodName().equals(method)
                                    && frame.getClassName().endsWith(".Updates")));
  }

  @Test
  void aCollectionThatIsRedefinedBetweenTwoUpsertsGetsOneDocument() {
    Hold first = storage.stopIn("Updates.matchOrInsert");
    CompletableFuture<UpdateResult> one = aside(this::upsert);
    first.awaitReached();
    database.runCommand(Document.parse("{collMod: 'c', validationLevel: 'moderate'}"));

    CompletableFuture<UpdateResult> other = aside(this::upsert);
    awaitDoneOrWaiting(other, "run");
    first.release();

    assertThat(one.join().getUpsertedId()).isNotNull();
    assertThat(other.join().getModifiedCount()).isEqualTo(1);
    assertThat(collection.find(Filters.eq("name", "x")).map(each -> each.get("n")))
        .containsExactly(2);
  }

  @Test
  void aMergeThatMeetsAnotherInsertIsAMatch() {
    collection.insertOne(Document.parse("{_id: 1, a: 1}"));
    MongoCollection<Document> target = database.getCollection("target");
    target.insertOne(Document.parse("{_id: 5}"));
    Hold found = storage.stopIn("CollectionMergeTarget.find");
    CompletableFuture<Void> merge =
        aside(
            () -> {
              collection
                  .aggregate(
                      List.of(
                          Document.parse("{$match: {_id: 1}}"),
                          Document.parse("{$merge: {into: 'target'}}")))
                  .toCollection();
              return null;
            });
    found.awaitReached();
    target.insertOne(Document.parse("{_id: 1, b: 2}"));
    found.release();

    merge.join();
    assertThat(target.find(Filters.eq(1)).first())
        .isEqualTo(Document.parse("{_id: 1, b: 2, a: 1}"));
  }
}
