package dev.mayfly.mongo.aggregate;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** Documents as a scan shows them: what was stored is written over as soon as it was seen. */
final class FleetingDocuments implements DocumentStream {
  private static final int BEFORE = 36;

  private final Iterator<BsonDocument> documents;
  private byte[] shared = new byte[64];

  FleetingDocuments(List<BsonDocument> documents) {
    this.documents = documents.iterator();
  }

  @Override
  public BsonDocument next() {
    return documents.hasNext() ? documents.next() : null;
  }

  @Override
  public void forEachRemaining(Consumer<BsonDocument> consumer) {
    while (documents.hasNext()) {
      BsonDocument document = documents.next();
      consumer.accept(document instanceof LazyDocument stored ? fleeting(stored) : document);
      Arrays.fill(shared, (byte) 0x7A);
    }
  }

  private LazyDocument fleeting(LazyDocument stored) {
    int length = stored.raw().length();
    if (BEFORE + length > shared.length) {
      shared = new byte[2 * (BEFORE + length)];
    }
    System.arraycopy(stored.raw().bytes(), stored.raw().offset(), shared, BEFORE, length);
    return new LazyDocument(RawBson.documentAt(shared, BEFORE, length));
  }
}
