package dev.mayfly.mongo.error;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.ru.TooManyRequestsException;
import dev.mayfly.net.work.ClientGoneException;
import dev.mayfly.query.memory.MemoryRefusal;
import dev.mayfly.query.spill.SpillException;
import dev.mayfly.text.TextRefusal;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Translates exceptions into MongoDB's errors. */
public final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  /** By which drivers see that they can't resume a change stream. */
  public static final String NOT_RESUMABLE = "NonResumableChangeStreamError";

  private Failures() {}

  public static MongoException translate(Throwable failure) {
    if (failure instanceof MongoException known) {
      return known;
    }
    if (failure instanceof TooManyRequestsException busy) {
      return tooManyRequests(busy);
    }
    if (failure instanceof RefusedKeysException refused) {
      return new MongoException(refused.mongoCode(), refused.getMessage(), refused);
    }
    if (failure instanceof TextRefusal refusal) {
      return new MongoException(refusal.number(), refusal.getMessage(), refusal);
    }
    if (failure instanceof EngineException engine) {
      return engine(engine);
    }
    if (failure instanceof SpillException spill) {
      return spill(spill);
    }
    if (failure instanceof RejectedExecutionException) {
      return overloaded(
          new MongoException(ErrorCodes.REQUEST_RATE_LIMIT_EXCEEDED, failure.getMessage()));
    }
    if (failure instanceof ClientGoneException) {
      return new MongoException(ErrorCodes.CLIENT_DISCONNECT, "operation was interrupted", failure);
    }
    if (failure instanceof StackOverflowError) {
      return new MongoException(ErrorCodes.OVERFLOW, "The request nests too deeply.", failure);
    }
    LOG.error("A command failed", failure);
    return new MongoException(
        ErrorCodes.INTERNAL_ERROR, "A defect of the server: " + failure, failure);
  }

  /** For a request above its memory limit. */
  public static MongoException outOfMemory(MemoryRefusal refusal) {
    if (refusal.isTooLarge()) {
      return new MongoException(
          ErrorCodes.EXCEEDED_MEMORY_LIMIT,
          "The operation needs more than "
              + refusal.bytesMax()
              + " bytes of memory, which is the limit for one operation: filter or project before"
              + " you sort, group or join, or give the server a larger heap.");
    }
    return overloaded(
        new MongoException(
            ErrorCodes.EXCEEDED_MEMORY_LIMIT,
            ("The operation needs %s bytes of memory, which other operations hold at the "
                    + "moment: try again later, or filter or project before you sort, group or "
                    + "join.")
                .formatted(refusal.heldBytes())));
  }

  /** For a request that can't use the disk any more. */
  private static MongoException spill(SpillException failure) {
    return switch (failure.reason()) {
      case SERVER_LIMIT ->
          overloaded(
              new MongoException(ErrorCodes.OUT_OF_DISK_SPACE, failure.getMessage(), failure));
      case REQUEST_LIMIT, DISK_FULL ->
          new MongoException(ErrorCodes.OUT_OF_DISK_SPACE, failure.getMessage(), failure);
      case FAILED -> {
        LOG.error("A temporary file can't be used", failure);
        yield new MongoException(ErrorCodes.FILE_STREAM_FAILED, failure.getMessage(), failure);
      }
    };
  }

  private static MongoException tooManyRequests(TooManyRequestsException busy) {
    return new MongoException(
        ErrorCodes.TOO_MANY_REQUESTS,
        ("Error=16500, RetryAfterMs=%s, Details='Response status code does not "
                + "indicate success: TooManyRequests (429); Substatus: 3200; Reason: ({ "
                + "\"Errors\": [ \"Request rate is large. More Request Units may be needed, so "
                + "no changes were made. Please retry this request later.\" ] });'")
            .formatted(busy.retryAfterMillis()),
        busy);
  }

  private static MongoException engine(EngineException failure) {
    int code =
        switch (failure.code()) {
          case BAD_REQUEST, BAD_TTL, WRONG_PARTITION_KEY, BAD_CONTINUATION, RANGE_NOT_FOUND ->
              ErrorCodes.BAD_VALUE;
          case MALFORMED_BODY -> ErrorCodes.INVALID_BSON;
          case TOO_LARGE -> ErrorCodes.BSON_OBJECT_TOO_LARGE;
          case DATABASE_NOT_FOUND, CONTAINER_NOT_FOUND, ITEM_NOT_FOUND ->
              ErrorCodes.NAMESPACE_NOT_FOUND;
          case INDEX_NOT_FOUND -> ErrorCodes.INDEX_NOT_FOUND;
          case ARRAY_REFUSED -> ErrorCodes.HASHED_ARRAY;
          case PARALLEL_ARRAYS -> ErrorCodes.CANNOT_INDEX_PARALLEL_ARRAYS;
          case ALREADY_EXISTS -> ErrorCodes.NAMESPACE_EXISTS;
          case UNIQUE_KEY_VIOLATION -> ErrorCodes.DUPLICATE_KEY;
          case PRECONDITION_FAILED, FAILED_DEPENDENCY, WRITE_CONFLICT, ITEM_LOCKED ->
              ErrorCodes.WRITE_CONFLICT;
          case SNAPSHOT_UNAVAILABLE -> ErrorCodes.SNAPSHOT_UNAVAILABLE;
          case SNAPSHOT_TOO_OLD -> ErrorCodes.SNAPSHOT_TOO_OLD;
          case TRANSACTION_TOO_LARGE -> ErrorCodes.TRANSACTION_TOO_LARGE;
          case FEED_TRUNCATED -> ErrorCodes.CHANGE_STREAM_HISTORY_LOST;
          // Not 20 (IllegalOperation): some drivers take it for a server without retryable writes.
          case GUARD_REFUSED -> ErrorCodes.OPERATION_FAILED;
          case TOO_MANY_REQUESTS -> ErrorCodes.TOO_MANY_REQUESTS;
          case QUOTA_EXCEEDED, DISK_FULL -> ErrorCodes.OUT_OF_DISK_SPACE;
          case TOO_MANY_RESOURCES -> ErrorCodes.ATLAS_ERROR;
          case NOT_SUPPORTED -> ErrorCodes.COMMAND_NOT_SUPPORTED;
          case OVERLOADED -> ErrorCodes.REQUEST_RATE_LIMIT_EXCEEDED;
          case NOT_LEADER -> ErrorCodes.NOT_WRITABLE_PRIMARY;
          case OUTCOME_UNKNOWN -> ErrorCodes.INTERRUPTED_DUE_TO_REPL_STATE_CHANGE;
          case NO_QUORUM -> ErrorCodes.PRIMARY_STEPPED_DOWN;
          case CLOSED -> ErrorCodes.INTERRUPTED_AT_SHUTDOWN;
          case STORAGE_FAILED, CORRUPTED, LOCKED, NEWER_FORMAT, CLOCK_BEHIND, INTERNAL ->
              ErrorCodes.INTERNAL_ERROR;
        };
    MongoException translated =
        code == ErrorCodes.HASHED_ARRAY
            ? new MongoException(
                code, "Error: hashed indexes do not currently support array values", failure)
            : new MongoException(code, failure.getMessage(), failure);
    if (code == ErrorCodes.CHANGE_STREAM_HISTORY_LOST) {
      return translated.labelled(NOT_RESUMABLE);
    }
    return code == ErrorCodes.REQUEST_RATE_LIMIT_EXCEEDED ? overloaded(translated) : translated;
  }

  /** Adds the labels by which drivers back off and retry. */
  public static MongoException overloaded(MongoException failure) {
    return failure.labelled("SystemOverloadedError", "RetryableError");
  }

  /** The error reply. */
  public static BsonDocument reply(MongoException failure) {
    BsonDocument reply =
        new BsonDocument("ok", new BsonDouble(0))
            .append("errmsg", new BsonString(failure.getMessage()))
            .append("code", new BsonInt32(failure.code()))
            .append("codeName", new BsonString(failure.codeName()));
    for (Map.Entry<String, BsonValue> detail : failure.details().entrySet()) {
      reply.append(detail.getKey(), detail.getValue());
    }
    if (!failure.labels().isEmpty()) {
      BsonArray labels = new BsonArray();
      failure.labels().forEach(label -> labels.add(new BsonString(label)));
      reply.append("errorLabels", labels);
    }
    return reply;
  }
}
