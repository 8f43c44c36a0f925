package dev.mayfly.mongo.command;

import java.net.InetSocketAddress;

/** What a client's connection tells and does. */
public interface ClientChannel {
  InetSocketAddress remoteAddress();

  InetSocketAddress localAddress();

  /** The name of this server that the client dialled, as TLS tells it; null if it does not. */
  String serverName();

  /** Whether its bytes are encrypted. */
  boolean isSecure();

  boolean isOpen();

  /** Runs a task on the connection's own thread after a while, unless it closes before. */
  void later(Runnable task, long millis);

  /** What the client is waiting for just now, or null. */
  RunningOperation running();

  void close();
}
