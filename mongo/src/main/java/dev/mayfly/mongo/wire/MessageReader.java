package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.net.ByteBudget;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Takes messages out of the bytes of one connection. A message that has not arrived whole takes
 * room as it comes, not as it announces itself: announcing is cheap.
 */
final class MessageReader {
  static final int HEADER_BYTES = 16;

  /** What is kept of a message that finds no room: enough to refuse it. */
  private static final int HEAD_BYTES = 32;

  private static final int FIRST_BYTES = 64 << 10;

  /** The time over which speed is measured; before that a message is not slow. */
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final ByteBudget.Share budget;
  private final int messageBytesMax;
  private final BooleanSupplier makeRoom;

  // The message that is arriving.
  private byte[] bytes;
  private int length;
  private int filled;
  private int taken;
  private Refusal refusal;
  private volatile long sinceNanos;
  private volatile long lastByteNanos;

  // How fast it arrives, for those who look for memory on other threads.
  private volatile boolean holding;
  private volatile long windowNanos;
  private volatile int windowBytes;
  private volatile long speed = Long.MAX_VALUE;

  /**
   * @param makeRoom is asked when the budget does not suffice; true if it may now
   */
  MessageReader(ByteBudget.Share budget, int messageBytesMax, BooleanSupplier makeRoom) {
    this.budget = requireNonNull(budget, "budget");
    this.messageBytesMax = messageBytesMax;
    this.makeRoom = requireNonNull(makeRoom, "makeRoom");
  }

  /** Why only the head of a message was kept. */
  enum Refusal {
    /** The budget does not suffice. */
    NO_ROOM,
    /** It is longer than a message may be before authentication. */
    UNAUTHENTICATED
  }

  /**
   * A whole message.
   *
   * @param taken bytes of the budget; who has the message gives them back
   * @param refusal why only its head is here; null if all of it is
   */
  record Incoming(byte[] bytes, int taken, Refusal refusal) {}

  /**
   * The next message, or null if the rest has yet to come.
   *
   * @param bytesMax of a message that begins now; a longer one is refused
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
    int wanted = Math.max(least, Math.min(length, Math.max(FIRST_BYTES, bytes.length * 2)));
    if (take(wanted - taken)) {
      taken = wanted;
      holding = taken > ByteBudget.SMALL_BYTES;
      bytes = Arrays.copyOf(bytes, wanted);
    } else {
      refusal = Refusal.NO_ROOM;
      bytes = Arrays.copyOf(bytes, HEAD_BYTES);
      budget.giveBack(taken);
      taken = 0;
      holding = false;
    }
  }

  private boolean take(int more) {
    while (!budget.take(more)) {
      if (!makeRoom.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  /** Takes bytes up to a place in the message; those without room are thrown away. */
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

  /** When the first byte of the message that is arriving came, or 0 if none is. */
  long sinceNanos() {
    return sinceNanos;
  }

  /** When the last byte of the message that is arriving came, or 0 if none is. */
  long lastByteNanos() {
    return lastByteNanos;
  }

  /** Bytes of the budget that the message that is arriving has. */
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
   * How many bytes a second of a large message arrive at the moment; from any thread.
   *
   * @return {@link Long#MAX_VALUE} if none is arriving or it has just begun
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

  /** Gives back the room of a message that will not arrive. */
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
