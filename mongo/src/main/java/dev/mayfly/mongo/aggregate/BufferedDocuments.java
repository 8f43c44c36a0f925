package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.HeapSize;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;

/** Documents buffered by a stage, with memory accounting. */
public final class BufferedDocuments implements AutoCloseable {
  private final MemoryUse memory;
  private List<BsonDocument> documents = new ArrayList<>();

  public BufferedDocuments(MemoryUse memory) {
    this.memory = requireNonNull(memory, "memory");
  }

  /** Buffers all of a stream and closes it. */
  public static BufferedDocuments all(
      DocumentStream source, MemoryUse memory, InterruptCheck steps) {
    BufferedDocuments held = new BufferedDocuments(memory);
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

  /** Replaces a document. */
  public void set(int place, BsonDocument document) {
    memory.forget(documents.get(place), 0);
    documents.set(place, memory.keep(document, 0));
  }

  public int size() {
    return documents.size();
  }

  /** The buffer itself; it may be sorted in place. */
  public List<BsonDocument> documents() {
    return documents;
  }

  /** Streams the documents; closing the stream releases their memory. */
  public DocumentStream stream() {
    Iterator<BsonDocument> rest = documents.iterator();
    return new DocumentStream() {
      @Override
      public BsonDocument next() {
        return rest.hasNext() ? rest.next() : null;
      }

      @Override
      public void close() {
        BufferedDocuments.this.close();
      }
    };
  }

  @Override
  public void close() {
    documents = List.of();
    memory.close();
  }
}
