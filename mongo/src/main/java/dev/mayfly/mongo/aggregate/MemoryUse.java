package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.query.memory.BufferMemory;
import java.util.function.LongConsumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Memory accounting of one stage. It is bounded, as stages do not spill to disk. */
public final class MemoryUse extends BufferMemory {
  /** The limit of a stage, as in MongoDB. */
  public static final long LIMIT_BYTES = 100L * 1024 * 1024;

  private MemoryUse(LongConsumer request, String tooMuch, long limitBytes) {
    super(request, limitBytes, () -> new MongoException(ErrorCodes.QUERY_EXCEEDED_MEMORY, tooMuch));
  }

  /** For a stage that MongoDB would let spill to disk. */
  public static MemoryUse of(String stage, PipelineContext context) {
    return new MemoryUse(
        context::hold,
        "Exceeded memory limit for "
            + stage
            + ", but didn't allow external sort. Pass allowDiskUse:true to opt in.",
        LIMIT_BYTES);
  }

  /**
   * For a sort.
   *
   * @param request is charged with what the sort holds
   */
  public static MemoryUse ofSort(LongConsumer request) {
    return new MemoryUse(
        request,
        "Sort exceeded memory limit of "
            + LIMIT_BYTES
            + " bytes, but did not opt in to external sorting.",
        LIMIT_BYTES);
  }

  /**
   * For state that MongoDB does not limit: only the limits of the request and of the server apply.
   */
  public static MemoryUse ofRequest(PipelineContext context) {
    return new MemoryUse(context::hold, "", Long.MAX_VALUE);
  }

  /**
   * Charges a value that is retained.
   *
   * @param more overhead beside it
   * @return the value to retain
   */
  public BsonValue keep(BsonValue value, long more) {
    add(more + HeapSize.of(value));
    return Detached.of(value);
  }

  /** As {@link #keep(BsonValue, long)}. */
  public BsonDocument keep(BsonDocument document, long more) {
    add(more + HeapSize.of(document));
    return Detached.of(document);
  }

  /** Releases a retained value. */
  public void forget(BsonValue value, long more) {
    add(-more - HeapSize.of(value));
  }
}
