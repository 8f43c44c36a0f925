package dev.mayfly.query.memory;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;

/** What one buffer or stage of a request holds of the request's memory, with a limit of its own. */
public class BufferMemory implements AutoCloseable {
  private final HeapAccount request;
  private final long limitBytes;
  private final Supplier<RuntimeException> tooMuch;
  private long heldBytes;

  /**
   * @param request is charged with the same bytes
   * @param tooMuch makes the API's error when the limit is exceeded
   */
  public BufferMemory(HeapAccount request, long limitBytes, Supplier<RuntimeException> tooMuch) {
    this.request = requireNonNull(request, "request");
    this.limitBytes = limitBytes;
    this.tooMuch = requireNonNull(tooMuch, "tooMuch");
  }

  /** Charges heap bytes; negative to release. */
  public final void add(long bytes) {
    if (bytes > 0 && heldBytes + bytes > limitBytes) {
      throw tooMuch.get();
    }
    request.charge(bytes);
    heldBytes += bytes;
  }

  /** As {@link #add}; false if they are too many, and then they are not charged. */
  public final boolean tryAdd(long bytes) {
    if (bytes > 0 && heldBytes + bytes > limitBytes || !request.tryCharge(bytes)) {
      return false;
    }
    heldBytes += bytes;
    return true;
  }

  /** Whether so many bytes more would be granted now. */
  public final boolean hasRoom(long bytes) {
    return heldBytes + bytes <= limitBytes && request.hasRoom(bytes);
  }

  /** Charges bytes that are needed whatever the limit is: only that of the request applies. */
  public final void addBeyondLimit(long bytes) {
    request.charge(bytes);
    heldBytes += bytes;
  }

  public final long limitBytes() {
    return limitBytes;
  }

  public final long heldBytes() {
    return heldBytes;
  }

  /** Releases everything. */
  @Override
  public final void close() {
    request.charge(-heldBytes);
    heldBytes = 0;
  }
}
