package dev.mayfly.server.transfer;

import static java.util.Objects.requireNonNull;

/** Names a container or a collection. */
public record ContainerName(String database, String container) {
  public ContainerName {
    requireNonNull(database, "database");
    requireNonNull(container, "container");
  }

  @Override
  public String toString() {
    return database + "/" + container;
  }
}
