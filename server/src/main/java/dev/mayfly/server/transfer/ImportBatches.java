package dev.mayfly.server.transfer;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The records of a file that are sent next, and where they stand in it. */
final class ImportBatches {
  static final int ITEMS_MAX = 500;

  /** Small enough for any request; a larger item goes alone. */
  static final int BYTES_MAX = 192 << 10;

  private static final long FIRST_PAUSE_MILLIS = 20;
  private static final long PAUSE_MILLIS_MAX = 1000;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final TransferStore store;
  private final ContainerName name;
  private final String id;
  private final ImportOptions options;
  private final List<Entry> entries = new ArrayList<>();
  private long bytes;

  /** How many records of the file come before the entries. */
  private long position;

  /** How many are sent next at most. */
  private int limit = ITEMS_MAX;

  /** A record that is to be sent. */
  record Entry(String place, byte[] bson) {}

  ImportBatches(
      TransferStore store, ContainerName name, String id, ImportOptions options, long position) {
    this.store = requireNonNull(store, "store");
    this.name = requireNonNull(name, "name");
    this.id = requireNonNull(id, "id");
    this.options = requireNonNull(options, "options");
    this.position = position;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  boolean fits(byte[] bson) {
    return entries.isEmpty() || entries.size() < ITEMS_MAX && bytes + bson.length <= BYTES_MAX;
  }

  void add(String place, byte[] bson) {
    entries.add(new Entry(place, bson));
    bytes += bson.length;
  }

  /** Counts a record of the file that is not sent. */
  void leaveOut() {
    if (!entries.isEmpty()) {
      throw new IllegalStateException("records before it are not sent");
    }
    position++;
  }

  /** Takes the first record out, which is not sent. */
  Entry removeFirst() {
    Entry first = entries.remove(0);
    bytes -= first.bson().length;
    position++;
    limit = ITEMS_MAX;
    return first;
  }

  /** Sends only so many next. */
  void shorten(int most) {
    limit = most;
  }

  /** Sends what there is, after a pause again if the store is busy. */
  TransferStore.Outcome send() {
    int count = Math.min(limit, entries.size());
    List<Entry> sent = entries.subList(0, count);
    TransferStore.Batch batch =
        new TransferStore.Batch(
            id,
            position,
            position + count,
            options.existing(),
            options.times(),
            sent.stream().map(Entry::bson).toList());
    TransferStore.Outcome outcome = write(batch);
    sent.forEach(entry -> bytes -= entry.bson().length);
    sent.clear();
    position += count;
    limit = ITEMS_MAX;
    return outcome;
  }

  private TransferStore.Outcome write(TransferStore.Batch batch) {
    long begun = System.nanoTime();
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return store.write(name, batch);
      } catch (EngineException e) {
        boolean busy = e.code() == ErrorCode.OVERLOADED || e.code() == ErrorCode.TOO_MANY_REQUESTS;
        if (!busy || System.nanoTime() - begun > PATIENCE_NANOS) {
          throw e;
        }
        pause(pause);
        pause = Math.min(PAUSE_MILLIS_MAX, 2 * pause);
      }
    }
  }

  private static void pause(long millis) {
    try {
      new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(ErrorCode.CLOSED, "interrupted", e);
    }
  }
}
