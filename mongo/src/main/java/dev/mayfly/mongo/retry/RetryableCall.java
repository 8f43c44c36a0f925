package dev.mayfly.mongo.retry;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.ForwardingCall;
import dev.mayfly.mongo.call.StatementRecorder;
import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.error.ErrorLabels;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.net.work.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * A retryable write. The command sees only the statements that were not executed by an earlier
 * attempt, or asks for each in a bulkWrite; the reply includes all of them.
 */
public final class RetryableCall extends ForwardingCall {
  private static final Map<String, String> BATCHES =
      Map.of("insert", "documents", "update", "updates", "delete", "deletes");

  private final Consumer<CommandCall> write;
  private final SessionWrites session;
  private final Consumer<RetryableCall> onEnd;

  /** Field of the statements; null for a single statement or a bulkWrite. */
  private final String statements;

  private final boolean bulk;
  private final StatementIds ids;
  private final StatementRecorder memory;

  /** Indexes of the remaining statements, and the reduced command; null if all remain. */
  private List<Integer> left;

  private BsonDocument body;
  private boolean ended;
  private boolean losesConnection;

  public RetryableCall(
      CommandCall call,
      Consumer<CommandCall> write,
      SessionWrites session,
      Consumer<RetryableCall> onEnd) {
    super(call);
    this.write = requireNonNull(write, "write");
    this.session = requireNonNull(session, "session");
    this.onEnd = requireNonNull(onEnd, "onEnd");
    this.statements = BATCHES.get(call.name());
    this.bulk = call.name().equals("bulkWrite");
    this.ids = StatementIds.of(call, bulk ? "ops" : statements);
    this.body = call.body();
    this.memory =
        new ReceiptRecorder(session, call.arguments().txnNumber(), place -> ids.of(index(place)));
  }

  public SessionWrites writes() {
    return session;
  }

  public boolean isEnded() {
    return ended;
  }

  public void end() {
    ended = true;
  }

  /** Executes the remaining statements. Called when the previous write of the session has ended. */
  public void run() {
    Checkpoint.mustFinish();
    try {
      session.begin(call.arguments().txnNumber());
      BsonDocument before = before();
      if (before != null) {
        onEnd.accept(this);
        call.reply(before);
      } else {
        write.accept(this);
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** The reply if all statements were executed before; null otherwise. */
  private BsonDocument before() {
    if (bulk) {
      return null;
    }
    if (statements == null) {
      byte[] kept = session.answer(ids.of(0));
      return kept == null ? null : retried(new LazyDocument(kept).copy(), List.of());
    }
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      if (!session.done().isDone(ids.of(i))) {
        missing.add(i);
      }
    }
    if (missing.size() == ids.size()) {
      return null;
    }
    left = missing;
    if (missing.isEmpty()) {
      return whole(new WriteReply(call.name().equals("update")).toDocument());
    }
    BsonArray all = call.body().getArray(statements);
    BsonArray rest = new BsonArray();
    missing.forEach(index -> rest.add(all.get(index)));
    body = new BsonDocument();
    body.putAll(call.body());
    body.put(statements, rest);
    return null;
  }

  private int index(int place) {
    return left == null ? place : left.get(place);
  }

  /** The recorded image of the only statement; null if it was not executed. */
  public WriteReceipt.Image image() {
    return session.image(ids.of(0));
  }

  /** Replies for a statement that was executed before. */
  public void repeat(BsonDocument answer) {
    reply(retried(answer, List.of()));
  }

  /** The connection is closed in place of the answer. */
  public void loseConnection() {
    losesConnection = true;
  }

  private void answering() {
    if (losesConnection) {
      call.client().channel().close();
    }
  }

  @Override
  public StatementRecorder memory() {
    return memory;
  }

  /** Records the result of a statement. */
  public void done(int place, long matched, long modified) {
    session.done().add(ids.of(index(place)), matched > 0, modified > 0);
  }

  /** The recorded result of a bulkWrite statement; null if not executed. */
  public UpdateResult before(int place) {
    ExecutedStatements done = session.done();
    int id = ids.of(place);
    return done.isDone(id)
        ? new UpdateResult(
            done.isMatched(id) ? 1 : 0, done.isModified(id) ? 1 : 0, done.upserted(id), null)
        : null;
  }

  public int id(int place) {
    return ids.of(place);
  }

  public void upserted(int place, BsonValue id) {
    session.done().upserted(ids.of(index(place)), id);
  }

  @Override
  public void reply(BsonDocument answer) {
    if (statements == null && !bulk) {
      session.keep(ids.of(0), answer);
    }
    BsonDocument whole = left == null ? answer : whole(answer);
    onEnd.accept(this);
    answering();
    call.reply(whole);
  }

  @Override
  public void fail(Throwable failure) {
    onEnd.accept(this);
    answering();
    call.fail(ErrorLabels.ofRetryable(Failures.translate(failure)));
  }

  /** Adds the results of earlier attempts to the reply. */
  private BsonDocument whole(BsonDocument answer) {
    ExecutedStatements done = session.done();
    int n = answer.getInt32("n").getValue();
    int modified = answer.containsKey("nModified") ? answer.getInt32("nModified").getValue() : 0;
    BsonArray upserted = new BsonArray();
    for (int i = 0, following = 0; i < ids.size(); i++) {
      boolean wasLeft = following < left.size() && left.get(following) == i;
      following += wasLeft ? 1 : 0;
      BsonValue made = done.upserted(ids.of(i));
      if (made != null) {
        upserted.add(new BsonDocument("index", new BsonInt32(i)).append("_id", made));
      }
      if (!wasLeft) {
        n += done.isMatched(ids.of(i)) || made != null ? 1 : 0;
        modified += done.isModified(ids.of(i)) ? 1 : 0;
      }
    }
    answer.put("n", new BsonInt32(n));
    if (answer.containsKey("nModified")) {
      answer.put("nModified", new BsonInt32(modified));
    }
    if (!upserted.isEmpty()) {
      answer.put("upserted", upserted);
    }
    if (answer.containsKey("writeErrors")) {
      for (BsonValue error : answer.getArray("writeErrors")) {
        BsonDocument reported = error.asDocument();
        reported.put("index", new BsonInt32(index(reported.getInt32("index").getValue())));
      }
    }
    return retried(answer, left);
  }

  private BsonDocument retried(BsonDocument answer, List<Integer> justDone) {
    BsonArray retried = new BsonArray();
    for (int i = 0, following = 0; i < ids.size(); i++) {
      if (following < justDone.size() && justDone.get(following) == i) {
        following++;
      } else {
        retried.add(new BsonInt32(ids.of(i)));
      }
    }
    return answer.append("retriedStmtIds", retried);
  }

  @Override
  public BsonDocument body() {
    return body;
  }
}
