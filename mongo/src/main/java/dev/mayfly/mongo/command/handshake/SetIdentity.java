package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.call.Client;
import java.util.Optional;

/**
 * To whom the server presents itself as the only member of a replica set; to others it is a router.
 *
 * @param name of the set
 * @param audience which connections see it
 * @param advertised host, or host and port, of the member; empty for the address that the
 *     connection was made to
 */
public record SetIdentity(String name, Audience audience, Optional<String> advertised) {
  /**
   * By default a set for clients of the same machine, to whom the address of their connection is an
   * address that they can dial. It is not behind a mapped port, so others see a router.
   */
  public static final SetIdentity DEFAULT =
      new SetIdentity("rs0", Audience.LOOPBACK, Optional.empty());

  /** A router to everyone. */
  public static final SetIdentity ROUTER = new SetIdentity("rs0", Audience.NONE, Optional.empty());

  /** The connections that see the set. */
  public enum Audience {
    ALL,
    LOOPBACK,
    NONE
  }

  public SetIdentity {
    requireNonNull(name, "name");
    requireNonNull(audience, "audience");
    requireNonNull(advertised, "advertised");
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name of a replica set can't be blank");
    }
  }

  /** Whether a client sees the set, or that of Azure Cosmos DB's clients; others see a router. */
  public boolean isShownTo(Client client) {
    return client.isCosmos()
        || switch (audience) {
          case ALL -> true;
          case LOOPBACK -> client.channel().localAddress().getAddress().isLoopbackAddress();
          case NONE -> false;
        };
  }

  /** A set for everyone. */
  public static SetIdentity of(String name, Optional<String> advertised) {
    return new SetIdentity(name, Audience.ALL, advertised);
  }
}
