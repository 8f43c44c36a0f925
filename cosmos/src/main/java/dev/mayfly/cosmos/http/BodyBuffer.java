package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.ByteBudget;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The body of one request while it arrives. It grows with what has come, not with what was
 * announced: announcing is cheap.
 */
final class BodyBuffer {
  private static final byte[] NOTHING = {};
  private static final int FIRST_BYTES = 64 << 10;

  private final ByteBudget.Share budget;
  private final int announced;
  private byte[] bytes = NOTHING;
  private int length;
  private int taken;

  /**
   * @param announced the length that was told, or the most that may come
   */
  BodyBuffer(ByteBudget.Share budget, int announced) {
    this.budget = requireNonNull(budget, "budget");
    this.announced = announced;
  }

  /** How many bytes have come. */
  int length() {
    return length;
  }

  /** Adds what has come; false if there is no room for it. */
  boolean append(ByteBuf part) {
    int size = part.readableBytes();
    if (length + size > bytes.length && !grow(length + size)) {
      return false;
    }
    part.readBytes(bytes, length, size);
    length += size;
    return true;
  }

  private boolean grow(int least) {
    int wanted = Math.max(least, Math.min(announced, Math.max(FIRST_BYTES, bytes.length * 2)));
    if (!budget.take(wanted - bytes.length)) {
      return false;
    }
    taken += wanted - bytes.length;
    bytes = Arrays.copyOf(bytes, wanted);
    return true;
  }

  byte[] toByteArray() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  /** What was taken of the budget; whoever asks gives it back. */
  int taken() {
    return taken;
  }
}
