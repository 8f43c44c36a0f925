package dev.mayfly.bench.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Requests to one container in direct mode, over one connection, signed each, with the tokens that
 * the Java SDK sends. Several threads may read and upsert: answers come in any order and each
 * thread gets its own, read by whichever of them waits.
 */
public final class DirectClient implements AutoCloseable {
  private static final int ITEM = 0x03;
  private static final int READ = 0x03;
  private static final int QUERY = 0x0F;
  private static final int UPSERT = 0x13;
  private static final int NO_LIMIT = -1;
  private static final String REPLICA = "/apps/mayfly/services/db/partitions/0/replicas/1p";

  private final Connection connection;
  private final MasterKey key;
  private final String container;
  private final String link;
  private final Map<Integer, Answer> arrived = new HashMap<>();
  private boolean reading;
  private int number;
  private long dateSecond;
  private String date;

  private DirectClient(Connection connection, String key, String container) {
    this.connection = connection;
    this.key = new MasterKey(key);
    this.container = container;
    this.link = "dbs/" + CosmosClient.DATABASE + "/colls/" + container;
  }

  /** Opens a connection to the container of benchmarks. */
  public static DirectClient connect(int port) throws IOException {
    return over(Connection.open(port, true), MasterKey.WELL_KNOWN, CosmosClient.CONTAINER);
  }

  /** Over a connection of TLS; waits until the server accepts requests on it. */
  public static DirectClient over(Connection connection, String key, String container)
      throws IOException {
    try {
      connection.send(RequestFrame.opening().bytes());
      CosmosClient.expect(200, connection.frame(true).answer());
      return new DirectClient(connection, key, container);
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  public Answer read(String id, String partition) throws IOException {
    return request(() -> readRequest(id, partition).bytes());
  }

  public Answer upsert(String partition, byte[] item) throws IOException {
    return request(() -> upsertRequest(partition).bytes(item));
  }

  /** Sends a request that this client has made, and waits for its answer. */
  public Answer request(Supplier<byte[]> frame) throws IOException {
    return await(send(frame));
  }

  /** Returns the number that the answer will have. */
  private synchronized int send(Supplier<byte[]> frame) throws IOException {
    connection.send(frame.get());
    return number;
  }

  private Answer await(int request) throws IOException {
    if (!mayRead(request)) {
      return take(request);
    }
    try {
      while (true) {
        Connection.Frame frame = connection.frame(false);
        if (frame.number() == request) {
          return frame.answer();
        }
        arrived(frame);
      }
    } finally {
      stopReading();
    }
  }

  /** Waits until it is this thread's turn to read, true, or its answer is there, false. */
  private synchronized boolean mayRead(int request) throws InterruptedIOException {
    try {
      while (reading && !arrived.containsKey(request)) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    if (arrived.containsKey(request)) {
      return false;
    }
    reading = true;
    return true;
  }

  private synchronized Answer take(int request) {
    return arrived.remove(request);
  }

  private synchronized void arrived(Connection.Frame frame) {
    arrived.put(frame.number(), frame.answer());
    notifyAll();
  }

  private synchronized void stopReading() {
    reading = false;
    notifyAll();
  }

  /** A signed request for an item. */
  public RequestFrame readRequest(String id, String partition) {
    return signed(READ, "get", link + "/docs/" + id)
        .text(0x002B, "[\"" + partition + "\"]")
        .text(0x0017, id)
        .text(0x0005, "0:-1#1");
  }

  /** A signed request whose payload is an item. */
  public RequestFrame upsertRequest(String partition) {
    return signed(UPSERT, "post", link).text(0x002B, "[\"" + partition + "\"]");
  }

  /** A signed request whose payload is a query; its page has as much as fits. */
  public RequestFrame queryRequest() {
    return signed(QUERY, "post", link).integer(0x0004, NO_LIMIT).text(0x002C, "0");
  }

  private RequestFrame signed(int operation, String verb, String resource) {
    String now = date();
    return RequestFrame.of(ITEM, operation)
        .text(0x0001, key.authorization(verb, "docs", resource, now))
        .smallText(0x0003, now)
        .text(0x0013, REPLICA)
        .text(0x0015, CosmosClient.DATABASE)
        .text(0x0016, container)
        .integer(0x0049, 60_000)
        .integer(0x004A, 0)
        .integer(0x004D, ++number)
        .integer(0x00A2, 11);
  }

  private String date() {
    long second = System.currentTimeMillis() / 1000;
    if (second != dateSecond || date == null) {
      dateSecond = second;
      date = CosmosClient.DATE.format(ZonedDateTime.now(ZoneOffset.UTC));
    }
    return date;
  }

  public Connection connection() {
    return connection;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
