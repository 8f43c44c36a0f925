package dev.mayfly.mongo.aggregate;

import org.bson.BsonDocument;

/** A stream that must have seen all of its source before its first document. */
public abstract class DrainedStream extends DerivedStream {
  private DocumentStream results;

  protected DrainedStream(DocumentStream source) {
    super(source);
  }

  /** Takes everything from the source and says what comes out. */
  protected abstract DocumentStream drain();

  @Override
  public final BsonDocument next() {
    if (results == null) {
      results = drain();
      source.close();
    }
    return results.next();
  }

  @Override
  public void close() {
    super.close();
    if (results != null) {
      results.close();
    }
    results = DocumentStreams.EMPTY;
  }
}
