package dev.mayfly.mongo.aggregate;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;

/** Makes streams of documents that are at hand. */
public final class DocumentStreams {
  /** No document. */
  public static final DocumentStream EMPTY = () -> null;

  private DocumentStreams() {}

  public static DocumentStream of(Iterable<BsonDocument> documents) {
    Iterator<BsonDocument> rest = documents.iterator();
    return () -> rest.hasNext() ? rest.next() : null;
  }

  /** All documents of a stream, which is closed; the caller knows that they are few. */
  public static List<BsonDocument> all(DocumentStream stream) {
    List<BsonDocument> all = new ArrayList<>();
    try (stream) {
      for (BsonDocument next = stream.next(); next != null; next = stream.next()) {
        all.add(next);
      }
    }
    return all;
  }
}
