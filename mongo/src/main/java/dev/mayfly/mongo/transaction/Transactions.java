package dev.mayfly.mongo.transaction;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.WriteConcern;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.ErrorLabels;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.query.memory.MemoryPool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.bson.BsonDocument;

/** The transactions of all sessions. Thread safe. */
public final class Transactions {
  public static final int LIFETIME_SECONDS = 60;

  /** Of all users; half of it for one. */
  static final int OPEN_MAX = 1_000;

  /** Documents that a network thread may prepare for a commit. */
  private static final int FEW = 16;

  private static final long SWEEP_MILLIS = 250;

  private final Backend backend;
  private final MemoryPool memory;
  private final RealTime realTime;
  private final Map<String, Function<Backend, Command>> commands;
  private final Map<SessionId, SessionTransaction> bySession = new ConcurrentHashMap<>();
  private final Set<SessionTransaction> open = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private final TransactionStatistics statistics = new TransactionStatistics();
  private volatile long lifetimeNanos = TimeUnit.SECONDS.toNanos(LIFETIME_SECONDS);

  /**
   * @param commands those that run on the collections as a transaction sees them
   */
  public Transactions(
      Backend backend,
      MemoryPool memory,
      RealTime realTime,
      Map<String, Function<Backend, Command>> commands) {
    this.backend = requireNonNull(backend, "backend");
    this.memory = requireNonNull(memory, "memory");
    this.realTime = requireNonNull(realTime, "realTime");
    this.commands = Map.copyOf(commands);
    backend
        .retries()
        .onNumber((session, number) -> abortOlder(session, number, "a newer write has started"));
    memory.addReclaimer(this::reclaim);
  }

  /** Sets {@code transactionLifetimeLimitSeconds}. */
  public void setLifetimeSeconds(int seconds) {
    lifetimeNanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  public int lifetimeSeconds() {
    return (int) TimeUnit.NANOSECONDS.toSeconds(lifetimeNanos);
  }

  /**
   * Runs a command of a transaction. Called on network threads.
   *
   * @param command as outside of transactions
   */
  public void dispatch(CommandCall call, Command command) {
    TransactionRules.check(call);
    TransactionRules.checkTarget(call, backend.collections());
    try {
      switch (call.name()) {
        case "commitTransaction" -> commit(call);
        case "abortTransaction" -> abort(call);
        default -> statement(call, command);
      }
    } catch (MongoException e) {
      throw ErrorLabels.labelled(e, isEnd(call));
    }
  }

  private static boolean isEnd(CommandCall call) {
    return call.name().endsWith("Transaction");
  }

  private void statement(CommandCall call, Command command) {
    SessionTransaction transaction =
        call.arguments().startsTransaction() ? begin(call) : requireOpen(call);
    boolean atOnce = command.isNonBlocking(call);
    transaction.enter(
        call.client(),
        () -> {
          if (atOnce) {
            run(call, transaction, command);
          } else {
            start(call, transaction, command);
          }
        });
  }

  private void start(CommandCall call, SessionTransaction transaction, Command command) {
    try {
      call.client().execute(() -> run(call, transaction, command));
    } catch (RejectedExecutionException e) {
      // Nothing was done: the transaction stays open.
      transaction.leave();
      call.fail(e);
    }
  }

  private void run(CommandCall call, SessionTransaction transaction, Command command) {
    TransactionCall inside = new TransactionCall(call, transaction);
    try {
      inside.check();
      Function<Backend, Command> own = commands.get(call.name());
      (own == null ? command : own.apply(transaction.backend())).start(inside);
    } catch (RuntimeException | Error e) {
      inside.fail(e);
    }
  }

  private SessionTransaction begin(CommandCall call) {
    SessionId session = requireSession(call);
    long number = call.arguments().txnNumber();
    SessionTransaction before = bySession.get(session);
    if (before != null && before.number() == number) {
      throw new MongoException(
          ErrorCodes.CONFLICTING_OPERATION_IN_PROGRESS,
          "Cannot start a transaction at given transaction number %s: a transaction with the"
                  .formatted(number)
              + " same number was started already");
    }
    backend.retries().beginTransaction(session, number);
    abortOlder(session, number, "a newer transaction has started");
    requirePlace(session.owner());
    SessionTransaction begun = open(session, number);
    bySession.put(session, begun);
    open.add(begun);
    statistics.started.increment();
    sweepLater();
    if (call.session().isEnded()) {
      begun.abort("the session has ended");
    }
    return begun;
  }

  /** Without authentication all sessions have one owner, without a share. */
  private void requirePlace(String owner) {
    int all = open.size();
    int share = OPEN_MAX / 2;
    boolean isFull =
        all >= OPEN_MAX
            || all >= share
                && !owner.isEmpty()
                && open.stream().filter(each -> each.session().owner().equals(owner)).count()
                    >= share;
    if (isFull) {
      throw Failures.overloaded(
          new MongoException(
              ErrorCodes.REQUEST_RATE_LIMIT_EXCEEDED,
              "Too many transactions are open: %s, of at most %s for all users and %s for one."
                  .formatted(all, OPEN_MAX, share)));
    }
  }

  /**
   * Gives up the largest idle transaction of the user whose idle ones hold most, if that is at
   * least what is needed: transactions that are left open must not take the memory of all requests.
   */
  private boolean reclaim(long leastBytes) {
    Map<String, Long> byOwner = new HashMap<>();
    open.forEach(each -> byOwner.merge(each.session().owner(), each.idleBytes(), Long::sum));
    String owner = null;
    for (Map.Entry<String, Long> each : byOwner.entrySet()) {
      if (each.getValue() >= leastBytes
          && (owner == null || each.getValue() > byOwner.get(owner))) {
        owner = each.getKey();
      }
    }
    SessionTransaction largest = null;
    for (SessionTransaction each : open) {
      boolean counts = each.idleBytes() > 0 && each.session().owner().equals(owner);
      if (counts && (largest == null || each.idleBytes() > largest.idleBytes())) {
        largest = each;
      }
    }
    return largest != null && largest.abortIdle("the server needs the memory that it holds");
  }

  private SessionTransaction open(SessionId session, long number) {
    Engine engine = backend.engine();
    Transaction transaction = engine.begin();
    return new SessionTransaction(
        session,
        number,
        transaction,
        backend.in(transaction),
        memory.open(Failures::outOfMemory),
        realTime.nanoTime(),
        this::ended);
  }

  private void ended(SessionTransaction transaction) {
    open.remove(transaction);
    if (transaction.state() == SessionTransaction.State.COMMITTED) {
      statistics.committed.increment();
    } else {
      statistics.aborted.increment();
    }
    if (transaction.hasCursors()) {
      backend.cursors().killByTransaction(transaction.session(), transaction.number());
    }
  }

  private static SessionId requireSession(CommandCall call) {
    if (call.session() == null) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "Transaction number requires a session ID to be specified");
    }
    return call.session().id();
  }

  /** The transaction that a command continues or ends. */
  private SessionTransaction requireKnown(CommandCall call) {
    SessionTransaction known = bySession.get(requireSession(call));
    long number = call.arguments().txnNumber();
    if (known != null && number < known.number()) {
      throw new MongoException(
          ErrorCodes.TRANSACTION_TOO_OLD,
          "Cannot continue transaction %s on session because a newer transaction with txnNumber"
                  .formatted(number)
              + " "
              + known.number()
              + " has already started on this session.");
    }
    if (known == null || number != known.number()) {
      throw new MongoException(
          ErrorCodes.NO_SUCH_TRANSACTION,
          "Given transaction number %s does not match any in-progress transactions. The active"
                  .formatted(number)
              + " transaction number is "
              + (known == null ? -1 : known.number()));
    }
    return known;
  }

  private SessionTransaction requireOpen(CommandCall call) {
    SessionTransaction known = requireKnown(call);
    known.requireOpen();
    return known;
  }

  private void commit(CommandCall call) {
    SessionId session = requireSession(call);
    long number = call.arguments().txnNumber();
    SessionTransaction known = bySession.get(session);
    boolean forgotten = known == null || known.number() != number;
    if (forgotten && backend.retries().isCommitted(session, number)) {
      call.reply(WriteConcern.answered(call, new BsonDocument()));
      return;
    }
    SessionTransaction transaction = requireKnown(call);
    transaction.enter(
        call.client(),
        () -> {
          if (transaction.writes() <= FEW && !transaction.computesKeys()) {
            commit(call, transaction);
          } else {
            commitOnWorker(call, transaction);
          }
        });
  }

  /** What takes long to prepare for the commit is not for a network thread. */
  private void commitOnWorker(CommandCall call, SessionTransaction transaction) {
    try {
      call.client().execute(() -> commit(call, transaction));
    } catch (RejectedExecutionException e) {
      transaction.leave();
      call.fail(e);
    }
  }

  private void commit(CommandCall call, SessionTransaction transaction) {
    switch (transaction.state()) {
      case OPEN -> {
        Transaction engine = transaction.commit();
        try {
          engine.submitCommit(
              transaction.name(),
              engine.hasWrites()
                  ? backend.retries().receiptOf(transaction.session(), transaction.number())
                  : null,
              (outcomes, failure) -> {
                if (failure == null) {
                  outcomes.forEach(each -> call.wroteAt(each.logTime()));
                }
                ended(call, transaction, failure);
              });
        } catch (RuntimeException e) {
          ended(call, transaction, e);
        }
      }
      case COMMITTING, COMMITTED -> {
        transaction.leave();
        call.reply(WriteConcern.answered(call, new BsonDocument()));
      }
      case ABORTED -> {
        transaction.leave();
        call.fail(ErrorLabels.labelled(transaction.aborted(), true));
      }
    }
  }

  private void ended(CommandCall call, SessionTransaction transaction, Throwable failure) {
    transaction.committed(failure == null);
    transaction.leave();
    if (failure == null) {
      call.reply(WriteConcern.answered(call, new BsonDocument()));
    } else {
      call.fail(ErrorLabels.labelled(Failures.translate(failure), true));
    }
  }

  private void abort(CommandCall call) {
    SessionTransaction transaction = requireOpen(call);
    transaction.enter(
        call.client(),
        () -> {
          boolean ended = transaction.abort("");
          transaction.leave();
          if (ended) {
            call.reply(WriteConcern.answered(call, new BsonDocument()));
          } else {
            call.fail(ErrorLabels.labelled(transaction.aborted(), true));
          }
        });
  }

  private void abortOlder(SessionId session, long number, String why) {
    SessionTransaction known = bySession.get(session);
    if (known != null && known.number() < number) {
      known.abort(why);
    }
  }

  /** A session has ended: so does its transaction. */
  public void end(SessionId session) {
    SessionTransaction ended = bySession.remove(session);
    if (ended != null) {
      ended.abort("the session has ended");
    }
  }

  private void sweepLater() {
    if (sweeping.compareAndSet(false, true)) {
      CompletableFuture.delayedExecutor(SWEEP_MILLIS, TimeUnit.MILLISECONDS).execute(this::sweep);
    }
  }

  private void sweep() {
    sweeping.set(false);
    long now = realTime.nanoTime();
    for (SessionTransaction each : open) {
      if (now - each.startedNanos() >= lifetimeNanos) {
        each.expire();
      }
    }
    if (!open.isEmpty()) {
      sweepLater();
    }
  }

  /** What serverStatus shows. */
  public BsonDocument status() {
    return statistics.serverStatus(open);
  }

  /**
   * The transactions that no command runs in, for currentOp.
   *
   * @param owner of the sessions; null for all
   */
  public List<BsonDocument> idle(String owner) {
    return TransactionStatistics.idle(open, owner, realTime.nanoTime());
  }

  /** Gives all up: the server stops. */
  public void close() {
    open.forEach(each -> each.abort("the server stops"));
  }
}
