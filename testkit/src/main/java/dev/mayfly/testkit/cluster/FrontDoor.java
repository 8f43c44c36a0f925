package dev.mayfly.testkit.cluster;

import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A load balancer in front of the Cosmos DB ports of all nodes, as operators put one there: SDKs
 * ask it where the locations of the account are, and again after a failover. It looks which nodes
 * answer, and forwards a connection to the first that does.
 */
final class FrontDoor implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final int CONNECT_MILLIS = 1_000;
  private static final int BACKLOG = 50;

  private final List<NodeProcess> nodes;
  private final AtomicIntegerArray answers;
  private final ServerSocket socket;

  FrontDoor(List<NodeProcess> nodes) throws IOException {
    this.nodes = List.copyOf(nodes);
    this.answers = new AtomicIntegerArray(nodes.size());
    this.socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    for (int i = 0; i < nodes.size(); i++) {
      int node = i;
      start("front-door-look-" + i, () -> look(node));
    }
    start("front-door", this::accept);
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return socket.getLocalPort();
  }

  private void look(int node) {
    while (!socket.isClosed()) {
      try {
        answers.set(node, nodes.get(node).isServing() ? 1 : 0);
      } catch (InterruptedException e) {
        return;
      }
      Await.pace(LOOK);
    }
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        start("front-door-connect", () -> forward(client));
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void forward(Socket client) {
    for (int node = 0; node < nodes.size(); node++) {
      Socket target = new Socket();
      try {
        if (answers.get(node) == 1) {
          client.setTcpNoDelay(true);
          target.setTcpNoDelay(true);
          int port = nodes.get(node).ports().cosmos();
          target.connect(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
          new PeerConnection(client, target, new Link(), new Link()).start("front door");
          return;
        }
      } catch (IOException e) {
        close(target); // It has ended since: the next one.
      }
    }
    close(client);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
