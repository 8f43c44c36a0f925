package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.progress.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a data directory of a backup. */
@Command(
    name = "restore",
    description = {
      "Makes a new data directory of a backup. What has expired meanwhile is invisible, but is not"
          + " deleted until it is confirmed with POST /purge/confirm."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
final class RestoreCommand implements Callable<Integer> {
  private final Stores stores;
  private final Map<String, String> environment;

  @Parameters(paramLabel = "BACKUP", description = "the directory that POST /backup made")
  private Path backup;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "the new data directory; must not exist, or be empty")
  private Path directory;

  @Spec private CommandSpec spec;

  RestoreCommand(Stores stores, Map<String, String> environment) {
    this.stores = requireNonNull(stores, "stores");
    this.environment = requireNonNull(environment, "environment");
  }

  @Override
  public Integer call() {
    try (Progress progress = Progress.on(spec.commandLine().getErr(), environment)) {
      stores.restore(backup, directory, progress);
    }
    spec.commandLine()
        .getOut()
        .println(
            "Restored into "
                + directory
                + ". Serve it with: mayfly serve --data "
                + directory
                + " and, when the data and the clock are right, POST /purge/confirm.");
    return 0;
  }
}
