package dev.mayfly.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.cosmos.auth.EntraOptions;
import dev.mayfly.cosmos.http.HttpLimits;
import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.net.tls.TlsOptions;
import java.time.InstantSource;
import java.util.OptionalInt;

/**
 * How the front end listens.
 *
 * @param bindAddress of the interface
 * @param port 0 = any free port
 * @param directPort for clients in direct mode; 0 = any free port; empty = direct mode is off
 * @param wallClock judges the dates of requests and the certificate; no TTL goes by it
 * @param defaultThroughput in RU/s, of a container that is created without throughput in a database
 *     without; 0 = no limit
 * @param entra how tokens of Microsoft Entra ID are checked; null if they are not accepted
 * @param cluster whose nodes are the account's locations, with the role of the engine that is
 *     served; null for a server on its own
 */
public record CosmosOptions(
    String bindAddress,
    int port,
    OptionalInt directPort,
    AccountKeys keys,
    TlsOptions tls,
    HttpLimits limits,
    InstantSource wallClock,
    long defaultThroughput,
    EntraOptions entra,
    Cluster cluster) {
  public CosmosOptions {
    requireNonNull(bindAddress, "bindAddress");
    requireNonNull(directPort, "directPort");
    requireNonNull(keys, "keys");
    requireNonNull(tls, "tls");
    requireNonNull(limits, "limits");
    requireNonNull(wallClock, "wallClock");
  }

  /** On the loopback interface, any free ports, the emulator's key, a certificate of its own. */
  public static CosmosOptions defaults() {
    return new CosmosOptions(
        "127.0.0.1",
        0,
        OptionalInt.of(0),
        AccountKeys.EMULATOR,
        TlsOptions.DEFAULT,
        HttpLimits.DEFAULT,
        InstantSource.system(),
        0,
        null,
        null);
  }

  public CosmosOptions withAddress(String address, int otherPort) {
    return new CosmosOptions(
        address,
        otherPort,
        directPort,
        keys,
        tls,
        limits,
        wallClock,
        defaultThroughput,
        entra,
        cluster);
  }

  public CosmosOptions withDirectPort(OptionalInt other) {
    return new CosmosOptions(
        bindAddress, port, other, keys, tls, limits, wallClock, defaultThroughput, entra, cluster);
  }

  public CosmosOptions withKeys(AccountKeys others) {
    return new CosmosOptions(
        bindAddress,
        port,
        directPort,
        others,
        tls,
        limits,
        wallClock,
        defaultThroughput,
        entra,
        cluster);
  }

  public CosmosOptions withTls(TlsOptions other) {
    return new CosmosOptions(
        bindAddress,
        port,
        directPort,
        keys,
        other,
        limits,
        wallClock,
        defaultThroughput,
        entra,
        cluster);
  }

  public CosmosOptions withLimits(HttpLimits others) {
    return new CosmosOptions(
        bindAddress,
        port,
        directPort,
        keys,
        tls,
        others,
        wallClock,
        defaultThroughput,
        entra,
        cluster);
  }

  public CosmosOptions withWallClock(InstantSource other) {
    return new CosmosOptions(
        bindAddress, port, directPort, keys, tls, limits, other, defaultThroughput, entra, cluster);
  }

  public CosmosOptions withDefaultThroughput(long ruPerSecond) {
    return new CosmosOptions(
        bindAddress, port, directPort, keys, tls, limits, wallClock, ruPerSecond, entra, cluster);
  }

  public CosmosOptions withEntra(EntraOptions other) {
    return new CosmosOptions(
        bindAddress,
        port,
        directPort,
        keys,
        tls,
        limits,
        wallClock,
        defaultThroughput,
        other,
        cluster);
  }

  public CosmosOptions withCluster(Cluster in) {
    return new CosmosOptions(
        bindAddress, port, directPort, keys, tls, limits, wallClock, defaultThroughput, entra, in);
  }
}
