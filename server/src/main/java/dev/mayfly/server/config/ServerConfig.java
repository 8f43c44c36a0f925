package dev.mayfly.server.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The validated, complete configuration of the server.
 *
 * @param data the data directory; empty for an ephemeral store
 * @param cluster the cluster that it is a node of; empty for a server on its own
 * @param adminPort 0 = any free port
 * @param cosmos what listens for Cosmos DB's clients; empty if nothing does
 * @param mongo what listens for MongoDB's clients; empty if nothing does
 * @param memoryMebibytes for the storage's caches and write buffers together
 * @param diskReserveMebibytes free space of the disk below which writes are refused; 0 = never
 * @param spillMebibytes of the disk for sorts and groups that do not fit into memory; 0 = none
 * @param backupDirectory where named backups go; empty only for an ephemeral store without one
 * @param clockStepBoundSeconds forward steps of the wall clock beyond it are not believed; 0 =
 *     believe all
 * @param purgeConfirmAfterRestore whether the purge waits for a person after a restore (rule C9)
 * @param purgeConfirmAfterImport whether it does so in a container into which old items were
 *     imported (rule C9)
 * @param policyGuardPercent a TTL change that would expire more of a container at once is refused
 *     unless forced (rule C10)
 * @param databasesMax how many databases there may be
 * @param containersMax how many containers there may be in all of them
 * @param partitionsPerContainer how many partition key ranges a new container has at least
 * @param changeLog what change streams read
 * @param slow which requests are logged
 */
public record ServerConfig(
    Optional<Path> data,
    Optional<ClusterConfig> cluster,
    int adminPort,
    Optional<CosmosConfig> cosmos,
    Optional<MongoConfig> mongo,
    Durability durability,
    int memoryMebibytes,
    int diskReserveMebibytes,
    int spillMebibytes,
    Optional<Path> backupDirectory,
    boolean movableClock,
    long clockStepBoundSeconds,
    boolean acceptClockBehind,
    boolean purgeConfirmAfterRestore,
    boolean purgeConfirmAfterImport,
    int policyGuardPercent,
    int databasesMax,
    int containersMax,
    int partitionsPerContainer,
    ChangeLogConfig changeLog,
    SlowOperationConfig slow) {

  public ServerConfig {
    requireNonNull(data, "data");
    requireNonNull(cluster, "cluster");
    requireNonNull(cosmos, "cosmos");
    requireNonNull(mongo, "mongo");
    requireNonNull(durability, "durability");
    requireNonNull(changeLog, "changeLog");
    requireNonNull(slow, "slow");
    requireNonNull(backupDirectory, "backupDirectory");
    if (movableClock && cluster.isPresent()) {
      throw new ConfigException(
          "movable-clock does not work in a cluster: its nodes watch each other's clocks; leave it"
              + " out, or test on a server of its own with --ephemeral");
    }
    if (movableClock && data.isPresent()) {
      throw new ConfigException(
          "movable-clock works only with --ephemeral: moving the clock of a store that keeps its"
              + " data would expire that data for good; use --ephemeral, or leave --movable-clock"
              + " out");
    }
    if (cluster.isPresent()) {
      checkNode(data, mongo, durability, cluster.get().name());
    }
  }

  /** What does not go together with replication is refused, not ignored. */
  private static void checkNode(
      Optional<Path> data, Optional<MongoConfig> mongo, Durability durability, String name) {
    if (data.isEmpty()) {
      throw new ConfigException(
          "cluster and ephemeral exclude each other: a node keeps its data; give --data DIR");
    }
    if (durability != Durability.SYNC) {
      throw new ConfigException(
          "durability is relaxed, but a node's log is always synced: leave it out");
    }
    if (mongo.isEmpty()) {
      return;
    }
    if (mongo.get().replicaSet().filter(set -> !set.equals(name)).isPresent()) {
      throw new ConfigException(
          "mongo-replica-set is '"
              + mongo.get().replicaSet().get()
              + "', but the cluster's name '"
              + name
              + "' is that of its replica set: leave mongo-replica-set out");
    }
    if (mongo.get().cosmosPort().isPresent()) {
      throw new ConfigException(
          "mongo-cosmos-port is not served by a node of a cluster: leave it out, and let clients"
              + " use mongo-port with replicaSet="
              + name);
    }
  }

  public boolean ephemeral() {
    return data.isEmpty();
  }
}
