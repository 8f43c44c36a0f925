package dev.mayfly.storage.ratis;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Where a node is reached by the others. */
record PeerAddress(String host, int port) {
  private static final int PORT_MAX = 65_535;

  static PeerAddress parse(String text) {
    int colon = text == null ? -1 : text.lastIndexOf(':');
    String host = colon < 1 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    int port = -1;
    try {
      port = Integer.parseInt(text == null ? "" : text.substring(colon + 1));
    } catch (NumberFormatException ignored) {
      // Refused below.
    }
    if (host.isBlank() || port < 1 || port > PORT_MAX) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST, "'" + text + "' is not an address of a node; give host:port");
    }
    return new PeerAddress(host, port);
  }

  /** Nodes talk without TLS on one machine only. */
  void requireSafe(boolean tls) {
    if (!tls && !isLoopback()) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The node address "
              + host
              + ":"
              + port
              + " is not on this machine, and there are no certificates for TLS between nodes."
              + " Make them with 'mayfly cluster init', or use 127.0.0.1");
    }
  }

  private boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
