package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.server.expiry.Webhooks;
import dev.mayfly.server.metrics.FrontEndMetrics;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the admin port serves.
 *
 * @param backupDirectory where backups go, if they have a place
 * @param memory what requests hold
 * @param frontEnds the figures of what listens
 * @param version of the program
 * @param keyReload reloads keys and passwords and reports what changed
 * @param webhooks where expiry events are sent; fails at a node that does not lead
 * @param credentials who may see and change data
 * @param apis the ports for data, for the page
 * @param cluster that this server is a node of, if it is
 */
public record AdminServices(
    AdminTarget target,
    Optional<Path> backupDirectory,
    MemoryPool memory,
    FrontEndMetrics frontEnds,
    String version,
    Supplier<Map<String, Boolean>> keyReload,
    Supplier<Webhooks> webhooks,
    Credentials credentials,
    DataApis apis,
    Optional<ClusterAdmin> cluster) {
  public AdminServices {
    requireNonNull(target, "target");
    requireNonNull(backupDirectory, "backupDirectory");
    requireNonNull(memory, "memory");
    requireNonNull(frontEnds, "frontEnds");
    requireNonNull(version, "version");
    requireNonNull(keyReload, "keyReload");
    requireNonNull(webhooks, "webhooks");
    requireNonNull(credentials, "credentials");
    requireNonNull(apis, "apis");
    requireNonNull(cluster, "cluster");
  }
}
