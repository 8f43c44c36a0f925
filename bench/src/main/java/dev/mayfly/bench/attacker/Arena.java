package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.Answer;
import dev.mayfly.bench.client.Connection;
import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.DirectClient;
import dev.mayfly.bench.client.MongoConnection;
import dev.mayfly.bench.client.Trusting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;

/** What attacks have: connections from the attacker's address, threads, and a clock. */
final class Arena {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final long PAUSE_AFTER_FAILURE_MILLIS = 20;
  private static final long FIRST_SECONDS = 20;
  private static final long STACK_BYTES = 256 << 10;

  private final Target target;
  private final Tally tally = new Tally();
  private final long seconds;
  private final InetAddress source;
  private volatile long endNanos;

  Arena(Target target, int seconds) throws IOException {
    this.target = target;
    this.seconds = seconds;
    this.endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIRST_SECONDS + seconds);
    this.source = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
  }

  Target target() {
    return target;
  }

  Tally tally() {
    return tally;
  }

  boolean isOver() {
    return System.nanoTime() - endNanos >= 0;
  }

  /** The time counts from the first request: on a busy machine that may take a while. */
  void awaitEnd() {
    while (!isOver() && tally.isEmpty()) {
      pause(10);
    }
    endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!isOver()) {
      pause(100);
    }
  }

  static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Something that a thread does again and again. */
  interface Body {
    /**
     * @param thread counted from 0
     */
    void once(int thread) throws Exception;
  }

  /** Threads that do something until the time is over; what breaks is counted, and done again. */
  void threads(int count, Body body) {
    for (int i = 0; i < count; i++) {
      int number = i;
      Runnable loop =
          () -> {
            while (!isOver()) {
              try {
                body.once(number);
              } catch (SocketTimeoutException e) {
                tally.count("no answer within " + TIMEOUT_MILLIS / 1000 + " s");
              } catch (Exception e) {
                tally.count("broken off: " + e.getMessage());
                pause(PAUSE_AFTER_FAILURE_MILLIS);
              }
            }
          };
      Thread thread = new Thread(null, loop, "attack-" + i, STACK_BYTES);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** A connected socket. */
  Socket open(Port port) throws IOException {
    return open(port, source, 0);
  }

  /**
   * @param receiveBytes of the kernel's buffer for what was not read, or 0 for the usual
   */
  Socket open(Port port, InetAddress from, int receiveBytes) throws IOException {
    Socket socket = port.isSecure() ? Trusting.socket() : new Socket();
    try {
      socket.bind(new InetSocketAddress(from, 0));
      if (receiveBytes > 0) {
        socket.setReceiveBufferSize(receiveBytes);
      }
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port.number(target)),
          TIMEOUT_MILLIS);
      if (socket instanceof SSLSocket tls) {
        tls.startHandshake();
      }
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** A MongoDB connection of the attacker, logged in. */
  MongoConnection login() throws IOException {
    return login(0);
  }

  MongoConnection login(int receiveBytes) throws IOException {
    MongoConnection connection = MongoConnection.over(open(Port.MONGO, source, receiveBytes));
    try {
      connection.login(target.mongoUser(), target.mongoPassword());
      return connection;
    } catch (IOException e) {
      connection.close();
      throw e;
    }
  }

  /** A Cosmos client of the attacker, whose requests are signed. */
  CosmosClient cosmos() throws IOException {
    return CosmosClient.over(
        Connection.open(target.cosmosPort(), false, source),
        target.cosmosPort(),
        target.cosmosKey(),
        Target.CONTAINER);
  }

  /**
   * A client of the attacker in direct mode, whose requests are signed.
   *
   * @param receiveBytes of the kernel's buffer for what was not read, or 0 for the usual
   */
  DirectClient direct(int receiveBytes) throws IOException {
    return DirectClient.over(
        Connection.over(open(Port.DIRECT, source, receiveBytes)),
        target.cosmosKey(),
        Target.CONTAINER);
  }

  void count(Answer answer) {
    String body = answer.body().replaceAll("[\\\\rn]*ActivityId.*", "");
    int message = body.indexOf("\"message\":");
    tally.count(
        answer.status() < 300
            ? Integer.toString(answer.status())
            : answer.status() + " " + (message < 0 ? body : body.substring(message + 10)));
  }
}
