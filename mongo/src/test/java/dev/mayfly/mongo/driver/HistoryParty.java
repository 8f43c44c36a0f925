package dev.mayfly.mongo.driver;

import static java.util.Objects.requireNonNull;

import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.result.DeleteResult;
import com.mongodb.client.result.UpdateResult;
import java.util.List;
import org.bson.Document;

/** Somebody who writes and reads: in the transactions of a session, or without. */
final class HistoryParty {
  final MongoCollection<Document> collection;

  /** Null for none. */
  final ClientSession session;

  /** The transaction that is open; null for none. */
  HistoryModel.Open open;

  HistoryParty(MongoCollection<Document> collection, ClientSession session) {
    this.collection = requireNonNull(collection, "collection");
    this.session = session;
  }

  FindIterable<Document> find(Document filter) {
    return open == null ? collection.find(filter) : collection.find(session, filter);
  }

  AggregateIterable<Document> aggregate(List<Document> stages) {
    return open == null ? collection.aggregate(stages) : collection.aggregate(session, stages);
  }

  /** Returns whether it was there. */
  boolean delete(Document key) {
    DeleteResult result =
        open == null ? collection.deleteOne(key) : collection.deleteOne(session, key);
    return result.getDeletedCount() == 1;
  }

  /** Returns whether it was there. */
  boolean update(Document key, Document update) {
    UpdateResult result =
        open == null
            ? collection.updateOne(key, update)
            : collection.updateOne(session, key, update);
    return result.getMatchedCount() == 1;
  }

  /** Returns how many were deleted. */
  long deleteMany(Document filter) {
    DeleteResult result =
        open == null ? collection.deleteMany(filter) : collection.deleteMany(session, filter);
    return result.getDeletedCount();
  }

  /** Returns how many were found. */
  long updateMany(Document filter, Document update) {
    UpdateResult result =
        open == null
            ? collection.updateMany(filter, update)
            : collection.updateMany(session, filter, update);
    return result.getMatchedCount();
  }

  void replace(Document key, Document document) {
    ReplaceOptions upsert = new ReplaceOptions().upsert(true);
    if (open == null) {
      collection.replaceOne(key, document, upsert);
    } else {
      collection.replaceOne(session, key, document, upsert);
    }
  }
}
