package dev.mayfly.server.admin;

import dev.mayfly.net.port.EventLoops;
import dev.mayfly.net.port.ListeningPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Listens for administrators on the loopback interface. It has one event loop and {@link
 * AdminWorkers} to itself, so that it responds while those of the data ports are busy. Bounded
 * everywhere: connections, times, request size, waiting requests.
 */
public final class AdminServer implements AutoCloseable {
  private final EventLoops loops = new EventLoops("mayfly-admin-network", 1);
  private final AdminWorkers workers = new AdminWorkers();
  private final EventStreams streams = new EventStreams();
  private final ListeningPort listening;

  /**
   * Starts to listen.
   *
   * @param port 0 = any free port
   * @throws IOException if the port can't be had; the message says why
   */
  public AdminServer(int port, AdminServices services) throws IOException {
    this(port, services, AdminTimes.Limits.DEFAULT);
  }

  AdminServer(int port, AdminServices services, AdminTimes.Limits times) throws IOException {
    Routes routes = new Routes(services);
    AdminProtocol protocol = new AdminProtocol(routes, workers, streams, times);
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      listening = ListeningPort.open(loops, protocol.settings(address), protocol);
    } catch (IOException | RuntimeException e) {
      workers.close();
      loops.close();
      throw e;
    }
  }

  public int port() {
    return listening.port();
  }

  /** Stops listening, lets running requests end within two seconds, and closes connections. */
  @Override
  public void close() {
    listening.stopListening();
    streams.close();
    workers.close();
    listening.close();
    loops.close();
  }
}
