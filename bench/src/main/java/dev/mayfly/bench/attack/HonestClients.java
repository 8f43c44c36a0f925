package dev.mayfly.bench.attack;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.Connection;
import dev.mayfly.bench.process.MayflyServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The honest clients: one thread for each kind of request, twenty requests a second each. No
 * request is repeated: one that fails counts as failed.
 */
final class HonestClients implements AutoCloseable {
  static final int TIMEOUT_MILLIS = 20_000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final byte[] HEALTH =
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8);

  private final List<Worker> workers = new ArrayList<>();
  private volatile Latencies latencies = new Latencies();
  private volatile boolean over;

  HonestClients(MayflyServer server, Account account) {
    int cosmos = server.cosmosPort();
    int mongo = server.mongoPort();
    add(
        "cosmos read",
        () -> kept(HonestCosmos.connect(cosmos, false, account), HonestCosmos::read));
    add(
        "cosmos write",
        () -> kept(HonestCosmos.connect(cosmos, false, account), HonestCosmos::write));
    add(
        "cosmos query",
        () -> kept(HonestCosmos.connect(cosmos, true, account), HonestCosmos::query));
    add("cosmos connect", () -> random -> connectHttps(cosmos, account, random));
    int direct = server.cosmosDirectPort();
    add("direct read", () -> kept(HonestDirect.connect(direct, account), HonestDirect::read));
    add("direct write", () -> kept(HonestDirect.connect(direct, account), HonestDirect::write));
    add("direct connect", () -> random -> connectDirect(direct, account, random));
    add("mongo find", () -> kept(HonestMongo.login(mongo, account), HonestMongo::findById));
    add("mongo write", () -> kept(HonestMongo.login(mongo, account), HonestMongo::write));
    add("mongo query", () -> kept(HonestMongo.login(mongo, account), HonestMongo::query));
    add("mongo login", () -> random -> loginAndFind(mongo, account, random));
    add("health", () -> random -> health(server.adminPort()));
  }

  private static void connectHttps(int port, Account account, SplittableRandom random)
      throws IOException {
    try (HonestCosmos client = HonestCosmos.connect(port, true, account)) {
      client.read(random);
    }
  }

  private static void connectDirect(int port, Account account, SplittableRandom random)
      throws IOException {
    try (HonestDirect client = HonestDirect.connect(port, account)) {
      client.read(random);
    }
  }

  private static void loginAndFind(int port, Account account, SplittableRandom random)
      throws IOException {
    try (HonestMongo client = HonestMongo.login(port, account)) {
      client.findById(random);
    }
  }

  private static void health(int port) throws IOException {
    try (Connection connection = Connection.open(port, false)) {
      connection.send(HEALTH);
      Answer answer = connection.answer();
      if (answer.status() != 200) {
        throw new IOException("Not healthy: " + answer.body());
      }
    }
  }

  private interface Use<C> {
    void once(C client, SplittableRandom random) throws IOException;
  }

  /** A request over a connection that stays open. */
  private static <C extends AutoCloseable> HonestRequest kept(C client, Use<C> use) {
    return new HonestRequest() {
      @Override
      public void once(SplittableRandom random) throws IOException {
        use.once(client, random);
      }

      @Override
      public void close() throws IOException {
        try {
          client.close();
        } catch (IOException e) {
          throw e;
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
    };
  }

  private void add(String kind, Opener opener) {
    Worker worker = new Worker(kind, opener);
    workers.add(worker);
    worker.thread.start();
  }

  /** From now on requests count for these; also those that began before, if they end later. */
  void recordInto(Latencies next) {
    latencies = next;
  }

  /** Counts what requests that have no answer yet took until now. */
  void countUnanswered() {
    for (Worker worker : workers) {
      long since = worker.inFlightSinceNanos;
      if (since != 0) {
        latencies.add(worker.kind, System.nanoTime() - since);
      }
    }
  }

  @Override
  public void close() {
    over = true;
    for (Worker worker : workers) {
      worker.thread.interrupt();
    }
  }

  private interface Opener {
    HonestRequest open() throws IOException;
  }

  private final class Worker {
    private final String kind;
    private final Opener opener;
    private final Thread thread;
    private volatile long inFlightSinceNanos;

    Worker(String kind, Opener opener) {
      this.kind = kind;
      this.opener = opener;
      this.thread = new Thread(this::work, "honest " + kind);
      thread.setDaemon(true);
    }

    private void work() {
      SplittableRandom random = new SplittableRandom();
      while (!over) {
        // A connection that was lost is opened anew, and that counts as a part of the request.
        inFlightSinceNanos = System.nanoTime();
        try (HonestRequest request = opener.open()) {
          while (!over) {
            request.once(random);
            latencies.add(kind, System.nanoTime() - inFlightSinceNanos);
            inFlightSinceNanos = 0;
            LockSupport.parkNanos(PAUSE_NANOS);
            inFlightSinceNanos = System.nanoTime();
          }
        } catch (IOException | RuntimeException e) {
          if (!over) {
            latencies.add(kind, System.nanoTime() - inFlightSinceNanos);
            latencies.fail(kind, e);
          }
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }
  }
}
