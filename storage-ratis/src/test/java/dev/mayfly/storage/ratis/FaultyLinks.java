package dev.mayfly.storage.ratis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between the nodes of a {@link TestCluster}: the address of each is a port of this class,
 * which forwards to where the node listens. Connections can be broken, and answers lost.
 */
final class FaultyLinks implements AutoCloseable {
  private static final int BACKLOG = 50;
  private static final int CHUNK_BYTES = 64 << 10;

  private final Map<String, String> listening = new ConcurrentHashMap<>();
  private final Set<ServerSocket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean answersLost;

  /** The options of a node that is reached through this. */
  ReplicaOptions between(ReplicaOptions options) {
    return options.withListenAddress(
        listening.computeIfAbsent(
            options.nodeId(), id -> open(id, PeerAddress.parse(options.peerAddress()))));
  }

  private String open(String id, PeerAddress address) {
    String target = TestCluster.freeAddress();
    try {
      ServerSocket socket =
          new ServerSocket(address.port(), BACKLOG, InetAddress.getLoopbackAddress());
      sockets.add(socket);
      start("links of " + id, () -> accept(socket, id, PeerAddress.parse(target)));
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket socket, String id, PeerAddress target) {
    while (!socket.isClosed()) {
      try {
        connect(socket.accept(), id, target);
      } catch (IOException e) {
        // The node does not listen yet, or this is being closed.
      }
    }
  }

  private void connect(Socket from, String id, PeerAddress target) throws IOException {
    Socket to = new Socket();
    try {
      from.setTcpNoDelay(true);
      to.setTcpNoDelay(true);
      to.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target.port()));
    } catch (IOException e) {
      from.close();
      to.close();
      throw e;
    }
    Connection connection = new Connection(id, from, to);
    connection.answersLost = answersLost;
    connections.add(connection);
    start("link there", () -> connection.pump(from, to, false));
    start("link back", () -> connection.pump(to, from, true));
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** What nodes are asked arrives, and what they answer is lost, until {@link #renew}. */
  void loseAnswers() {
    answersLost = true;
    connections.forEach(connection -> connection.answersLost = true);
  }

  /** Breaks all connections; those that follow work. */
  void renew() {
    answersLost = false;
    connections.forEach(Connection::close);
  }

  /** Breaks the connections to a node; those that follow work. */
  void breakTo(String id) {
    connections.stream().filter(each -> each.id.equals(id)).forEach(Connection::close);
  }

  @Override
  public void close() {
    for (ServerSocket socket : sockets) {
      closeQuietly(socket::close);
    }
    connections.forEach(Connection::close);
  }

  private interface Closing {
    void close() throws IOException;
  }

  private static void closeQuietly(Closing closing) {
    try {
      closing.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }

  private final class Connection {
    private final String id;
    private final Socket from;
    private final Socket to;
    private volatile boolean answersLost;

    Connection(String id, Socket from, Socket to) {
      this.id = id;
      this.from = from;
      this.to = to;
    }

    void pump(Socket source, Socket target, boolean answers) {
      byte[] chunk = new byte[CHUNK_BYTES];
      try (InputStream input = source.getInputStream();
          OutputStream output = target.getOutputStream()) {
        for (int read = input.read(chunk); read >= 0; read = input.read(chunk)) {
          if (!answers || !answersLost) {
            output.write(chunk, 0, read);
          }
        }
      } catch (IOException ended) {
        // It was broken, or a node has ended.
      } finally {
        close();
      }
    }

    void close() {
      connections.remove(this);
      closeQuietly(from::close);
      closeQuietly(to::close);
    }
  }
}
