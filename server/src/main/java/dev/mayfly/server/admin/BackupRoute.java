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
 * Copies the store into a named directory below the configured one. A client names only that last
 * part, so that the admin port can't be used to write anywhere else.
 */
final class BackupRoute implements Route {
  /** No separator and no leading dot: the name can't leave the directory or hide in it. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

  private final AdminTarget target;
  private final Optional<Path> backupDirectory;
  private final AtomicBoolean running = new AtomicBoolean();

  BackupRoute(AdminTarget target, Optional<Path> backupDirectory) {
    this.target = requireNonNull(target, "target");
    this.backupDirectory = requireNonNull(backupDirectory, "backupDirectory");
  }

  @Override
  public AdminResponse answer(AdminRequest request) {
    Path parent =
        backupDirectory.orElseThrow(
            () ->
                new AdminException(
                    409,
                    "an ephemeral server has no place for backups; start it with"
                        + " --backup-directory DIR"));
    String name = request.parameter("name", "/backup?name=before-upgrade");
    if (!NAME.matcher(name).matches()) {
      throw new AdminException(
          400,
          "name is '"
              + name
              + "'; use 1 to 100 letters, digits, '.', '_' or '-', and no '.' in front");
    }
    if (!running.compareAndSet(false, true)) {
      throw new AdminException(409, "a backup is being made; try again when it is done");
    }
    try {
      return backup(parent.resolve(name), name);
    } finally {
      running.set(false);
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
