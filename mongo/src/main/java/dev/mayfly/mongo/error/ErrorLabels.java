package dev.mayfly.mongo.error;

import java.util.Set;

/** The labels by which drivers retry a write, a transaction, or the end of one. */
public final class ErrorLabels {
  public static final String TRANSIENT = "TransientTransactionError";
  public static final String RETRYABLE = "RetryableWriteError";

  private static final int LOCK_TIMEOUT = 24;
  private static final Set<Integer> ALWAYS_TRANSIENT =
      Set.of(ErrorCodes.WRITE_CONFLICT, LOCK_TIMEOUT, 239, 246, 250, 267, 272);

  /** Of network, shutdown and a change of the primary. */
  private static final Set<Integer> RETRIABLE =
      Set.of(6, 7, 89, 91, 134, 189, 262, 317, 358, 384, 9001, 10107, 11600, 11602, 13435, 13436);

  private ErrorLabels() {}

  /**
   * Labels an error of a command in a transaction.
   *
   * @param ends whether the command is a commit or an abort
   */
  public static MongoException labelled(MongoException failure, boolean ends) {
    if (isTransient(failure.code(), ends)) {
      return failure.labelled(TRANSIENT);
    }
    return ends && isRetriable(failure.code()) ? failure.labelled(RETRYABLE) : failure;
  }

  /** Labels an error of a retryable write: drivers send it again by this label only. */
  public static MongoException ofRetryable(MongoException failure) {
    return isRetriable(failure.code()) && failure.labels().isEmpty()
        ? failure.labelled(RETRYABLE)
        : failure;
  }

  /** Whether a transaction may be started again after an error. */
  public static boolean isTransient(int code, boolean ends) {
    return ALWAYS_TRANSIENT.contains(code)
        || code == ErrorCodes.NO_SUCH_TRANSACTION
        || !ends && RETRIABLE.contains(code);
  }

  /** Whether a retryable write, a commit or an abort may be sent again after an error. */
  public static boolean isRetriable(int code) {
    return RETRIABLE.contains(code);
  }

  /** Whether a failed statement fails the command as a whole, in place of a write error. */
  public static boolean failsCommand(int code) {
    return ALWAYS_TRANSIENT.contains(code)
        || RETRIABLE.contains(code)
        || code == ErrorCodes.MAX_TIME_MS_EXPIRED
        || code == ErrorCodes.INTERRUPTED
        || code == ErrorCodes.CLIENT_DISCONNECT
        || code == ErrorCodes.NO_SUCH_TRANSACTION
        || code == ErrorCodes.TRANSACTION_EXCEEDED_LIFETIME
        || code == ErrorCodes.TRANSACTION_TOO_LARGE
        || code == ErrorCodes.OPERATION_NOT_SUPPORTED_IN_TRANSACTION;
  }
}
