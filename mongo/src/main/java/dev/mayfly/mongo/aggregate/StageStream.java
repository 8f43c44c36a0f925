package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.MadeValues;
import org.bson.BsonDocument;

/** What comes out of a stage. What it made of a document counts until it is asked for the next. */
final class StageStream extends DerivedStream {
  private final MadeValues made;
  private long madeBytes;

  StageStream(DocumentStream stage, MadeValues made) {
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
