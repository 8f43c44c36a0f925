package dev.mayfly.torture.server;

import dev.mayfly.torture.client.Api;
import dev.mayfly.torture.client.CosmosApi;
import dev.mayfly.torture.client.MongoApi;
import dev.mayfly.torture.ledger.Found;
import dev.mayfly.torture.ledger.History;
import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.process.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Both drivers at work with one server, each with some collections of its own. */
final class Load implements AutoCloseable {
  private static final long JOIN_MILLIS = 30_000;

  private final Server server;
  private final List<History> histories;
  private final Api cosmos;
  private final Api mongo;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicReference<BackupMade> backup = new AtomicReference<>();
  private volatile boolean killed;

  /** A backup that was acknowledged, and when it was made. */
  record BackupMade(String name, Found.Window window) {}

  /**
   * A load.
   *
   * @param histories of the collections; every other one is for Cosmos DB's SDK
   */
  Load(Server server, List<History> histories) {
    this.server = server;
    this.histories = histories;
    this.cosmos = new CosmosApi(server.cosmosPort());
    this.mongo = new MongoApi(server.mongoPort());
  }

  private Api api(int number) {
    return number % 2 == 0 ? cosmos : mongo;
  }

  /** Compares all collections after a start. */
  void adopt(Found.Window end) {
    for (int i = 0; i < histories.size(); i++) {
      new Reader(api(i), histories.get(i)).adopt(end);
    }
  }

  /**
   * Compares all collections of a damaged store, which stay as they are in the record.
   *
   * @return the first error that a reader got, or null
   */
  String firstError(Found.Window end) {
    String first = null;
    for (int i = 0; i < histories.size(); i++) {
      try {
        new Reader(api(i), histories.get(i)).compare(end);
      } catch (Violation violation) {
        throw violation;
      } catch (RuntimeException e) {
        first = first == null ? e.toString() : first;
      }
    }
    return first;
  }

  /** Begins to write, to read and, if there is a name for it, to back up. */
  void begin(Random random, String backupName) {
    for (int i = 0; i < histories.size(); i++) {
      Writer writer = new Writer(api(i), histories.get(i), new Random(random.nextLong()));
      start("writer-" + i, writer::act);
    }
    Random choosing = new Random(random.nextLong());
    start("reader", () -> read(choosing));
    if (backupName != null) {
      long delayMillis = random.nextInt(300);
      thread("backup", () -> backUp(backupName, delayMillis));
    }
  }

  private void read(Random random) {
    int number = random.nextInt(histories.size());
    new Reader(api(number), histories.get(number)).read();
    reads.incrementAndGet();
  }

  private void backUp(String name, long delayMillis) throws Exception {
    TimeUnit.MILLISECONDS.sleep(delayMillis);
    long fromTick = History.tick();
    long fromSecond = History.second();
    Server.Answer answer = server.post("/backup?name=" + name);
    if (answer.status() != 200) {
      throw new Violation("the backup was refused: " + answer);
    }
    backup.set(
        new BackupMade(
            name, new Found.Window(fromTick, History.tick(), fromSecond, History.second())));
  }

  private void start(String name, Runnable repeated) {
    thread(
        name,
        () -> {
          while (!killed) {
            repeated.run();
          }
        });
  }

  private interface Work {
    void run() throws Exception;
  }

  private void thread(String name, Work work) {
    Thread thread = new Thread(() -> watched(name, work), name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** What fails before the server is killed is a failure; afterwards only a violation is. */
  private void watched(String name, Work work) {
    try {
      work.run();
    } catch (Throwable thrown) {
      if (!killed || thrown instanceof Violation) {
        failure.compareAndSet(null, new IllegalStateException(name + ": " + thrown, thrown));
      }
    }
  }

  boolean hasFailed() {
    return failure.get() != null;
  }

  /**
   * Kills the server, and waits until nothing is under way any more.
   *
   * @return when it ended
   */
  Found.Window kill() throws InterruptedException {
    long fromSecond = History.second();
    killed = true;
    server.kill();
    for (Thread thread : threads) {
      thread.interrupt();
    }
    mongo.close();
    for (Thread thread : threads) {
      thread.join(JOIN_MILLIS);
      if (thread.isAlive()) {
        throw new IllegalStateException(thread.getName() + " does not end");
      }
    }
    cosmos.close();
    Throwable thrown = failure.get();
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
    long tick = History.tick();
    return new Found.Window(tick, tick, fromSecond, History.second());
  }

  long reads() {
    return reads.get();
  }

  /** Null if none was acknowledged. */
  BackupMade backup() {
    return backup.get();
  }

  @Override
  public void close() {
    killed = true;
    threads.forEach(Thread::interrupt);
    mongo.close();
    cosmos.close();
  }
}
