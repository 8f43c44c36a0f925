package dev.mayfly.net.work;

/** A connection that requests come from. Connections of the same user take turns. */
public final class ClientConnection {
  private volatile boolean closed;

  /** Whoever has paused one of its requests; null if none was paused yet. */
  private volatile Workers pausedBy;

  /** The client has left: its requests end, paused ones now and others at their next checkpoint. */
  public void close() {
    closed = true;
    Workers workers = pausedBy;
    if (workers != null) {
      workers.clientLeft(this);
    }
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * To be called before a request is paused; {@link #isClosed} must be asked after this, because a
   * client that left earlier is not reported any more.
   */
  void setPausedBy(Workers workers) {
    pausedBy = workers;
  }
}
