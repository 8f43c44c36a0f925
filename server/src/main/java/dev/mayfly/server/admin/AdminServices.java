package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.server.metrics.MongoMetrics;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the admin port serves.
 *
 * @param backupDirectory where backups go, if they have a place
 * @param memory what requests hold
 * @param mongo the figures of the MongoDB port, if there is one
 * @param keyReload reloads keys and passwords and reports what changed
 * @param credentials who may see and change data
 * @param apis the ports for data, for the page
 */
public record AdminServices(
    AdminTarget target,
    Optional<Path> backupDirectory,
    MemoryPool memory,
    Optional<MongoMetrics> mongo,
    Supplier<Map<String, Boolean>> keyReload,
    Credentials credentials,
    DataApis apis) {
  public AdminServices {
    requireNonNull(target, "target");
    requireNonNull(backupDirectory, "backupDirectory");
    requireNonNull(memory, "memory");
    requireNonNull(mongo, "mongo");
    requireNonNull(keyReload, "keyReload");
    requireNonNull(credentials, "credentials");
    requireNonNull(apis, "apis");
  }
}
