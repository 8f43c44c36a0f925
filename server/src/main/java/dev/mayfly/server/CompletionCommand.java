package dev.mayfly.server;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    description = {
      "Prints a script for bash and zsh that completes commands and options: source <(mayfly"
          + " completion)"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine main = spec.root().commandLine();
    spec.commandLine().getOut().print(AutoComplete.bash(main.getCommandName(), main));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
