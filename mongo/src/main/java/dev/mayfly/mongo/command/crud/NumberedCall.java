package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.GenericArguments;
import dev.mayfly.mongo.command.WriteMemory;
import dev.mayfly.mongo.session.Session;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.memory.RequestMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * A write that has a number. The command sees only those of its statements that have not been done
 * before, or asks for each, if it is a bulk of several kinds; the client is answered as if all were
 * done now.
 */
final class NumberedCall implements CommandCall {
  private static final Map<String, String> BATCHES =
      Map.of("insert", "documents", "update", "updates", "delete", "deletes");

  private final CommandCall call;
  private final Consumer<CommandCall> write;
  private final SessionWrites session;
  private final Consumer<NumberedCall> onEnd;

  /** Where the statements stand; null if there is one, or the command tells them apart. */
  private final String statements;

  private final boolean bulk;
  private final StatementIds ids;
  private final WriteMemory memory;

  /** Which statements are left, and the command without the others; null if all are. */
  private List<Integer> left;

  private BsonDocument body;
  private boolean ended;

  NumberedCall(
      CommandCall call,
      Consumer<CommandCall> write,
      SessionWrites session,
      Consumer<NumberedCall> onEnd) {
    this.call = requireNonNull(call, "call");
    this.write = requireNonNull(write, "write");
    this.session = requireNonNull(session, "session");
    this.onEnd = requireNonNull(onEnd, "onEnd");
    this.statements = BATCHES.get(call.name());
    this.bulk = call.name().equals("bulkWrite");
    this.ids = StatementIds.of(call, bulk ? "ops" : statements);
    this.body = call.body();
    this.memory =
        new Remembering(session, call.arguments().txnNumber(), place -> ids.of(index(place)));
  }

  SessionWrites writes() {
    return session;
  }

  boolean isEnded() {
    return ended;
  }

  void end() {
    ended = true;
  }

  /** Does what has not been done yet. Called when it is this call's turn. */
  void run() {
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

  /** The answer if nothing is left to do; null otherwise. */
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

  /** What the only statement has to show if it was done before; null if it was not. */
  WriteReceipt.Image image() {
    return session.image(ids.of(0));
  }

  /** The answer to a statement that was done before. */
  void repeat(BsonDocument answer) {
    reply(retried(answer, List.of()));
  }

  @Override
  public WriteMemory memory() {
    return memory;
  }

  /** Notes what a statement did. */
  void done(int place, long matched, long modified) {
    session.done().add(ids.of(index(place)), matched > 0, modified > 0);
  }

  /** What a statement of a bulk did before; null if it was not done. */
  UpdateResult before(int place) {
    DoneStatements done = session.done();
    int id = ids.of(place);
    return done.isDone(id)
        ? new UpdateResult(
            done.isMatched(id) ? 1 : 0, done.isModified(id) ? 1 : 0, done.upserted(id), null)
        : null;
  }

  int id(int place) {
    return ids.of(place);
  }

  void upserted(int place, BsonValue id) {
    session.done().upserted(ids.of(index(place)), id);
  }

  @Override
  public void reply(BsonDocument answer) {
    if (statements == null && !bulk) {
      session.keep(ids.of(0), answer);
    }
    BsonDocument whole = left == null ? answer : whole(answer);
    onEnd.accept(this);
    call.reply(whole);
  }

  @Override
  public void fail(Throwable failure) {
    onEnd.accept(this);
    call.fail(failure);
  }

  /** Adds to the answer about the statements that were left what the others had done before. */
  private BsonDocument whole(BsonDocument answer) {
    DoneStatements done = session.done();
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
        BsonDocument told = error.asDocument();
        told.put("index", new BsonInt32(index(told.getInt32("index").getValue())));
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

  @Override
  public String name() {
    return call.name();
  }

  @Override
  public String database() {
    return call.database();
  }

  @Override
  public void charge(long centiRu) {
    call.charge(centiRu);
  }

  @Override
  public void check() {
    call.check();
  }

  @Override
  public RequestMemory heap() {
    return call.heap();
  }

  @Override
  public boolean isExhaustAllowed() {
    return false;
  }

  @Override
  public void replyMore(BsonDocument answer) {
    throw new UnsupportedOperationException("a write is answered once");
  }

  @Override
  public GenericArguments arguments() {
    return call.arguments();
  }

  @Override
  public Client client() {
    return call.client();
  }

  @Override
  public Session session() {
    return call.session();
  }
}
