package dev.mayfly.net.port;

import dev.mayfly.net.limit.ConnectionLimits;
import io.netty.channel.socket.SocketChannel;

/** What the clients of a port speak. */
@FunctionalInterface
public interface Protocol {
  /**
   * Adds the handlers of a new connection to its pipeline. The port adds that of TLS before them.
   * Called on the connection's event loop.
   *
   * @param port may not be open yet; what it says about its connections can be used
   */
  PortConnection connect(ListeningPort port, SocketChannel channel, ConnectionLimits.Place place);
}
