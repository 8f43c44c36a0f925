package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.query.memory.BufferMemory;
import dev.mayfly.query.memory.HeapAccount;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Memory accounting of one stage. What goes beyond its limit is refused or spilled to disk. */
public final class MemoryUse extends BufferMemory {
  private static final Set<String> SPILLING =
      Set.of("$group", "$bucket", "$bucketAuto", "$setWindowFields");

  private MemoryUse(HeapAccount request, String tooMuch, long limitBytes) {
    super(request, limitBytes, () -> new MongoException(ErrorCodes.QUERY_EXCEEDED_MEMORY, tooMuch));
  }

  /** For a stage. What it can't move to disk, or may not, is refused. */
  public static MemoryUse of(String stage, PipelineContext context) {
    long limitBytes = context.limits().bytesOf(stage);
    if (context.spill() != null || !SPILLING.contains(stage)) {
      return ofFixed(stage, context);
    }
    return new MemoryUse(
        context.heap(),
        "Exceeded memory limit for "
            + stage
            + ", but didn't allow external sort. Pass allowDiskUse:true to opt in.",
        limitBytes);
  }

  /** For what a stage can't move to disk, whatever the request allows. */
  public static MemoryUse ofFixed(String stage, PipelineContext context) {
    long limitBytes = context.limits().bytesOf(stage);
    return new MemoryUse(
        context.heap(),
        "Exceeded memory limit for "
            + stage
            + ": it holds more than "
            + limitBytes
            + " bytes that it can't move to disk. Select less before it.",
        limitBytes);
  }

  /**
   * For a sort.
   *
   * @param request is charged with what the sort holds
   */
  public static MemoryUse ofSort(HeapAccount request, StageLimits limits) {
    long limitBytes = limits.bytes(StageLimits.Limit.SORT);
    return new MemoryUse(
        request,
        "Sort exceeded memory limit of "
            + limitBytes
            + " bytes, but did not opt in to external sorting.",
        limitBytes);
  }

  /**
   * For state that MongoDB does not limit: only the limits of the request and of the server apply.
   */
  public static MemoryUse ofRequest(PipelineContext context) {
    return new MemoryUse(context.heap(), "", Long.MAX_VALUE);
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
