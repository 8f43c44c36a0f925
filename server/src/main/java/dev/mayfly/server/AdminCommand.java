package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command whose subcommands ask a server that runs, over its admin port. */
abstract class AdminCommand implements Runnable {
  private final Map<String, String> environment;
  private final String usage;

  @Spec private CommandSpec spec;

  /**
   * @param usage what to type in place of the command alone
   */
  AdminCommand(Map<String, String> environment, String usage) {
    this.environment = requireNonNull(environment, "environment");
    this.usage = requireNonNull(usage, "usage");
  }

  @Override
  public final void run() {
    throw misuse(usage);
  }

  final CommandLine.ParameterException misuse(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }

  final AdminClient client(AdminPort admin) {
    return new AdminClient(admin.port(), environment);
  }

  static String path(String database, String container) {
    return "/containers/" + AdminClient.part(database) + "/" + AdminClient.part(container);
  }

  /** Prints a line; the exit code of a command that has succeeded. */
  final int say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
    return 0;
  }
}
