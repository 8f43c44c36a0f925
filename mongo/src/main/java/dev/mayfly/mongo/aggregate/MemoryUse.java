package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;

/** The bytes that one stage holds on to: bounded, as nothing is put aside on disk. */
public final class MemoryUse implements AutoCloseable {
  /** What a stage may hold, as in MongoDB. */
  public static final long LIMIT_BYTES = 100L * 1024 * 1024;

  private final PipelineContext context;
  private final String tooMuch;
  private long held;

  /**
   * @param tooMuch what to say when it is too much
   */
  public MemoryUse(PipelineContext context, String tooMuch) {
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

  public void add(long bytes) {
    held += bytes;
    if (held > LIMIT_BYTES) {
      throw new MongoException(ErrorCodes.QUERY_EXCEEDED_MEMORY, tooMuch);
    }
    context.hold(bytes);
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
