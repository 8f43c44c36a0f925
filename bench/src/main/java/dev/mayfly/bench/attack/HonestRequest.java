package dev.mayfly.bench.attack;

import java.io.IOException;
import java.util.SplittableRandom;

/** A request of the honest client; it throws if the answer is not the right one. */
interface HonestRequest extends AutoCloseable {
  void once(SplittableRandom random) throws IOException;

  @Override
  default void close() throws IOException {
    // Most of them open a connection each time.
  }
}
