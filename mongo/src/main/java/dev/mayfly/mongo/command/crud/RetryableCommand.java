package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.failpoint.FailPoints;
import dev.mayfly.mongo.retry.RetryableCall;
import org.bson.BsonDocument;

/** A write command that clients may retry; its statements are executed once. */
interface RetryableCommand extends Command {
  Backend backend();

  /** Executes the statements and replies. */
  void write(CommandCall call);

  @Override
  default BsonDocument run(CommandCall call) {
    throw new UnsupportedOperationException("writes are started");
  }

  @Override
  default void start(CommandCall call) {
    backend().retries().run(call, this::execute);
  }

  private void execute(CommandCall call) {
    FailPoints.WriteFault fault =
        call instanceof RetryableCall ? backend().failPoints().transactionalWrite() : null;
    if (fault != null && fault.closesConnection()) {
      ((RetryableCall) call).loseConnection();
    }
    if (fault != null && fault.code() != 0) {
      throw new MongoException(
          fault.code(),
          "Failing write due to failpoint onPrimaryTransactionalWrite: the write must not be"
              + " reflected.");
    }
    write(call);
  }
}
