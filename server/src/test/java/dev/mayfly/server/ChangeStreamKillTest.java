package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed while it is written to, and a reader of a change stream who resumes where
 * the last life ended: nothing is lost and nothing comes twice.
 */
@Timeout(300)
@LongTest
class ChangeStreamKillTest {
  private static final int LIVES = Rounds.of(2, 3);
  private static final int IDS = 50;

  @TempDir private Path temporary;
  private final Map<Integer, Integer> replayed = new TreeMap<>();
  private BsonDocument token;

  @Test
  void aReplayedStreamIsTheCollectionAfterKills() throws Exception {
    long seed = Seeds.seedOfThreads(ChangeStreamKillTest.class);
    Random random = new Random(seed);
    String data = temporary.resolve("data").toString();
    for (int life = 0; life <= LIVES; life++) {
      try (ServerProcess server = ServerProcess.serve(temporary, "--data", data);
          MongoClient client =
              MongoClients.create(
                  server.mongoAddress() + "/?retryWrites=false&serverSelectionTimeoutMS=15000")) {
        MongoCollection<Document> collection = client.getDatabase("d").getCollection("c");
        try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor = open(collection)) {
          if (life == LIVES) {
            read(cursor, Integer.MAX_VALUE);
            assertThat(replayed).as("seed %s", seed).isEqualTo(stored(collection));
            return;
          }
          read(cursor, Integer.MAX_VALUE);
          AtomicInteger written = new AtomicInteger();
          CompletableFuture<Void> writing =
              CompletableFuture.runAsync(() -> write(collection, random, written));
          int most = 50 + random.nextInt(200);
          while (written.get() < most && !writing.isDone()) {
            read(cursor, 10);
          }
          server.kill();
          writing.get(60, TimeUnit.SECONDS);
        } catch (MongoException e) {
          // The server was killed below the reader.
          assertThat(life).isLessThan(LIVES);
        }
      }
    }
  }

  private MongoChangeStreamCursor<ChangeStreamDocument<Document>> open(
      MongoCollection<Document> collection) {
    var stream = collection.watch().maxAwaitTime(10, TimeUnit.MILLISECONDS);
    if (token != null) {
      stream.resumeAfter(token);
    }
    MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor = stream.cursor();
    if (token == null) {
      token = cursor.getResumeToken();
    }
    return cursor;
  }

  private void read(MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor, int most) {
    for (int i = 0; i < most; i++) {
      ChangeStreamDocument<Document> event = cursor.tryNext();
      if (event == null) {
        break;
      }
      apply(event);
      token = event.getResumeToken();
    }
  }

  private void apply(ChangeStreamDocument<Document> event) {
    int id = event.getDocumentKey().getInt32("_id").getValue();
    switch (event.getOperationType()) {
      case INSERT -> assertThat(replayed.put(id, event.getFullDocument().getInteger("n"))).isNull();
      case UPDATE ->
          assertThat(
                  replayed.put(
                      id, event.getUpdateDescription().getUpdatedFields().getInt32("n").getValue()))
              .isNotNull();
      case DELETE -> assertThat(replayed.remove(id)).isNotNull();
      default -> throw new AssertionError(event.toString());
    }
  }

  private static Map<Integer, Integer> stored(MongoCollection<Document> collection) {
    Map<Integer, Integer> stored = new TreeMap<>();
    for (Document each : collection.find()) {
      stored.put(each.getInteger("_id"), each.getInteger("n"));
    }
    return stored;
  }

  private static void write(
      MongoCollection<Document> collection, Random random, AtomicInteger written) {
    try {
      while (true) {
        int id = random.nextInt(IDS);
        if (random.nextInt(4) == 0) {
          collection.deleteOne(Filters.eq("_id", id));
        } else {
          collection.updateOne(
              Filters.eq("_id", id),
              Updates.set("n", written.incrementAndGet() + random.nextInt()),
              new com.mongodb.client.model.UpdateOptions().upsert(true));
        }
      }
    } catch (MongoException e) {
      // The server was killed.
    }
  }
}
