package dev.mayfly.server;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** Prints the man page, for archives: the commands and their options as their help has them. */
@Command(name = "man-page", hidden = true)
final class ManPageCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CommandSpec main = spec.root();
    out.println(".TH MAYFLY 1 \"\" \"" + escaped(Version.text()) + "\" \"Mayfly\"");
    out.println(".SH NAME");
    out.println("mayfly \\- " + escaped(String.join(" ", main.usageMessage().description())));
    out.println(".SH SYNOPSIS");
    out.println(".B mayfly");
    out.println(".I COMMAND");
    out.println("[\\fIOPTION\\fR]...");
    out.println(".SH COMMANDS");
    main.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(command -> !command.usageMessage().hidden())
        .forEach(command -> describe(out, command));
    out.println(".SH ENVIRONMENT");
    out.println(".TP\n.B JAVA_HOME\nthe Java that runs it, 17 or later");
    out.println(".TP\n.B MAYFLY_JAVA_OPTS\nmore options for the Java machine");
    out.println(".TP\n.B MAYFLY_CACHE");
    out.println("a directory for what makes starts quicker; unless set, that of the program");
    out.flush();
    return 0;
  }

  private static void describe(PrintWriter out, CommandSpec command) {
    out.println(".SS mayfly " + escaped(command.name()));
    for (String line : command.usageMessage().description()) {
      out.println(escaped(line.replace("%n", "").replace("%%", "%")));
    }
    for (OptionSpec option : command.options()) {
      out.println(".TP");
      String value =
          option.arity().max() == 0 ? "" : " \\fI" + escaped(option.paramLabel()) + "\\fR";
      out.println("\\fB" + escaped(String.join(", ", option.names())) + "\\fR" + value);
      out.println(escaped(String.join(" ", option.description())));
    }
  }

  /** A hyphen is a minus to people who search or copy; a dot at the start would be a request. */
  private static String escaped(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }
}
