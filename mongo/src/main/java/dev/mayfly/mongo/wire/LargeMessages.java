package dev.mayfly.mongo.wire;

import dev.mayfly.net.limit.ByteBudget;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that decompress and validate large messages, which would block an event loop. A
 * connection has at most one message here, so the queue needs no limit of its own.
 */
final class LargeMessages implements AutoCloseable {
  private static final int THREADS = 2;

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          1,
          TimeUnit.MINUTES,
          new LinkedBlockingQueue<>(),
          new DefaultThreadFactory("mayfly-mongo-messages", true));

  LargeMessages() {
    threads.allowCoreThreadTimeOut(true);
  }

  /** Whether a message is large, compressed or not. */
  static boolean isLarge(byte[] message) {
    return message.length > ByteBudget.SMALL_BYTES
        || MessageParser.opcode(message) == Opcodes.COMPRESSED
            && Decompression.announced(message) > ByteBudget.SMALL_BYTES;
  }

  void execute(Runnable task) {
    threads.execute(task);
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
