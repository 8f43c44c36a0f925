package dev.mayfly.server.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The validated, complete configuration of the server.
 *
 * @param data the data directory; empty for an ephemeral store
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
 */
public record ServerConfig(
    Optional<Path> data,
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
    ChangeLogConfig changeLog) {

  public ServerConfig {
    requireNonNull(data, "data");
    requireNonNull(cosmos, "cosmos");
    requireNonNull(mongo, "mongo");
    requireNonNull(durability, "durability");
    requireNonNull(changeLog, "changeLog");
    requireNonNull(backupDirectory, "backupDirectory");
    if (movableClock && data.isPresent()) {
      throw new ConfigException(
          "movable-clock works only with --ephemeral: moving the clock of a store that keeps its"
              + " data would expire that data for good; use --ephemeral, or leave --movable-clock"
              + " out");
    }
  }

  public boolean ephemeral() {
    return data.isEmpty();
  }
}
