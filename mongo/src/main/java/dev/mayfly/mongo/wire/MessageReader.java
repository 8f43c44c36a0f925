package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.net.ByteBudget;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Takes messages out of the bytes of one connection. A message that has not arrived whole takes
 * room as it comes, not as it announces itself: announcing is cheap.
 */
final class MessageReader {
  static final int HEADER_BYTES = 16;

  /** What is kept of a message that finds no room: enough to refuse it. */
  private static final int HEAD_BYTES = 32;

  private static final int FIRST_BYTES = 64 << 10;

  private final ByteBudget.Share budget;
  private final int messageBytesMax;

  // The message that is arriving.
  private byte[] bytes;
  private int length;
  private int filled;
  private int taken;
  private boolean refused;
  private volatile long sinceNanos;

  MessageReader(ByteBudget.Share budget, int messageBytesMax) {
    this.budget = requireNonNull(budget, "budget");
    this.messageBytesMax = messageBytesMax;
  }

  /**
   * A whole message.
   *
   * @param taken bytes of the budget; who has the message gives them back
   * @param refused there was no room for it: only its head is here
   */
  record Incoming(byte[] bytes, int taken, boolean refused) {}

  /** The next message, or null if the rest has yet to come. */
  Incoming next(ByteBuf in) {
    if (bytes == null && in.readableBytes() >= HEADER_BYTES) {
      int announced = checked(in.getIntLE(in.readerIndex()));
      if (in.readableBytes() >= announced && budget.take(announced)) {
        byte[] whole = new byte[announced];
        in.readBytes(whole);
        return new Incoming(whole, announced, false);
      }
    }
    return append(in);
  }

  private Incoming append(ByteBuf in) {
    if (bytes == null) {
      bytes = new byte[HEAD_BYTES];
      sinceNanos = System.nanoTime() | 1;
    }
    if (length == 0) {
      fill(in, HEADER_BYTES);
      if (filled < HEADER_BYTES) {
        return null;
      }
      length = checked(LittleEndian.int32(bytes, 0));
    }
    if (!refused) {
      reserve(Math.min(length, filled + in.readableBytes()));
    }
    fill(in, length);
    if (filled < length) {
      return null;
    }
    Incoming whole =
        new Incoming(bytes.length > length ? Arrays.copyOf(bytes, length) : bytes, taken, refused);
    forget();
    return whole;
  }

  private void reserve(int least) {
    if (least <= bytes.length) {
      return;
    }
    int wanted = Math.max(least, Math.min(length, Math.max(FIRST_BYTES, bytes.length * 2)));
    if (budget.take(wanted - taken)) {
      taken = wanted;
      bytes = Arrays.copyOf(bytes, wanted);
    } else {
      refused = true;
      bytes = Arrays.copyOf(bytes, HEAD_BYTES);
      budget.giveBack(taken);
      taken = 0;
    }
  }

  /** Takes bytes up to a place in the message; those without room are thrown away. */
  private void fill(ByteBuf in, int end) {
    int count = Math.min(in.readableBytes(), end - filled);
    int kept = Math.max(0, Math.min(count, bytes.length - filled));
    in.readBytes(bytes, Math.min(filled, bytes.length), kept);
    in.skipBytes(count - kept);
    filled += count;
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
    refused = false;
    sinceNanos = 0;
  }
}
