package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Writers at the same time do not undo or double each other. */
class ConcurrencyDriverTest extends CollectionTest {
  private static final int WRITERS = 8;

  private static void together(IntConsumer work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      CyclicBarrier start = new CyclicBarrier(WRITERS);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        all.add(
            threads.submit(
                () -> {
                  start.await();
                  work.accept(writer);
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void noIncrementIsLost() throws Exception {
    insert("{'_id': 1, 'k': 'x', 'n': 0}");

    together(
        writer -> {
          for (int i = 0; i < 50; i++) {
            collection.updateOne(
                writer % 2 == 0 ? Filters.eq(1) : Filters.eq("k", "x"), Updates.inc("n", 1));
          }
        });

    assertThat(collection.find().first().get("n")).isEqualTo(WRITERS * 50);
  }

  @Test
  void upsertsOfTheSameInsertOnce() throws Exception {
    for (int round = 0; round < 10; round++) {
      String name = "r" + round;
      together(
          writer ->
              collection.updateOne(
                  Filters.eq("name", name), Updates.inc("n", 1), new UpdateOptions().upsert(true)));

      List<Document> made = collection.find(Filters.eq("name", name)).into(new ArrayList<>());
      assertThat(made).hasSize(1);
      assertThat(made.get(0).get("n")).isEqualTo(WRITERS);
    }
  }

  @Test
  void upsertsByIdInsertOnce() throws Exception {
    for (int round = 0; round < 10; round++) {
      int id = round;
      together(
          writer ->
              collection.updateOne(
                  Filters.eq(id), Updates.inc("n", 1), new UpdateOptions().upsert(true)));
      assertThat(collection.find(Filters.eq(id)).first().get("n")).isEqualTo(WRITERS);
    }
  }

  @Test
  void aDocumentIsTakenOnce() throws Exception {
    collection.insertMany(InsertDriverTest.documents(0, 200));
    List<Object> taken = java.util.Collections.synchronizedList(new ArrayList<>());

    together(
        writer -> {
          for (Document one = collection.findOneAndDelete(new Document());
              one != null;
              one = collection.findOneAndDelete(new Document())) {
            taken.add(one.get("_id"));
          }
        });

    assertThat(taken).hasSize(200).doesNotHaveDuplicates();
  }

  @Test
  void aCollectionThatManyMakeIsMadeOnce() throws Exception {
    together(writer -> database.getCollection("fresh").insertOne(new Document("_id", writer)));

    assertThat(database.getCollection("fresh").estimatedDocumentCount()).isEqualTo(WRITERS);
  }

  /** Builds that fail and are undone beside each other do not drop one another's index. */
  @Test
  void everyBuildOfAUniqueIndexOverDuplicatesSaysSo() throws Exception {
    insert("{'_id': 1, 'u': 1}", "{'_id': 2, 'u': 1}");
    ExecutorService clients = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        running.add(
            clients.submit(
                () -> {
                  for (int round = 0; round < 25; round++) {
                    refused(
                        11000,
                        () ->
                            collection.createIndex(
                                json("{'u': 1}"), new IndexOptions().unique(true)));
                  }
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      clients.shutdownNow();
    }
    assertThat(collection.listIndexes()).hasSize(1);
  }
}
