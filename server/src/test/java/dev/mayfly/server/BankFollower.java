package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.testkit.Await;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;

/**
 * Follows the change stream of a database over the lives of a server and replays it: an insert of
 * what is there, or a change of what is not, is an event that was lost or came twice. Documents
 * must be flat.
 */
final class BankFollower {
  private static final int HISTORY_MAX = 5;

  private final String database;
  private final Map<String, Deque<String>> histories = new ConcurrentHashMap<>();
  private final Map<String, Map<String, BsonDocument>> replayed = new ConcurrentHashMap<>();
  private BsonDocument token;

  BankFollower(String database) {
    this.database = database;
  }

  /** Remembers where to begin: with the changes from now on. */
  void begin(MongoClient client) {
    try (MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor =
        open(client.getDatabase(database))) {
      // The driver has a token when it has asked for events once.
      assertThat(cursor.tryNext()).isNull();
      token = cursor.getResumeToken();
      assertThat(token).isNotNull();
    }
  }

  /** Follows until the server is gone. */
  void follow(ServerProcess server) {
    try (MongoClient client =
            MongoClients.create(server.mongoAddress() + "/?serverSelectionTimeoutMS=2000");
        MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor =
            open(client.getDatabase(database))) {
      while (true) {
        read(cursor);
      }
    } catch (MongoException e) {
      assertThat(server.isAlive()).as("failed while the server lives: %s", e).isFalse();
    }
  }

  /** Reads on until a collection is as replayed, as a client of the server sees it. */
  void awaitEqual(MongoClient client, String collection) {
    MongoDatabase bank = client.getDatabase(database);
    try (MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor = open(bank)) {
      Await.until(
          collection + " is as replayed",
          () -> {
            read(cursor);
            Map<String, BsonDocument> stored = new TreeMap<>();
            bank.getCollection(collection, BsonDocument.class)
                .find()
                .forEach(each -> stored.put(text(each.get("_id")), each));
            return stored.equals(replayed.getOrDefault(collection, Map.of()));
          });
    }
  }

  private MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> open(MongoDatabase bank) {
    ChangeStreamIterable<BsonDocument> stream =
        bank.watch(BsonDocument.class).maxAwaitTime(10, TimeUnit.MILLISECONDS);
    if (token != null) {
      stream.resumeAfter(token);
    }
    return stream.cursor();
  }

  private void read(MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor) {
    ChangeStreamDocument<BsonDocument> event = cursor.tryNext();
    while (event != null) {
      apply(event);
      token = event.getResumeToken();
      event = cursor.tryNext();
    }
  }

  private void apply(ChangeStreamDocument<BsonDocument> event) {
    String id = text(event.getDocumentKey().get("_id"));
    String which = history(event, id);
    Map<String, BsonDocument> documents =
        replayed.computeIfAbsent(
            event.getNamespace().getCollectionName(), absent -> new TreeMap<>());
    switch (event.getOperationType()) {
      case INSERT -> assertThat(documents.put(id, event.getFullDocument())).as(which).isNull();
      case REPLACE -> assertThat(documents.put(id, event.getFullDocument())).as(which).isNotNull();
      case DELETE -> assertThat(documents.remove(id)).as(which).isNotNull();
      case UPDATE -> {
        BsonDocument document = documents.get(id);
        assertThat(document).as(which).isNotNull();
        document.putAll(event.getUpdateDescription().getUpdatedFields());
        event.getUpdateDescription().getRemovedFields().forEach(document::remove);
      }
      default -> throw new AssertionError(event.toString());
    }
  }

  /** The last events of a document, for the text of a failure. */
  private String history(ChangeStreamDocument<BsonDocument> event, String id) {
    Deque<String> events =
        histories.computeIfAbsent(event.getNamespace() + " " + id, absent -> new ArrayDeque<>());
    events.add(event.toString());
    if (events.size() > HISTORY_MAX) {
      events.remove();
    }
    return String.join("\n", events);
  }

  private static String text(BsonValue id) {
    return new Document("id", id).toBsonDocument().toJson();
  }
}
