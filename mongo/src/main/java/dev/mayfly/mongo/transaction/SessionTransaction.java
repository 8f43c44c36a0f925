package dev.mayfly.mongo.transaction;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Transaction;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.query.memory.RequestMemory;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * The last transaction of a session. Its commands run one at a time. If it is aborted while one
 * runs, what it holds is released when that command has ended. Thread safe.
 */
final class SessionTransaction {
  private static final int WAITING_MAX = 16;

  private final SessionId session;
  private final long number;
  private final long startedNanos;
  private final long startedMillis;
  private final Consumer<SessionTransaction> onEnd;
  private final Queue<Waiting> waiting = new ArrayDeque<>(0);

  /** Null when it has ended. */
  private Transaction engine;

  private Backend backend;
  private RequestMemory memory;
  private long chargedBytes;
  private volatile long heldBytes;
  private volatile State state = State.OPEN;
  private volatile boolean running;
  private boolean expired;
  private boolean cursors;
  private String reason = "";

  enum State {
    OPEN,
    COMMITTING,
    COMMITTED,
    ABORTED
  }

  private record Waiting(Client client, Runnable command) {}

  /**
   * @param backend the collections as the engine's transaction sees them
   * @param memory charged with what is pending
   * @param onEnd called once when it has ended and has released what it held
   */
  SessionTransaction(
      SessionId session,
      long number,
      Transaction engine,
      Backend backend,
      RequestMemory memory,
      long startedNanos,
      Consumer<SessionTransaction> onEnd) {
    this.session = requireNonNull(session, "session");
    this.number = number;
    this.engine = requireNonNull(engine, "engine");
    this.backend = requireNonNull(backend, "backend");
    this.memory = requireNonNull(memory, "memory");
    this.startedNanos = startedNanos;
    this.startedMillis = System.currentTimeMillis();
    this.onEnd = requireNonNull(onEnd, "onEnd");
  }

  SessionId session() {
    return session;
  }

  long number() {
    return number;
  }

  long startedNanos() {
    return startedNanos;
  }

  long startedMillis() {
    return startedMillis;
  }

  synchronized State state() {
    return state;
  }

  synchronized boolean isOpen() {
    return state == State.OPEN;
  }

  synchronized boolean isExpired() {
    return expired;
  }

  synchronized boolean isRunning() {
    return running;
  }

  /** The collections as it sees them. */
  synchronized Backend backend() {
    requireOpen();
    return backend;
  }

  /** How many documents it is going to write. */
  synchronized int writes() {
    return engine == null ? 0 : engine.writes();
  }

  /** Whether its commit takes long to prepare, however few its writes are. */
  synchronized boolean computesKeys() {
    return engine != null && engine.computesKeys();
  }

  /** A cursor stays open that reads what it sees. */
  synchronized void opensCursor() {
    cursors = true;
  }

  synchronized boolean hasCursors() {
    return cursors;
  }

  /**
   * @throws MongoException 251 if it was aborted, 256 if it was committed
   */
  synchronized void requireOpen() {
    switch (state) {
      case OPEN -> {
        // As it must be.
      }
      case COMMITTING, COMMITTED ->
          throw new MongoException(
              ErrorCodes.TRANSACTION_COMMITTED,
              "Transaction with { txnNumber: " + number + " } has been committed.");
      case ABORTED -> throw aborted();
    }
  }

  /** Runs a command, now on this thread or when those before it have ended. */
  void enter(Client client, Runnable command) {
    synchronized (this) {
      if (running) {
        if (waiting.size() == WAITING_MAX) {
          throw new MongoException(
              ErrorCodes.REQUEST_RATE_LIMIT_EXCEEDED,
              "Too many commands of one transaction at once.");
        }
        waiting.add(new Waiting(client, command));
        return;
      }
      running = true;
    }
    command.run();
  }

  /** A command has ended: the next one may run. */
  void leave() {
    Waiting next;
    synchronized (this) {
      if (state == State.ABORTED) {
        release();
      }
      next = waiting.poll();
      running = next != null;
    }
    if (next != null) {
      try {
        next.client().execute(next.command());
      } catch (RejectedExecutionException e) {
        // Accepted requests must be answered.
        CompletableFuture.runAsync(next.command());
      }
    }
  }

  /** Charges what a statement has added; called while it runs. */
  void statementDone() {
    long bytes;
    synchronized (this) {
      if (state != State.OPEN) {
        return;
      }
      bytes = engine.heapBytes();
    }
    // Without the monitor: another transaction may have to be given up for it, and the other way
    // round. While a command runs nothing is released.
    memory.charge(bytes - chargedBytes);
    chargedBytes = bytes;
    heldBytes = memory.reservedBytes();
  }

  /** The memory that it holds while no command runs; 0 if one does. Read without waiting. */
  long idleBytes() {
    return running || state != State.OPEN ? 0 : heldBytes;
  }

  /** Gives it up, unless a command runs in it. */
  synchronized boolean abortIdle(String why) {
    return !running && abort(why);
  }

  /** Gives it up, unless it has ended or is being committed. */
  synchronized boolean abort(String why) {
    if (state != State.OPEN) {
      return false;
    }
    state = State.ABORTED;
    reason = why;
    if (!running) {
      release();
    }
    return true;
  }

  /** Gives it up because of its age. */
  synchronized boolean expire() {
    expired = state == State.OPEN;
    return abort("it was open for too long");
  }

  /** How change streams name it: its session and its number. */
  byte[] name() {
    return BsonBytes.of(
        new BsonDocument("lsid", session.toDocument()).append("txnNumber", new BsonInt64(number)));
  }

  /** The engine's transaction, to be committed. */
  synchronized Transaction commit() {
    state = State.COMMITTING;
    return engine;
  }

  synchronized void committed(boolean done) {
    state = done ? State.COMMITTED : State.ABORTED;
    release();
  }

  private void release() {
    if (engine != null) {
      engine.close();
      memory.close();
      engine = null;
      backend = null;
      onEnd.accept(this);
    }
  }

  synchronized MongoException aborted() {
    return new MongoException(
        ErrorCodes.NO_SUCH_TRANSACTION,
        "Transaction with { txnNumber: "
            + number
            + " } has been aborted."
            + (reason.isEmpty() ? "" : " The reason was: " + reason));
  }
}
