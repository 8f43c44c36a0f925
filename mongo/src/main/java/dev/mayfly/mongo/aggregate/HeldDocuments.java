package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.HeapSize;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;

/** Documents that a stage keeps, with the memory that they take counted. */
public final class HeldDocuments implements AutoCloseable {
  private final MemoryUse memory;
  private List<BsonDocument> documents = new ArrayList<>();

  public HeldDocuments(MemoryUse memory) {
    this.memory = requireNonNull(memory, "memory");
  }

  /** All of a stream, which is closed. */
  public static HeldDocuments all(DocumentStream source, MemoryUse memory, Steps steps) {
    HeldDocuments held = new HeldDocuments(memory);
    try (source) {
      for (BsonDocument each = source.next(); each != null; each = source.next()) {
        steps.next();
        held.add(each);
      }
    }
    return held;
  }

  public void add(BsonDocument document) {
    documents.add(memory.keep(document, HeapSize.ELEMENT));
  }

  /** Puts another document in the place of one. */
  public void set(int place, BsonDocument document) {
    memory.forget(documents.get(place), 0);
    documents.set(place, memory.keep(document, 0));
  }

  public int size() {
    return documents.size();
  }

  /** The documents themselves; their order may be changed. */
  public List<BsonDocument> documents() {
    return documents;
  }

  /** Gives the documents away one by one; they are let go when the stream is closed. */
  public DocumentStream stream() {
    Iterator<BsonDocument> rest = documents.iterator();
    return new DocumentStream() {
      @Override
      public BsonDocument next() {
        return rest.hasNext() ? rest.next() : null;
      }

      @Override
      public void close() {
        HeldDocuments.this.close();
      }
    };
  }

  @Override
  public void close() {
    documents = List.of();
    memory.close();
  }
}
