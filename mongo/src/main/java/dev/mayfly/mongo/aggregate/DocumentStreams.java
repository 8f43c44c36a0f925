package dev.mayfly.mongo.aggregate;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;

/** Streams of documents in memory. */
public final class DocumentStreams {
  public static final DocumentStream EMPTY = () -> null;

  private DocumentStreams() {}

  public static DocumentStream of(Iterable<BsonDocument> documents) {
    Iterator<BsonDocument> rest = documents.iterator();
    return () -> rest.hasNext() ? rest.next() : null;
  }

  /** Drains a stream that is known to be short, and closes it. */
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
