package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/**
 * Copies the store into a named directory below the configured one, and verifies what is there. A
 * client names only that last part, so that the admin port can't be used to write anywhere else.
 */
final class BackupRoute {
  /** No separator and no leading dot: the name can't leave the directory or hide in it. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

  private final AdminTarget target;
  private final Optional<Path> backupDirectory;
  private final AtomicBoolean running = new AtomicBoolean();

  BackupRoute(AdminTarget target, Optional<Path> backupDirectory) {
    this.target = requireNonNull(target, "target");
    this.backupDirectory = requireNonNull(backupDirectory, "backupDirectory");
  }

  AdminResponse make(AdminRequest request) {
    Path directory = directory(request, "/backup?name=before-upgrade");
    start();
    try {
      return backup(directory, directory.getFileName().toString());
    } finally {
      running.set(false);
    }
  }

  AdminResponse check(AdminRequest request) {
    Path directory = directory(request, "/backup/check?name=before-upgrade");
    if (!Files.isDirectory(directory)) {
      throw new AdminException(
          404,
          "there is no backup named '"
              + directory.getFileName()
              + "'; make one with POST /backup?name="
              + directory.getFileName());
    }
    start();
    try {
      AdminTarget.CheckResult result = target.check(directory);
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("rows", result.rows());
      members.put("problems", result.problems());
      members.put("first", result.first());
      return AdminResponse.json(200, members);
    } finally {
      running.set(false);
    }
  }

  private Path directory(AdminRequest request, String example) {
    Path parent =
        backupDirectory.orElseThrow(
            () ->
                new AdminException(
                    409,
                    "an ephemeral server has no place for backups; start it with"
                        + " --backup-directory DIR"));
    String name = request.parameter("name", example);
    if (!NAME.matcher(name).matches()) {
      throw new AdminException(
          400,
          "name is '"
              + name
              + "'; use 1 to 100 letters, digits, '.', '_' or '-', and no '.' in front");
    }
    return parent.resolve(name);
  }

  /** One at a time. */
  private void start() {
    if (!running.compareAndSet(false, true)) {
      throw new AdminException(409, "a backup is being made or checked; try again when it is done");
    }
  }

  private AdminResponse backup(Path directory, String name) {
    if (Files.exists(directory)) {
      throw new AdminException(
          409, "there is a backup named '" + name + "' in " + directory.getParent() + " already");
    }
    try {
      Files.createDirectories(directory.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    target.backup(directory);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", name);
    members.put("directory", directory.toString());
    return AdminResponse.json(200, members);
  }
}
