package dev.mayfly.mongo.aggregate;

import org.bson.BsonDocument;

/** The stream of a blocking stage: it consumes all of its input before its first result. */
public abstract class BlockingStream extends DerivedStream {
  private DocumentStream results;

  protected BlockingStream(DocumentStream source) {
    super(source);
  }

  /** Consumes the input and returns the results. */
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
