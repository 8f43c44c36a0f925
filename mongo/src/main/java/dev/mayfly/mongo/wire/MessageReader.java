package dev.mayfly.mongo.wire;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.net.limit.ByteBudget;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Splits the bytes of a connection into messages. An incomplete message takes memory for the bytes
 * received, not for the announced length.
 */
final class MessageReader {
  static final int HEADER_BYTES = 16;

  /** Bytes kept of a rejected message: enough to answer it. */
  private static final int HEAD_BYTES = 32;

  private static final int FIRST_BYTES = 64 << 10;

  /** Time over which the rate is measured; before that a message is not slow. */
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final ByteBudget.Share budget;
  private final int messageBytesMax;
  private final BooleanSupplier evict;

  // The incomplete message.
  private byte[] bytes;
  private int length;
  private int filled;
  private int taken;
  private Refusal refusal;
  private volatile long sinceNanos;
  private volatile long lastByteNanos;

  // State of the rate measurement; read by other threads when memory is short.
  private volatile boolean holding;
  private volatile long windowNanos;
  private volatile int windowBytes;
  private volatile long speed = Long.MAX_VALUE;

  /**
   * @param evict frees memory of other connections; false if it can't
   */
  MessageReader(ByteBudget.Share budget, int messageBytesMax, BooleanSupplier evict) {
    this.budget = budget;
    this.messageBytesMax = messageBytesMax;
    this.evict = evict;
  }

  /** Why a message was rejected. */
  enum Refusal {
    /** The budget is exhausted. */
    NO_MEMORY,
    /** It exceeds the limit before authentication. */
    UNAUTHENTICATED
  }

  /**
   * A complete message.
   *
   * @param taken bytes of the budget, to be released by the receiver
   * @param refusal why only its header was kept; null if complete
   */
  record Incoming(byte[] bytes, int taken, Refusal refusal) {}

  /**
   * The next message, or null if incomplete.
   *
   * @param bytesMax limit of the next message; a longer one is rejected
   */
  Incoming next(ByteBuf in, int bytesMax) {
    if (bytes == null && in.readableBytes() >= HEADER_BYTES) {
      int announced = checked(in.getIntLE(in.readerIndex()));
      if (announced <= bytesMax && in.readableBytes() >= announced && budget.take(announced)) {
        byte[] whole = new byte[announced];
        in.readBytes(whole);
        return new Incoming(whole, announced, null);
      }
    }
    return append(in, bytesMax);
  }

  private Incoming append(ByteBuf in, int bytesMax) {
    if (bytes == null) {
      bytes = new byte[HEAD_BYTES];
      sinceNanos = System.nanoTime() | 1;
      windowNanos = sinceNanos;
    }
    if (length == 0) {
      fill(in, HEADER_BYTES);
      if (filled < HEADER_BYTES) {
        return null;
      }
      length = checked(LittleEndian.int32(bytes, 0));
      refusal = length > bytesMax ? Refusal.UNAUTHENTICATED : null;
    }
    if (refusal == null) {
      reserve(Math.min(length, filled + in.readableBytes()));
    }
    fill(in, length);
    if (filled < length) {
      return null;
    }
    Incoming whole =
        new Incoming(bytes.length > length ? Arrays.copyOf(bytes, length) : bytes, taken, refusal);
    forget();
    return whole;
  }

  private void reserve(int least) {
    if (least <= bytes.length) {
      return;
    }
    int size = Math.max(least, Math.min(length, Math.max(FIRST_BYTES, bytes.length * 2)));
    if (budget.take(size - taken, evict)) {
      taken = size;
      holding = taken > ByteBudget.SMALL_BYTES;
      bytes = Arrays.copyOf(bytes, size);
    } else {
      refusal = Refusal.NO_MEMORY;
      bytes = Arrays.copyOf(bytes, HEAD_BYTES);
      budget.giveBack(taken);
      taken = 0;
      holding = false;
    }
  }

  /** Reads bytes up to a position; discards them if there is no memory. */
  private void fill(ByteBuf in, int end) {
    int count = Math.min(in.readableBytes(), end - filled);
    int kept = Math.max(0, Math.min(count, bytes.length - filled));
    in.readBytes(bytes, Math.min(filled, bytes.length), kept);
    in.skipBytes(count - kept);
    filled += count;
    measure(count);
  }

  private int checked(int announced) {
    if (announced < HEADER_BYTES || announced > messageBytesMax) {
      throw new WireException("a message can't have " + announced + " bytes");
    }
    return announced;
  }

  /** Time of the first byte of the incomplete message, or 0. */
  long sinceNanos() {
    return sinceNanos;
  }

  /** Time of the last byte of the incomplete message, or 0. */
  long lastByteNanos() {
    return lastByteNanos;
  }

  /** Bytes of the budget held by the incomplete message. */
  int taken() {
    return taken;
  }

  private void measure(int count) {
    long now = System.nanoTime() | 1;
    lastByteNanos = now;
    long nanos = now - windowNanos;
    if (nanos > WINDOW_NANOS) {
      speed = perSecond(windowBytes, nanos);
      windowNanos = now;
      windowBytes = 0;
    }
    windowBytes += count;
  }

  private static long perSecond(int count, long nanos) {
    return (long) (count * 1e9 / nanos);
  }

  /**
   * The rate of a large incomplete message in bytes per second; from any thread.
   *
   * @return {@link Long#MAX_VALUE} if there is none or it has just begun
   */
  long bytesPerSecond(long now) {
    if (!holding) {
      return Long.MAX_VALUE;
    }
    if (now - lastByteNanos > WINDOW_NANOS) {
      return 0;
    }
    long nanos = now - windowNanos;
    return nanos > WINDOW_NANOS ? perSecond(windowBytes, nanos) : speed;
  }

  /** Releases the memory of the incomplete message. */
  void abandon() {
    budget.giveBack(taken);
    forget();
  }

  private void forget() {
    bytes = null;
    length = 0;
    filled = 0;
    taken = 0;
    refusal = null;
    holding = false;
    windowBytes = 0;
    speed = Long.MAX_VALUE;
    sinceNanos = 0;
    lastByteNanos = 0;
  }
}
