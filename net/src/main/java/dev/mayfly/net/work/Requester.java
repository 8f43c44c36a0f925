package dev.mayfly.net.work;

import static java.util.Objects.requireNonNull;

/**
 * Where a request comes from.
 *
 * @param user equal for all connections that share one user's part of the time
 */
public record Requester(ClientConnection connection, Object user) {
  public Requester {
    requireNonNull(connection, "connection");
    requireNonNull(user, "user");
  }
}
