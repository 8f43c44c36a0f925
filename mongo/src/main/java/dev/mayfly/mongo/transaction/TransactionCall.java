package dev.mayfly.mongo.transaction;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.ForwardingCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.ErrorLabels;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * A command within a transaction. A failure ends the transaction; writes stop at the first one,
 * whether they are ordered or not.
 */
final class TransactionCall extends ForwardingCall {
  private final SessionTransaction transaction;
  private final BsonDocument body;

  TransactionCall(CommandCall call, SessionTransaction transaction) {
    super(call);
    this.transaction = requireNonNull(transaction, "transaction");
    this.body = ordered(call.body());
  }

  private static BsonDocument ordered(BsonDocument sent) {
    BsonValue ordered = sent.get("ordered");
    if (ordered == null || !ordered.isBoolean() || ordered.asBoolean().getValue()) {
      return sent;
    }
    BsonDocument body = new BsonDocument();
    body.putAll(sent);
    body.put("ordered", BsonBoolean.TRUE);
    return body;
  }

  @Override
  public void reply(BsonDocument answer) {
    BsonDocument error = firstError(answer);
    if (error == null) {
      try {
        noteCursor(answer);
        transaction.statementDone();
      } catch (RuntimeException e) {
        fail(e);
        return;
      }
    } else {
      int code = error.getInt32("code").getValue();
      if (ErrorLabels.failsCommand(code)) {
        fail(new MongoException(code, error.getString("errmsg").getValue()));
        return;
      }
      transaction.abort("a statement failed");
    }
    transaction.leave();
    call.reply(answer);
  }

  private void noteCursor(BsonDocument answer) {
    if (answer.get("cursor") instanceof BsonDocument cursor
        && cursor.get("id") instanceof BsonInt64 id
        && id.getValue() != 0) {
      transaction.opensCursor();
    }
  }

  /** The first error of a write command or a bulkWrite; null if there is none. */
  private static BsonDocument firstError(BsonDocument answer) {
    if (answer.get("writeErrors") instanceof BsonArray errors && !errors.isEmpty()) {
      return errors.get(0).asDocument();
    }
    if (answer.get("nErrors") == null || answer.getNumber("nErrors").intValue() == 0) {
      return null;
    }
    for (BsonValue each : answer.getDocument("cursor").getArray("firstBatch")) {
      if (each.asDocument().containsKey("code")) {
        return each.asDocument();
      }
    }
    return null;
  }

  @Override
  public void fail(Throwable failure) {
    MongoException translated = translate(failure);
    transaction.abort(translated.getMessage());
    transaction.leave();
    call.fail(ErrorLabels.labelled(translated, false));
  }

  private MongoException translate(Throwable failure) {
    if (transaction.isExpired()) {
      return new MongoException(
          ErrorCodes.TRANSACTION_EXCEEDED_LIFETIME,
          "operation was interrupted because the transaction exceeded the configured"
              + " 'transactionLifetimeLimitSeconds'");
    }
    Throwable cause = failure instanceof MongoException ? failure.getCause() : failure;
    if (cause instanceof EngineException engine && engine.code() == ErrorCode.NOT_SUPPORTED) {
      return TransactionRules.refused(engine.getMessage());
    }
    if (cause instanceof EngineException engine
        && engine.code() == ErrorCode.CLOSED
        && !transaction.isOpen()) {
      return transaction.aborted();
    }
    return Failures.translate(failure);
  }

  @Override
  public void check() {
    super.check();
    transaction.requireOpen();
  }

  @Override
  public BsonDocument body() {
    return body;
  }
}
