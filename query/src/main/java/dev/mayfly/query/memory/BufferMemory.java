package dev.mayfly.query.memory;

import static java.util.Objects.requireNonNull;

import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** What one buffer or stage of a request holds of the request's memory, with a limit of its own. */
public class BufferMemory implements AutoCloseable {
  private final LongConsumer request;
  private final long limitBytes;
  private final Supplier<RuntimeException> tooMuch;
  private long heldBytes;

  /**
   * @param request is charged with the same bytes
   * @param tooMuch makes the API's error when the limit is exceeded
   */
  public BufferMemory(LongConsumer request, long limitBytes, Supplier<RuntimeException> tooMuch) {
    this.request = requireNonNull(request, "request");
    this.limitBytes = limitBytes;
    this.tooMuch = requireNonNull(tooMuch, "tooMuch");
  }

  /** Charges heap bytes; negative to release. */
  public final void add(long bytes) {
    if (heldBytes + bytes > limitBytes) {
      throw tooMuch.get();
    }
    request.accept(bytes);
    heldBytes += bytes;
  }

  public final long heldBytes() {
    return heldBytes;
  }

  /** Releases everything. */
  @Override
  public final void close() {
    request.accept(-heldBytes);
    heldBytes = 0;
  }
}
