package dev.mayfly.storage.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;

/** Native objects that end together, the youngest first. */
final class NativeObjects implements AutoCloseable {
  private final Deque<AutoCloseable> objects = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T object) {
    objects.push(object);
    return object;
  }

  /** Closes all, whatever one of them says, and throws the first failure at the end. */
  @Override
  public void close() {
    RuntimeException failure = null;
    while (!objects.isEmpty()) {
      try {
        objects.pop().close();
      } catch (Exception exception) {
        if (failure == null) {
          failure = new IllegalStateException("A native object did not close", exception);
        } else {
          failure.addSuppressed(exception);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
