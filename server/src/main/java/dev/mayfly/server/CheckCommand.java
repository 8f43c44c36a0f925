package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.progress.Progress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Verifies a data directory. */
@Command(
    name = "check",
    description = {
      "Verifies a data directory that no server is using: every file and the write-ahead log, and"
          + " items against the change feed, expiry queues, indexes and counters. Changes nothing."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    footer = {"", "Exit code 0: everything fits together; 1: it does not, or could not be read.%n"})
final class CheckCommand implements Callable<Integer> {
  private final Stores stores;
  private final Map<String, String> environment;

  @Parameters(paramLabel = "DIR", description = "the data directory, or a backup")
  private Path directory;

  @Spec private CommandSpec spec;

  CheckCommand(Stores stores, Map<String, String> environment) {
    this.stores = requireNonNull(stores, "stores");
    this.environment = requireNonNull(environment, "environment");
  }

  @Override
  public Integer call() {
    CheckReport report;
    try (Progress progress = Progress.on(spec.commandLine().getErr(), environment)) {
      report = stores.check(directory, progress);
    }
    PrintWriter out = spec.commandLine().getOut();
    report.notes().forEach(out::println);
    report.problems().forEach(out::println);
    String summary = directory + ": " + report.rowsChecked() + " rows checked, ";
    if (report.problemsTotal() == 0) {
      out.println(summary + "everything fits together.");
      return 0;
    }
    out.println(
        summary
            + (report.problemsTotal() == 1 ? "1 problem" : report.problemsTotal() + " problems")
            + ". Nothing was changed. Restore a backup: mayfly restore BACKUP --data NEW_DIR;"
            + " or, if only the log is damaged, keep what came before: mayfly salvage "
            + directory
            + " --data NEW_DIR");
    return CommandErrors.FAILED;
  }
}
