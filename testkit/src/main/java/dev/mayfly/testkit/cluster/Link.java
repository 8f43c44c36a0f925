package dev.mayfly.testkit.cluster;

import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What one node sends to another: in one direction, over connections that either has opened. */
final class Link {
  /** What is done with bytes that are on their way. */
  enum Mode {
    /** They arrive. */
    OPEN,
    /** They wait, as TCP lets them while packets are lost, and arrive when it is open again. */
    HELD,
    /** Connections are closed, and new ones are refused. */
    CLOSED
  }

  private final Set<PeerConnection> connections = ConcurrentHashMap.newKeySet();
  private Mode mode = Mode.OPEN;
  private volatile Duration delay = Duration.ZERO;

  void add(PeerConnection connection) {
    connections.add(connection);
  }

  void remove(PeerConnection connection) {
    connections.remove(connection);
  }

  void set(Mode wanted) {
    synchronized (this) {
      mode = wanted;
      notifyAll();
    }
    if (wanted == Mode.CLOSED) {
      connections.forEach(PeerConnection::close);
    }
  }

  void setDelay(Duration wanted) {
    delay = wanted;
  }

  synchronized boolean isClosed() {
    return mode == Mode.CLOSED;
  }

  /** Returns when bytes may pass. */
  void pass() throws IOException {
    Duration wanted = delay;
    if (!wanted.isZero()) {
      Await.pace(wanted);
    }
    synchronized (this) {
      while (mode == Mode.HELD) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted", e);
        }
      }
      if (mode == Mode.CLOSED) {
        throw new IOException("the link is closed");
      }
    }
  }
}
