package dev.mayfly.bench.soak;

import java.util.SplittableRandom;

/** A client with its connection, and what it does again and again. For one thread. */
interface Session extends AutoCloseable {
  void once(SplittableRandom random) throws Exception;

  @Override
  void close() throws Exception;
}
