package dev.mayfly.mongo.transaction;

import dev.mayfly.mongo.session.SessionId;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** What serverStatus and currentOp show of transactions. */
final class TransactionStatistics {
  final LongAdder started = new LongAdder();
  final LongAdder committed = new LongAdder();
  final LongAdder aborted = new LongAdder();

  BsonDocument serverStatus(Collection<SessionTransaction> open) {
    long active = open.stream().filter(SessionTransaction::isRunning).count();
    return new BsonDocument("currentActive", new BsonInt64(active))
        .append("currentInactive", new BsonInt64(open.size() - active))
        .append("currentOpen", new BsonInt64(open.size()))
        .append("totalStarted", new BsonInt64(started.sum()))
        .append("totalCommitted", new BsonInt64(committed.sum()))
        .append("totalAborted", new BsonInt64(aborted.sum()));
  }

  /**
   * The transactions that no command runs in.
   *
   * @param owner of the sessions; null for all
   */
  static List<BsonDocument> idle(Collection<SessionTransaction> open, String owner, long nowNanos) {
    return open.stream()
        .filter(each -> !each.isRunning())
        .filter(each -> owner == null || Objects.equals(each.session().owner(), owner))
        .map(each -> idle(each, nowNanos))
        .toList();
  }

  private static BsonDocument idle(SessionTransaction transaction, long nowNanos) {
    SessionId session = transaction.session();
    long micros = TimeUnit.NANOSECONDS.toMicros(nowNanos - transaction.startedNanos());
    return new BsonDocument("type", new BsonString("idleSession"))
        .append("desc", new BsonString("inactive transaction"))
        .append("active", BsonBoolean.FALSE)
        .append("lsid", session.toDocument())
        .append(
            "transaction",
            new BsonDocument(
                    "parameters",
                    new BsonDocument("txnNumber", new BsonInt64(transaction.number()))
                        .append("autocommit", BsonBoolean.FALSE))
                .append("startWallClockTime", new BsonDateTime(transaction.startedMillis()))
                .append("timeOpenMicros", new BsonInt64(micros)));
  }
}
