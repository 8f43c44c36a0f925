package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.TransientMemory;
import org.bson.BsonDocument;

/** The output of a stage. Transient values are charged until the next document is requested. */
public final class StageStream extends DerivedStream {
  private final TransientMemory made;
  private long madeBytes;

  public StageStream(DocumentStream stage, TransientMemory made) {
    super(stage);
    this.made = requireNonNull(made, "made");
  }

  @Override
  public BsonDocument next() {
    release();
    long outer = made.enter();
    try {
      return source.next();
    } finally {
      madeBytes = made.leave(outer);
    }
  }

  @Override
  public void close() {
    super.close();
    release();
  }

  private void release() {
    made.release(madeBytes);
    madeBytes = 0;
  }
}
