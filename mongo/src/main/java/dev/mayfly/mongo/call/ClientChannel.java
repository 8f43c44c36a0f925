package dev.mayfly.mongo.call;

import java.net.InetSocketAddress;

/** The connection of a client. */
public interface ClientChannel {
  InetSocketAddress remoteAddress();

  InetSocketAddress localAddress();

  /** The host name from the TLS handshake (SNI), or null. */
  String serverName();

  boolean isSecure();

  boolean isOpen();

  /** Schedules a task on the connection's event loop, unless it closes before. */
  void later(Runnable task, long millis);

  /** Runs what was scheduled for later, if anything is pending, as soon as possible. */
  void wake();

  /** The operation in progress, or null. */
  RunningOperation running();

  void close();
}
