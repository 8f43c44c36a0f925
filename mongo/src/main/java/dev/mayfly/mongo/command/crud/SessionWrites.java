package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

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
 * What was done under the last number of a session. Numbered writes of a session take turns: one
 * that repeats another waits for its end, and then finds what became of it.
 */
final class SessionWrites {
  private final byte[] key;
  private final Receipts receipts;
  private final TtlClock clock;
  private final DoneStatements done = new DoneStatements();
  private final Map<Integer, byte[]> answers = new HashMap<>(2);
  private final Queue<NumberedCall> waiting = new ArrayDeque<>(1);
  private NumberedCall running;

  /** What is committed with each statement; null before the first call. */
  private WriteReceipt receipt;

  /** What statements show that were done before the session was known. */
  private Map<Integer, WriteReceipt.Image> images = Map.of();

  private long answerBytes;
  private long countedBytes;
  private boolean forgotten;
  private long usedNanos;

  /**
   * @param key of the session's receipt
   */
  SessionWrites(byte[] key, Receipts receipts, TtlClock clock) {
    this.key = requireNonNull(key, "key");
    this.receipts = requireNonNull(receipts, "receipts");
    this.clock = requireNonNull(clock, "clock");
  }

  byte[] key() {
    return key;
  }

  /** Whether the call may begin; if not it will be told by {@link #leave}. */
  boolean enter(NumberedCall call, long nowNanos) {
    usedNanos = nowNanos;
    if (running != null) {
      waiting.add(call);
      return false;
    }
    running = call;
    return true;
  }

  /** Who is next; null for nobody. */
  NumberedCall leave() {
    running = waiting.poll();
    return running;
  }

  boolean isRunning() {
    return running != null;
  }

  boolean isUnusedSince(long nanos) {
    return usedNanos - nanos < 0;
  }

  /** Refuses an older number; with a newer one all that was done is past. */
  synchronized void begin(long callNumber) {
    if (receipt == null) {
      load();
    }
    long number = receipt.number();
    if (callNumber < number) {
      throw new MongoException(
          ErrorCodes.TRANSACTION_TOO_OLD,
          "Retryable write with txnNumber "
              + callNumber
              + " is prohibited on session because a newer retryable write with txnNumber "
              + number
              + " has already started on this session.");
    }
    if (callNumber > number) {
      receipt.begin(callNumber);
      images = Map.of();
      done.clear();
      answers.clear();
      answerBytes = 0;
    }
  }

  private void load() {
    byte[] row = receipts.read(key);
    receipt = row == null ? new WriteReceipt() : WriteReceipt.decode(row);
    images = receipt.images();
    done.addAll(receipt.statements());
  }

  /** What a statement is committed with: itself, and all that was done under its number. */
  synchronized byte[] receipt(long callNumber, Consumer<WriteReceipt> addition) {
    if (callNumber == receipt.number()) {
      addition.accept(receipt);
    }
    return receipt.encode(clock.epochSecond());
  }

  /** What to show of a statement that was done before; null if it was not, or shows nothing. */
  WriteReceipt.Image image(int id) {
    return images.get(id);
  }

  /** Used by the call whose turn it is. */
  DoneStatements done() {
    return done;
  }

  /** The answer to a command that is one statement; null if it was not done yet. */
  byte[] answer(int id) {
    return answers.get(id);
  }

  void keep(int id, BsonDocument answer) {
    byte[] kept = BsonBytes.of(answer);
    answers.put(id, kept);
    answerBytes += kept.length;
  }

  /** How much more it holds than it was last counted with. */
  long grown() {
    if (forgotten) {
      return 0;
    }
    long before = countedBytes;
    countedBytes = done.bytes() + answerBytes + (receipt == null ? 0 : receipt.bytes());
    return countedBytes - before;
  }

  /** Nobody will find it any more; returns the bytes that it was counted with. */
  long forgotten() {
    forgotten = true;
    return countedBytes;
  }
}
