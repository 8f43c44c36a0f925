package dev.mayfly.torture.cluster.load;

import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.torture.cluster.judge.FeedLedger;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;

/**
 * Reads a change stream. The driver resumes it by itself; where it gives up, this opens another one
 * behind the last event.
 */
final class MongoFeedReader implements ClientLoop.Request, AutoCloseable {
  private static final int EVENTS_MAX = 1_000;

  private final MongoStore store;
  private final FeedLedger ledger;
  private MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor;
  private BsonDocument token;

  MongoFeedReader(MongoStore store, FeedLedger ledger) {
    this.store = store;
    this.ledger = ledger;
  }

  /** Begins before the first insert. */
  void open() {
    ChangeStreamIterable<Document> stream =
        store.collection("feed").watch().maxAwaitTime(200, TimeUnit.MILLISECONDS);
    cursor = (token == null ? stream : stream.resumeAfter(token)).cursor();
    token = cursor.getResumeToken() == null ? token : cursor.getResumeToken();
  }

  @Override
  public void send(Random random) {
    if (cursor == null) {
      open();
    }
    try {
      for (int i = 0; i < EVENTS_MAX; i++) {
        ChangeStreamDocument<Document> event = cursor.tryNext();
        token = cursor.getResumeToken() == null ? token : cursor.getResumeToken();
        if (event == null) {
          return;
        }
        Document inserted = event.getFullDocument();
        ledger.receive(inserted.getString("writer"), inserted.getLong("n"));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public void close() {
    if (cursor != null) {
      try {
        cursor.close();
      } catch (RuntimeException alreadyBroken) {
        // The next one continues where this one was.
      }
      cursor = null;
    }
  }
}
