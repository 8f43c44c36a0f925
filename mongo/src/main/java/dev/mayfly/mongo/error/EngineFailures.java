package dev.mayfly.mongo.error;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.ru.TooManyRequestsException;

/** What the engine refuses, in MongoDB's terms. */
public final class EngineFailures {
  private static final int OUT_OF_DISK_SPACE = 14031;

  private EngineFailures() {}

  /** A failure that a client can be told. */
  public static MongoException told(Throwable failure) {
    if (failure instanceof MongoException known) {
      return known;
    }
    if (failure instanceof TooManyRequestsException spent) {
      return tooManyRequests(spent);
    }
    if (failure instanceof EngineException refused) {
      return new MongoException(code(refused), refused.getMessage(), refused);
    }
    return new MongoException(ErrorCodes.INTERNAL_ERROR, "The server failed: " + failure, failure);
  }

  private static MongoException tooManyRequests(TooManyRequestsException spent) {
    return new MongoException(
        ErrorCodes.TOO_MANY_REQUESTS,
        "Error=16500, RetryAfterMs="
            + spent.retryAfterMillis()
            + ", Details='Response status code does not indicate success: TooManyRequests (429);"
            + " Substatus: 3200; Reason: (Request rate is large. More Request Units may be needed,"
            + " so no changes were made. Please retry this request later.)'");
  }

  private static int code(EngineException refused) {
    return switch (refused.code()) {
      case BAD_REQUEST, BAD_TTL, WRONG_PARTITION_KEY, GUARD_REFUSED -> ErrorCodes.BAD_VALUE;
      case MALFORMED_BODY -> ErrorCodes.INVALID_BSON;
      case TOO_LARGE -> ErrorCodes.BSON_OBJECT_TOO_LARGE;
      case DATABASE_NOT_FOUND, CONTAINER_NOT_FOUND -> ErrorCodes.NAMESPACE_NOT_FOUND;
      case ALREADY_EXISTS, UNIQUE_KEY_VIOLATION -> ErrorCodes.DUPLICATE_KEY;
      case WRITE_CONFLICT -> ErrorCodes.WRITE_CONFLICT;
      case QUOTA_EXCEEDED, DISK_FULL -> OUT_OF_DISK_SPACE;
      case NOT_SUPPORTED -> ErrorCodes.COMMAND_NOT_SUPPORTED;
      case CLOSED -> ErrorCodes.INTERRUPTED_AT_SHUTDOWN;
      default -> ErrorCodes.INTERNAL_ERROR;
    };
  }
}
