package dev.mayfly.cosmos.query.value;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.memory.RequestMemory;
import dev.mayfly.query.spill.RequestSpill;
import java.util.concurrent.TimeUnit;

/**
 * How much the expressions of a query may make of one row, and how long. A short text can name a
 * long value thousands of times, and each time it would be copied; loops within loops end long
 * after the client has gone. For one thread at a time.
 */
public final class RowBudget {
  /** In bytes or characters; no item as it is takes nearly as much. */
  private static final long MAX = 64L << 20;

  /** About what a value takes beside its content. */
  private static final int VALUE = 16;

  /** The clock is asked once for so many steps. */
  private static final int STEPS = 1024;

  private static final long PAUSED_LONG_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** About what a value that is made takes on the heap beside its content. */
  private static final int VALUE_HEAP_BYTES = 64;

  /** The elements of an array in an item, each of which becomes an object. */
  private static final int ELEMENT_HEAP_BYTES = 48;

  /** The account is asked once for so much. */
  private static final long CHARGED_AT_ONCE = 64 << 10;

  private RequestMemory memory;
  private long rowBytes;
  private long chargedBytes;
  private long used;
  private long steps;
  private boolean timed;
  private boolean worked;
  private long endNanos;

  /** Starts with a row. */
  public void begin() {
    used = 0;
    rowBytes = 0;
  }

  /** What is made and kept is counted there from now on, until {@link #reset}. */
  public void chargeTo(RequestMemory account) {
    memory = account;
  }

  /** Starts with a query: nothing is made yet, and no end is set. */
  public void reset() {
    memory = null;
    chargedBytes = 0;
    begin();
    steps = 0;
    timed = false;
    worked = false;
  }

  /** No step is taken after this moment of {@link System#nanoTime}. */
  public void endAt(long nanos) {
    timed = true;
    endNanos = nanos;
  }

  /** How much was made of the row so far. */
  public long used() {
    return used;
  }

  /** Counts a step of a loop within an expression. */
  public void step() {
    if (++steps % STEPS == 0) {
      checkTime();
    }
  }

  /** Counts much work at once, such as a match of a long text, and checks the clock after it. */
  public void work() {
    worked = true;
    checkTime();
  }

  private void checkTime() {
    Checkpoint.pass();
    if (timed && System.nanoTime() - endNanos >= 0) {
      throw tooLong();
    }
  }

  /** Whether there was much work since this was asked last. */
  public boolean hasWorked() {
    boolean was = worked;
    worked = false;
    return was;
  }

  /**
   * What a request gets that was given up because others had their turns for most of its time; null
   * if that is not so.
   */
  public static RuntimeException paused() {
    return Checkpoint.pausedNanos() < PAUSED_LONG_NANOS
        ? null
        : CosmosException.errors(
            503,
            0,
            "Other requests are running, so that the query was not finished in time: try again.");
  }

  private static RuntimeException tooLong() {
    RuntimeException paused = paused();
    if (paused != null) {
      return paused;
    }
    return CosmosException.errors(
        400,
        0,
        "The query takes longer than a request may: a subquery of it joins too much of one item, or"
            + " it matches too long texts. Filter before.");
  }

  /**
   * Counts heap bytes that are kept beyond the row.
   *
   * @param bytes negative for what is let go
   */
  public void keep(long bytes) {
    if (memory != null) {
      memory.charge(bytes);
    }
  }

  /** As {@link #keep(long)}; false if they are too many, and then they are not counted. */
  public boolean tryKeep(long bytes) {
    return memory == null || memory.tryCharge(bytes);
  }

  /** Whether so many bytes more could be kept. */
  public boolean hasSpare(long bytes) {
    return memory == null || memory.hasRoom(bytes);
  }

  /** Whether there is room for so many bytes, and for as much again as is held. */
  public boolean hasRoom(long bytes) {
    return memory == null || memory.hasRoom(bytes + memory.usedBytes());
  }

  /** The temporary files of the query; null if it may use no disk. */
  public RequestSpill spill() {
    return memory == null ? null : memory.spill();
  }

  /**
   * Counts a value that is kept.
   *
   * @param beyondRow whether that is for longer than the row
   * @param more heap bytes of what is kept beside it
   */
  public void keep(Value value, boolean beyondRow, long more) {
    long bytes = VALUE_HEAP_BYTES + HeapSize.of(value) + more;
    if (beyondRow) {
      keep(bytes);
    } else {
      make(bytes);
    }
  }

  /** Counts heap bytes of what the row is made of; the largest row counts until the end. */
  private void make(long bytes) {
    rowBytes += bytes;
    if (rowBytes > chargedBytes && memory != null) {
      long more = Math.max(rowBytes - chargedBytes, CHARGED_AT_ONCE);
      memory.charge(more);
      chargedBytes += more;
    }
  }

  /** Counts the elements of an array in the item that are made objects. */
  public void takeElements(int count) {
    make((long) count * ELEMENT_HEAP_BYTES);
  }

  /** Counts a text that is made. */
  public void takeText(long characters) {
    used += characters;
    make(characters);
    if (used > MAX) {
      throw CosmosException.errors(
          400, 0, "The query makes more than " + MAX + " bytes of one item: select less of it.");
    }
  }

  /** Counts a value that becomes a part of another; what that one is made of was counted. */
  public void takePart(Value value) {
    make(VALUE_HEAP_BYTES);
    takeText(VALUE + size(value));
  }

  private static long size(Value value) {
    if (value instanceof StringValue string) {
      return string.text().length();
    } else if (value instanceof ObjectValue.Raw object) {
      return object.raw().length();
    } else if (value instanceof ObjectValue.Stored item) {
      return item.raw().length();
    } else if (value instanceof ArrayValue.Raw array) {
      return array.raw().length();
    }
    return 0;
  }
}
