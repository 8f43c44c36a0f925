package dev.mayfly.cosmos.http;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.ru.TooManyRequestsException;
import dev.mayfly.net.work.ClientGoneException;
import dev.mayfly.query.spill.SpillException;
import dev.mayfly.query.spill.SpillException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a failure means to a client: a status, a sub-status and a body with a message. */
public final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** The answer to a request that failed, at the price of a write that is refused. */
  public static Response response(Request request, Throwable failure) {
    return response(request, failure, charge(failure));
  }

  /** What a write costs that failed: nothing if it was not let in, for nothing was booked then. */
  public static long charge(Throwable failure) {
    return failure instanceof TooManyRequestsException ? 0 : Charges.rejectedWrite();
  }

  /** The answer to a request that failed and cost so much. */
  public static Response response(Request request, Throwable failure, long chargeCentiRu) {
    CosmosException refusal = refusal(failure);
    // Deliberate refusals are reported to the client only: logging them would flood the log under
    // load.
    if (refusal.status() >= 500 && !isOnPurpose(failure)) {
      LOG.warn(
          "{} {} failed: {}, activity id {}",
          request.method(),
          request.path(),
          refusal.getMessage(),
          request.activityId(),
          failure);
    }
    Response response = body(refusal, request.activityId()).charge(chargeCentiRu);
    if (failure instanceof TooManyRequestsException busy) {
      response.header(HeaderNames.RETRY_AFTER_MS, busy.retryAfterMillis());
    }
    return response;
  }

  private static boolean isOnPurpose(Throwable failure) {
    return failure instanceof CosmosException
        || failure instanceof RejectedExecutionException
        || failure instanceof SpillException spill && spill.reason() != Reason.FAILED
        || failure instanceof ClientGoneException;
  }

  private static Response body(CosmosException refusal, String activityId) {
    StringBuilder json = new StringBuilder("{\"code\":\"").append(code(refusal.status()));
    json.append("\",\"message\":\"");
    escape(refusal.getMessage() + "\r\nActivityId: " + activityId + ", Mayfly", json);
    byte[] bytes = json.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
    return Response.json(refusal.status(), bytes)
        .header(HeaderNames.SUB_STATUS, refusal.subStatus());
  }

  private static void escape(String text, StringBuilder json) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\r' -> json.append("\\r");
        case '\n' -> json.append("\\n");
        default -> {
          if (c < ' ' || Character.isSurrogate(c)) {
            json.append(String.format("\\u%04x", (int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
  }

  /** A failure in the service's terms. */
  public static CosmosException refusal(Throwable failure) {
    if (failure instanceof CosmosException refusal) {
      return refusal;
    } else if (failure instanceof CompletionException && failure.getCause() != null) {
      return refusal(failure.getCause());
    } else if (failure instanceof RejectedExecutionException) {
      return CosmosException.errors(503, 0, failure.getMessage());
    } else if (failure instanceof SpillException e) {
      return refusal(e);
    } else if (failure instanceof EngineException e) {
      return refusal(e);
    }
    return new CosmosException(500, "An unknown error occurred while processing this request.");
  }

  /** A query that can't use the disk any more. */
  private static CosmosException refusal(SpillException e) {
    int status =
        switch (e.reason()) {
          case REQUEST_LIMIT -> 400;
          case SERVER_LIMIT, DISK_FULL -> 503;
          case FAILED -> 500;
        };
    return CosmosException.errors(status, 0, e.getMessage());
  }

  private static CosmosException refusal(EngineException e) {
    String message = e.getMessage();
    return switch (e.code()) {
      case BAD_TTL -> CosmosException.errors(400, 0, message);
      case BAD_REQUEST, BAD_CONTINUATION, NOT_SUPPORTED -> CosmosException.errors(400, 0, message);
      case GUARD_REFUSED ->
          CosmosException.errors(
              400, 0, message + " To force it, send the header " + HeaderNames.FORCE + ": true.");
      case MALFORMED_BODY -> CosmosException.errors(400, 0, message);
      case WRONG_PARTITION_KEY ->
          CosmosException.errors(
              400,
              1001,
              "PartitionKey extracted from document doesn't match the one specified in the"
                  + " header. Learn more: https://aka.ms/CosmosDB/sql/errors/wrong-pk-value");
      case TOO_LARGE, TRANSACTION_TOO_LARGE ->
          CosmosException.errors(413, 0, "Request size is too large");
      case DATABASE_NOT_FOUND, CONTAINER_NOT_FOUND -> CosmosException.ownerNotFound();
      case ITEM_NOT_FOUND -> CosmosException.notFound();
      case ALREADY_EXISTS -> CosmosException.conflict();
      case UNIQUE_KEY_VIOLATION ->
          CosmosException.errors(409, 0, "Unique index constraint violation.");
      case PRECONDITION_FAILED -> CosmosException.preconditionFailed();
      case FAILED_DEPENDENCY -> CosmosException.errors(424, 0, message);
      case WRITE_CONFLICT, ITEM_LOCKED, SNAPSHOT_UNAVAILABLE, SNAPSHOT_TOO_OLD ->
          CosmosException.errors(449, 0, message);
      case FEED_TRUNCATED -> CosmosException.errors(410, 0, message);
      case TOO_MANY_REQUESTS ->
          CosmosException.errors(
              429,
              3200,
              "Request rate is large. More Request Units may be needed, so no changes were made."
                  + " Please retry this request later. Learn more:"
                  + " http://aka.ms/cosmosdb-error-429");
      case QUOTA_EXCEEDED, TOO_MANY_RESOURCES -> CosmosException.errors(403, 0, message);
      case NOT_LEADER -> CosmosException.errors(403, 3, message);
      case OVERLOADED, DISK_FULL, OUTCOME_UNKNOWN, NO_QUORUM, CLOSED ->
          CosmosException.errors(503, 0, message);
      default -> CosmosException.errors(500, 0, message);
    };
  }

  private static String code(int status) {
    return switch (status) {
      case 400 -> "BadRequest";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 405 -> "MethodNotAllowed";
      case 408 -> "RequestTimeout";
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case 412 -> "PreconditionFailed";
      case 413 -> "RequestEntityTooLarge";
      case 414 -> "RequestUriTooLong";
      case 415 -> "UnsupportedMediaType";
      case 417 -> "ExpectationFailed";
      case 424 -> "FailedDependency";
      case 429 -> "TooManyRequests";
      case 431 -> "RequestHeaderFieldsTooLarge";
      case 449 -> "RetryWith";
      case 501 -> "NotImplemented";
      case 503 -> "ServiceUnavailable";
      default -> "InternalServerError";
    };
  }
}
