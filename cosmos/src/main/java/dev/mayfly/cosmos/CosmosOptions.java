package dev.mayfly.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.cosmos.http.HttpLimits;
import dev.mayfly.cosmos.tls.TlsOptions;
import java.time.InstantSource;

/**
 * How the front end listens.
 *
 * @param bindAddress of the interface
 * @param port 0 = any free port
 * @param wallClock judges the dates of requests and the certificate; no TTL goes by it
 * @param networkThreads that read, write, and work on single items
 * @param workerThreads for everything else
 */
public record CosmosOptions(
    String bindAddress,
    int port,
    AccountKeys keys,
    TlsOptions tls,
    HttpLimits limits,
    InstantSource wallClock,
    int networkThreads,
    int workerThreads) {
  private static final int WORKER_THREADS_MIN = 4;

  public CosmosOptions {
    requireNonNull(bindAddress, "bindAddress");
    requireNonNull(keys, "keys");
    requireNonNull(tls, "tls");
    requireNonNull(limits, "limits");
    requireNonNull(wallClock, "wallClock");
    if (networkThreads < 1 || workerThreads < 1) {
      throw new IllegalArgumentException("there must be threads of either kind");
    }
  }

  /** On the loopback interface, any free port, the emulator's key, a certificate of its own. */
  public static CosmosOptions defaults() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new CosmosOptions(
        "127.0.0.1",
        0,
        AccountKeys.EMULATOR,
        TlsOptions.DEFAULT,
        HttpLimits.DEFAULT,
        InstantSource.system(),
        processors,
        Math.max(WORKER_THREADS_MIN, processors));
  }

  public CosmosOptions withAddress(String address, int otherPort) {
    return new CosmosOptions(
        address, otherPort, keys, tls, limits, wallClock, networkThreads, workerThreads);
  }

  public CosmosOptions withKeys(AccountKeys others) {
    return new CosmosOptions(
        bindAddress, port, others, tls, limits, wallClock, networkThreads, workerThreads);
  }

  public CosmosOptions withTls(TlsOptions other) {
    return new CosmosOptions(
        bindAddress, port, keys, other, limits, wallClock, networkThreads, workerThreads);
  }

  public CosmosOptions withLimits(HttpLimits others) {
    return new CosmosOptions(
        bindAddress, port, keys, tls, others, wallClock, networkThreads, workerThreads);
  }

  public CosmosOptions withWallClock(InstantSource other) {
    return new CosmosOptions(
        bindAddress, port, keys, tls, limits, other, networkThreads, workerThreads);
  }
}
