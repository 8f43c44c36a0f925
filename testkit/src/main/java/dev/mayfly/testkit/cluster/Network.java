package dev.mayfly.testkit.cluster;

import dev.mayfly.testkit.cluster.Link.Mode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * What lies between the nodes: each is reached by the others through a port of this class, which
 * finds out by the connection's process who calls, and forwards, holds, delays or refuses.
 */
public final class Network implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int BACKLOG = 50;

  private final int nodes;
  private final IntFunction<OptionalLong> pidOf;
  private final ServerSocket[] sockets;
  private final int[] targets;
  private final Map<Pair, Link> links = new ConcurrentHashMap<>();

  private record Pair(int from, int to) {}

  /**
   * Opens a port for each node.
   *
   * @param targets the ports at which the nodes listen
   * @param pidOf the process of a node that runs
   */
  public Network(int[] targets, IntFunction<OptionalLong> pidOf) throws IOException {
    this.nodes = targets.length;
    this.targets = targets.clone();
    this.pidOf = pidOf;
    this.sockets = new ServerSocket[nodes];
    for (int to = 0; to < nodes; to++) {
      sockets[to] = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
      int node = to;
      Thread thread = new Thread(() -> accept(node), "network-" + node);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Where the others reach a node. */
  public int port(int node) {
    return sockets[node].getLocalPort();
  }

  private Link link(int from, int to) {
    return links.computeIfAbsent(new Pair(from, to), pair -> new Link());
  }

  private void accept(int to) {
    while (!sockets[to].isClosed()) {
      try {
        Socket socket = sockets[to].accept();
        Thread thread = new Thread(() -> connect(socket, to), "network-connect");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void connect(Socket socket, int to) {
    Socket target = new Socket();
    try {
      socket.setTcpNoDelay(true);
      int from = caller(socket.getPort(), to);
      Link there = link(from, to);
      Link back = link(to, from);
      if (there.isClosed() || back.isClosed()) {
        throw new IOException("closed");
      }
      target.setTcpNoDelay(true);
      target.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), targets[to]), CONNECT_MILLIS);
      PeerConnection connection = new PeerConnection(socket, target, there, back);
      connection.start("network " + from + ">" + to);
      if (there.isClosed() || back.isClosed()) {
        connection.close();
      }
    } catch (IOException e) {
      reset(socket);
      reset(target);
    }
  }

  /**
   * A node may call itself, which no fault prevents. Who is not a node, or has closed the
   * connection by now, is not let through.
   */
  private int caller(int port, int to) throws IOException {
    for (int node = 0; node < nodes; node++) {
      OptionalLong pid = pidOf.apply(node);
      if (pid.isPresent() && SocketOwner.owns(pid.getAsLong(), port, sockets[to].getLocalPort())) {
        return node;
      }
    }
    throw new IOException("the caller is not known");
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // It was closed before.
    }
  }

  /** Holds what one node sends to another; what is sent back arrives. */
  public void hold(int from, int to) {
    link(from, to).set(Mode.HELD);
  }

  /** Closes connections between two nodes, and refuses new ones. */
  public void close(int one, int other) {
    link(one, other).set(Mode.CLOSED);
    link(other, one).set(Mode.CLOSED);
  }

  /** Delays what one node sends to another. */
  public void delay(int from, int to, Duration delay) {
    link(from, to).setDelay(delay);
  }

  /**
   * Separates a node from all others.
   *
   * @param hold whether bytes wait, as with lost packets; connections are closed otherwise
   */
  public void isolate(int node, boolean hold) {
    for (int other = 0; other < nodes; other++) {
      if (other != node && hold) {
        hold(node, other);
        hold(other, node);
      } else if (other != node) {
        close(node, other);
      }
    }
  }

  /** Lets everything pass, at once. */
  public void heal() {
    for (Link link : links.values()) {
      link.setDelay(Duration.ZERO);
      link.set(Mode.OPEN);
    }
  }

  @Override
  public void close() throws IOException {
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    links.values().forEach(link -> link.set(Mode.CLOSED));
  }
}
