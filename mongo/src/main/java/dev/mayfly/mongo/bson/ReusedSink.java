package dev.mayfly.mongo.bson;

/** A sink that is used again and again, unless it has become large. Not thread safe. */
public final class ReusedSink {
  private static final int INITIAL_BYTES = 4 << 10;
  private static final int KEPT_BYTES_MAX = 256 << 10;

  private LittleEndianSink sink = new LittleEndianSink(INITIAL_BYTES);

  /** The sink without content; what was in it is gone. */
  public LittleEndianSink empty() {
    if (sink.array().length > KEPT_BYTES_MAX) {
      sink = new LittleEndianSink(INITIAL_BYTES);
    }
    sink.truncate(0);
    return sink;
  }
}
