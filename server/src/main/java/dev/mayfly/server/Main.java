package dev.mayfly.server;

import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program. Each command is a class of its own. */
@Command(
    name = "mayfly",
    description = "A document database for data that has to die on time.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    commandListHeading = "%nCommands:%n",
    footer = {"", "'mayfly COMMAND --help' shows details. Start with: mayfly serve --ephemeral%n"})
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true);
    PrintWriter err = new PrintWriter(System.err, true);
    System.exit(run(out, err, args));
  }

  /**
   * Runs a command in this process.
   *
   * @return its exit code
   */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return commandLine(new EngineStores(), System.getenv(), out, err).execute(args);
  }

  /** The whole command line, so that tests run it without a process. */
  static CommandLine commandLine(
      Stores stores, Map<String, String> environment, PrintWriter out, PrintWriter err) {
    CommandLine main =
        new CommandLine(new Main())
            .addSubcommand(ServeCommand.commandLine(stores, environment))
            .addSubcommand(new CheckCommand(stores))
            .addSubcommand(new RestoreCommand(stores))
            .addSubcommand(new SalvageCommand(stores))
            .addSubcommand(new DemoCommand(stores, environment))
            .addSubcommand(new TtlCommand(environment))
            .addSubcommand(new SbomCommand())
            .addSubcommand(new WarmUpCommand(stores));
    CommandErrors failures = new CommandErrors();
    return main.setOut(out)
        .setErr(err)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }
}
