package dev.mayfly.mongo.retry;

import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.item.Receipts;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/**
 * The state of the last transaction number of a session. Retryable writes of a session are executed
 * one at a time: a retry waits for the original and then finds its result.
 */
final class SessionWrites {
  private final byte[] key;
  private final Receipts receipts;
  private final TtlClock clock;
  private final ExecutedStatements done = new ExecutedStatements();
  private final Map<Integer, byte[]> answers = new HashMap<>(2);
  private final Queue<RetryableCall> waiting = new ArrayDeque<>(1);
  private RetryableCall running;

  /** Committed with each statement; null before the first call. */
  private WriteReceipt receipt;

  /** Images of statements executed before the session was loaded. */
  private Map<Integer, WriteReceipt.Image> images = Map.of();

  private long answerBytes;
  private long countedBytes;
  private boolean forgotten;
  private long usedNanos;

  /**
   * @param key of the receipt
   */
  SessionWrites(byte[] key, Receipts receipts, TtlClock clock) {
    this.key = key;
    this.receipts = receipts;
    this.clock = clock;
  }

  byte[] key() {
    return key;
  }

  /** Whether the call may start; otherwise it is queued until {@link #leave}. */
  boolean enter(RetryableCall call, long nowNanos) {
    usedNanos = nowNanos;
    if (running != null) {
      waiting.add(call);
      return false;
    }
    running = call;
    return true;
  }

  /** The next queued call; null if none. */
  RetryableCall leave() {
    running = waiting.poll();
    return running;
  }

  boolean isRunning() {
    return running != null;
  }

  boolean isUnusedSince(long nanos) {
    return usedNanos - nanos < 0;
  }

  /** Rejects an older transaction number; a newer one resets the state. */
  synchronized void begin(long callNumber) {
    if (receipt == null) {
      load();
    }
    long number = receipt.number();
    if (callNumber < number) {
      throw new MongoException(
          ErrorCodes.TRANSACTION_TOO_OLD,
          ("Retryable write with txnNumber %s is prohibited on session because a newer "
                  + "%s with txnNumber %s has already started on this session.")
              .formatted(
                  callNumber, receipt.isTransaction() ? "transaction" : "retryable write", number));
    }
    if (callNumber == number && receipt.isTransaction()) {
      throw new MongoException(
          ErrorCodes.INCOMPLETE_TRANSACTION_HISTORY,
          "Cannot retry a retryable write that has been converted into a transaction with"
              + " txnNumber "
              + number);
    }
    if (callNumber > number) {
      receipt.begin(callNumber);
      clear();
    }
  }

  /** A transaction takes a number that was not used on the session. */
  synchronized void beginTransaction(long callNumber) {
    if (receipt == null) {
      load();
    }
    long number = receipt.number();
    if (callNumber < number) {
      throw new MongoException(
          ErrorCodes.TRANSACTION_TOO_OLD,
          ("Cannot start transaction %s on session because a newer %s with txnNumber %s has"
                  + " already started on this session.")
              .formatted(
                  callNumber, receipt.isTransaction() ? "transaction" : "retryable write", number));
    }
    if (callNumber == number) {
      throw new MongoException(
          ErrorCodes.CONFLICTING_OPERATION_IN_PROGRESS,
          "Cannot start a transaction at given transaction number %s: it was used already"
              .formatted(callNumber));
    }
    receipt.beginTransaction(callNumber);
    clear();
  }

  private void clear() {
    images = Map.of();
    done.clear();
    answers.clear();
    answerBytes = 0;
  }

  private void load() {
    byte[] row = receipts.read(key);
    receipt = row == null ? new WriteReceipt() : WriteReceipt.decode(row);
    images = receipt.images();
    done.addAll(receipt.statements());
  }

  /** The receipt of a statement, which includes all executed ones. */
  synchronized byte[] receipt(long callNumber, Consumer<WriteReceipt> addition) {
    if (callNumber == receipt.number()) {
      addition.accept(receipt);
    }
    return receipt.encode(clock.epochSecond());
  }

  /** The recorded image of a statement; null if none. */
  WriteReceipt.Image image(int id) {
    return images.get(id);
  }

  /** Used by the running call only. */
  ExecutedStatements done() {
    return done;
  }

  /** The recorded reply of a single-statement command; null if not executed. */
  byte[] answer(int id) {
    return answers.get(id);
  }

  void keep(int id, BsonDocument answer) {
    byte[] kept = BsonBytes.of(answer);
    answers.put(id, kept);
    answerBytes += kept.length;
  }

  /** Growth in bytes since it was last counted. */
  long grown() {
    if (forgotten) {
      return 0;
    }
    long before = countedBytes;
    countedBytes = done.bytes() + answerBytes + (receipt == null ? 0 : receipt.bytes());
    return countedBytes - before;
  }

  /** Marks it as removed; returns the bytes that were counted. */
  long forgotten() {
    forgotten = true;
    return countedBytes;
  }
}
