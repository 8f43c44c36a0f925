package dev.mayfly.bench.mongo;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.measure.Statistics;
import dev.mayfly.bench.process.ProcessorTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;

/**
 * Inserts documents and receives them by a change stream: how many a second, and how long after
 * their insert was begun.
 */
final class StreamMeter {
  private static final long AWAIT_MILLIS = 100;
  private static final long LATE_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

  private final MongoCollection<Document> collection;
  private final AtomicInteger fresh;
  private final int batch;
  private final Map<Integer, Long> begun = new ConcurrentHashMap<>();
  private final AtomicInteger sent = new AtomicInteger();

  /**
   * @param fresh the number of the next document
   * @param batch how many are inserted at a time
   */
  StreamMeter(MongoCollection<Document> collection, AtomicInteger fresh, int batch) {
    this.collection = collection;
    this.fresh = fresh;
    this.batch = batch;
  }

  Load measure(ProcessorTime server, long millis) throws Exception {
    long[] delays = new long[1 << 10];
    int received = 0;
    double before = server.processorSeconds();
    long start = System.nanoTime();
    long end = start;
    try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream =
        collection.watch().maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS).cursor()) {
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(until));
      while (!writing.isDone() || received < sent.get()) {
        ChangeStreamDocument<Document> event = stream.tryNext();
        long now = System.nanoTime();
        if (event != null) {
          if (received == delays.length) {
            delays = Arrays.copyOf(delays, 2 * received);
          }
          int id = event.getDocumentKey().getInt32("_id").getValue();
          delays[received++] = now - begun.remove(id);
          end = now;
        } else if (now - until > LATE_NANOS_MAX) {
          throw new IllegalStateException(
              "Of " + sent + " events only " + received + " were delivered in time");
        }
      }
      writing.get();
    }
    long[] all = Arrays.copyOf(delays, received);
    return new Load(
        received * 1e9 / (end - start),
        (server.processorSeconds() - before) * 1e6 / received,
        Statistics.percentile(all, 0.5) / 1e3,
        Statistics.percentile(all, 0.99) / 1e3);
  }

  private void write(long until) {
    while (System.nanoTime() - until < 0) {
      List<Document> documents = new ArrayList<>(batch);
      long now = System.nanoTime();
      for (int i = 0; i < batch; i++) {
        int number = fresh.getAndIncrement();
        begun.put(number, now);
        documents.add(Orders.document(number));
      }
      if (batch == 1) {
        collection.insertOne(documents.get(0));
      } else {
        collection.insertMany(documents);
      }
      sent.addAndGet(batch);
    }
  }
}
