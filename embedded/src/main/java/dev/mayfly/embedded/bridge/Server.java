package dev.mayfly.embedded.bridge;

import java.nio.file.Path;

/** A server that runs behind the isolating class loader. */
public interface Server {
  /** Only if the port is not off. */
  int cosmosPort();

  /** The key of Cosmos DB's clients. */
  String cosmosKey();

  /** Only if the port is not off. */
  int mongoPort();

  int adminPort();

  /** The certificate of its ports, in PEM. */
  String certificate();

  /** What the clock shows that TTL goes by. */
  long epochMilli();

  /** Refused unless the clock is movable, as the next three. */
  void advance(long seconds);

  void freeze();

  void resume();

  void reset(long epochMilli, boolean frozen, boolean keepDefinitions);

  /** Writes what the files of a folder hold. */
  void load(Path folder);

  void close();
}
