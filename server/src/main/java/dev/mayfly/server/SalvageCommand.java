package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.progress.Progress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a data directory of what can be read of a damaged one. */
@Command(
    name = "salvage",
    description = {
      "Makes a new data directory of one whose write-ahead log is damaged, with everything up to"
          + " the damage, and says what is lost. The damaged directory stays as it is. Prefer a"
          + " backup if there is one."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    footer = {"", "Exit code 0: the new directory is sound; 1: it is not, or can't be made.%n"})
final class SalvageCommand implements Callable<Integer> {
  private final Stores stores;
  private final Map<String, String> environment;

  @Parameters(paramLabel = "DIR", description = "the damaged data directory")
  private Path damaged;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "the new data directory; must not exist, or be empty")
  private Path directory;

  @Spec private CommandSpec spec;

  SalvageCommand(Stores stores, Map<String, String> environment) {
    this.stores = requireNonNull(stores, "stores");
    this.environment = requireNonNull(environment, "environment");
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.println(damaged + ": " + stores.salvage(damaged, directory));
    CheckReport report;
    try (Progress progress = Progress.on(spec.commandLine().getErr(), environment)) {
      report = stores.check(directory, progress);
    }
    report.problems().forEach(out::println);
    if (report.problemsTotal() > 0) {
      out.println(
          directory
              + ": "
              + report.problemsTotal()
              + " problems are left. Use it only to read from it, or restore a backup");
      return CommandErrors.FAILED;
    }
    out.println(
        directory
            + ": "
            + report.rowsChecked()
            + " rows checked, everything fits together. Serve it with: mayfly serve --data "
            + directory
            + " and, when the data is right, POST /purge/confirm.");
    return 0;
  }
}
