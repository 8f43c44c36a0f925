package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The heap bytes that one stage holds on to: bounded, as nothing is put aside on disk. */
public final class MemoryUse implements AutoCloseable {
  /** What a stage may hold, as in MongoDB. */
  public static final long LIMIT_BYTES = 100L * 1024 * 1024;

  private final PipelineContext context;
  private final String tooMuch;
  private final long limitBytes;
  private long held;

  /**
   * @param tooMuch what to say when it is too much
   */
  public MemoryUse(PipelineContext context, String tooMuch) {
    this(context, tooMuch, LIMIT_BYTES);
  }

  private MemoryUse(PipelineContext context, String tooMuch, long limitBytes) {
    this.limitBytes = limitBytes;
    this.context = requireNonNull(context, "context");
    this.tooMuch = requireNonNull(tooMuch, "tooMuch");
  }

  /** For a stage that MongoDB would let use the disk. */
  public static MemoryUse of(String stage, PipelineContext context) {
    return new MemoryUse(
        context,
        "Exceeded memory limit for "
            + stage
            + ", but didn't allow external sort. Pass allowDiskUse:true to opt in.");
  }

  /** For what MongoDB would not hold: only the limits of the request and of the server count. */
  public static MemoryUse ofRequest(PipelineContext context) {
    return new MemoryUse(context, "", Long.MAX_VALUE);
  }

  /**
   * Counts a value that is kept from now on.
   *
   * @param more what is kept beside it
   * @return the value to keep
   */
  public BsonValue keep(BsonValue value, long more) {
    add(more + HeapSize.of(value));
    return Detached.of(value);
  }

  /** The same of a document. */
  public BsonDocument keep(BsonDocument document, long more) {
    add(more + HeapSize.of(document));
    return Detached.of(document);
  }

  /** A kept value is let go. */
  public void forget(BsonValue value, long more) {
    add(-more - HeapSize.of(value));
  }

  /** Counts heap bytes; negative for what is let go. */
  public void add(long bytes) {
    if (held + bytes > limitBytes) {
      throw new MongoException(ErrorCodes.QUERY_EXCEEDED_MEMORY, tooMuch);
    }
    context.hold(bytes);
    held += bytes;
  }

  public long heldBytes() {
    return held;
  }

  /** Lets go of everything. */
  @Override
  public void close() {
    context.hold(-held);
    held = 0;
  }
}
