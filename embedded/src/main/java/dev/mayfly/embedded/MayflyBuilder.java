package dev.mayfly.embedded;

import static java.util.Objects.requireNonNull;

import dev.mayfly.embedded.bridge.Server;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How a server is to be. Unless set, every port is any free one. */
public final class MayflyBuilder {
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final boolean ephemeral;
  private String userInfo = "";
  private boolean frozen;
  private Instant startAt;
  private Path seed;

  MayflyBuilder(Optional<Path> data) {
    ephemeral = data.isEmpty();
    if (ephemeral) {
      settings.put("ephemeral", "true");
      settings.put("movable-clock", "true");
      // Nobody else's disk is at stake, and a test's needs little memory.
      settings.put("memory", "16");
      settings.put("disk-reserve", "0");
    } else {
      settings.put("data", data.get().toString());
    }
    for (String port : new String[] {"cosmos-port", "cosmos-direct-port", "mongo-port"}) {
      settings.put(port, "0");
    }
    settings.put("admin-port", "0");
  }

  /** For SDKs of Azure Cosmos DB in gateway mode. */
  public MayflyBuilder cosmosPort(int port) {
    return setting("cosmos-port", String.valueOf(port));
  }

  /** For drivers of MongoDB. */
  public MayflyBuilder mongoPort(int port) {
    return setting("mongo-port", String.valueOf(port));
  }

  /** For the Explorer and the admin port. */
  public MayflyBuilder adminPort(int port) {
    return setting("admin-port", String.valueOf(port));
  }

  /** The key of Cosmos DB's clients in base64, in place of the emulator's. */
  public MayflyBuilder key(String base64) {
    return setting("cosmos-key", base64);
  }

  /** A user who may do everything; drivers of MongoDB then have to log in. */
  public MayflyBuilder mongoUser(String name, String password) {
    userInfo = encoded(name) + ":" + encoded(password) + "@";
    return setting("mongo-user", name).setting("mongo-password", password);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The clock stands still, until it is advanced. */
  public MayflyBuilder frozenClock() {
    frozen = true;
    return this;
  }

  /** The same, at that time and not at the machine's. */
  public MayflyBuilder frozenClockAt(Instant start) {
    startAt = requireNonNull(start, "start");
    return frozenClock();
  }

  /**
   * A folder whose files are loaded at the start and after each reset: {@code
   * nosql/DATABASE/CONTAINER.json} and {@code mongodb/DATABASE/COLLECTION.json}.
   */
  public MayflyBuilder seed(Path folder) {
    seed = requireNonNull(folder, "folder");
    return this;
  }

  /** Any other setting of {@code mayfly serve}, by its name there, as in "default-throughput". */
  public MayflyBuilder setting(String name, String value) {
    settings.put(requireNonNull(name, "name"), requireNonNull(value, "value"));
    return this;
  }

  /**
   * Starts the server.
   *
   * @throws MayflyException if it can't be; the message says why and what to do
   */
  public Mayfly start() {
    if (!ephemeral && frozen) {
      throw new IllegalStateException(
          "a server that keeps its data has the machine's clock: use Mayfly.ephemeral()");
    }
    Server server = null;
    try {
      server = IsolatedServer.start(settings);
      return new Mayfly(server, new Mayfly.Start(startAt, frozen, seed, ephemeral, userInfo));
    } catch (RuntimeException e) {
      if (server != null) {
        server.close();
      }
      throw new MayflyException("Mayfly can't start: " + e.getMessage(), e);
    }
  }
}
