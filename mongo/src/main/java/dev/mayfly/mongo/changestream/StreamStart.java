package dev.mayfly.mongo.changestream;

import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.feed.Operation;
import dev.mayfly.engine.feed.Operations;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;

/**
 * Where a stream begins.
 *
 * @param afterLsn changes after it are read
 * @param fromTime changes before this log time are passed over
 * @param token of the place
 * @param resumed the change whose event it resumes after; null if there is none
 * @param fragmentsToSkip of the first event, if that was split
 */
record StreamStart(
    long afterLsn, long fromTime, ResumeToken token, Operation resumed, int fragmentsToSkip) {

  static StreamStart of(
      ChangeStreamOptions options, Operations operations, Operations.Scope scope) {
    operations.keep();
    ResumeToken token =
        options.resumeAfter() == null ? options.startAfter() : options.resumeAfter();
    if (token != null) {
      return resumed(token, operations, scope);
    }
    return options.startAt() == null ? now(operations) : at(options.startAt(), operations);
  }

  private static StreamStart now(Operations operations) {
    long time = operations.lastTime();
    return behind(operations.lsn(time), 0, time, operations);
  }

  private static StreamStart behind(
      long lsn, long fromTime, long tokenTime, Operations operations) {
    ResumeToken token =
        new ResumeToken(tokenTime, -1, ResumeToken.Kind.PLACE, 0, lsn, operations.incarnation());
    return new StreamStart(lsn, fromTime, token, null, 0);
  }

  private static StreamStart at(long time, Operations operations) {
    if (!LogTime.isAfter(time, operations.completeAfter())) {
      throw lost();
    }
    return behind(operations.before(time), time, time - 1, operations);
  }

  private static StreamStart resumed(
      ResumeToken token, Operations operations, Operations.Scope scope) {
    if (token.incarnation() != operations.incarnation()
        || token.lsn() > operations.lsn(operations.lastTime())) {
      throw notFound();
    }
    if (token.lsn() < operations.lsn(operations.completeAfter())) {
      throw lost();
    }
    if (token.kind() == ResumeToken.Kind.PLACE) {
      // A stream that was started at a time to come keeps that.
      boolean toCome = LogTime.isAfter(token.time(), operations.lastTime());
      return new StreamStart(token.lsn(), toCome ? token.time() + 1 : 0, token, null, 0);
    }
    Operation change = operations.find(token.lsn());
    if (change == null && token.lsn() == operations.lsn(operations.completeAfter())) {
      // The last one that was removed: nothing after it is missing.
      return new StreamStart(token.lsn(), 0, token, null, 0);
    }
    if (change == null || change.time() != token.time() || !isIn(change, scope)) {
      throw notFound();
    }
    if (token.fragment() > 0) {
      return new StreamStart(token.lsn() - 1, 0, token, null, token.fragment());
    }
    boolean invalidated = token.kind() == ResumeToken.Kind.INVALIDATE;
    return new StreamStart(token.lsn(), 0, token, invalidated ? null : change, 0);
  }

  private static boolean isIn(Operation change, Operations.Scope scope) {
    return isIn(change.database(), change.container(), scope)
        || change.targetDatabase() != null
            && isIn(change.targetDatabase(), change.targetContainer(), scope);
  }

  private static boolean isIn(String database, String container, Operations.Scope scope) {
    return scope.database() == null
        || scope.database().equals(database)
            && (scope.container() == null || scope.container().equals(container));
  }

  private static MongoException notFound() {
    return new MongoException(
            ErrorCodes.CHANGE_STREAM_FATAL_ERROR,
            "cannot resume stream; the resume token was not found.")
        .labelled(Failures.NOT_RESUMABLE);
  }

  private static MongoException lost() {
    return new MongoException(
            ErrorCodes.CHANGE_STREAM_HISTORY_LOST,
            "Resume of change stream was not possible, as the resume point may no longer be in the"
                + " log of changes: it is kept from the first change stream on, or always with"
                + " --mongo-change-log always, and as long as --mongo-change-log-hours and"
                + " --mongo-change-log-megabytes say.")
        .labelled(Failures.NOT_RESUMABLE);
  }
}
