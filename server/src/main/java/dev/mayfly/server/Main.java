package dev.mayfly.server;

import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The program. Each command is a class of its own. This and {@link ServeCommand} describe
 * themselves in code and not in annotations: to read those takes a tenth of a start.
 */
public final class Main {
  /** They describe the other commands. */
  private static final Set<String> NEED_ALL = Set.of("completion", "man-page");

  private Main() {}

  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("serve")) {
      prepare();
    }
    PrintWriter out = new PrintWriter(System.out, true);
    PrintWriter err = new PrintWriter(System.err, true);
    System.exit(run(out, err, args));
  }

  /** Begins with what every server needs, a fifth of a start, while the options are read. */
  private static void prepare() {
    Thread thread =
        new Thread(
            () -> {
              LoggerFactory.getILoggerFactory();
              RocksDbStorage.prepare();
            },
            "mayfly-prepare");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Runs a command in this process.
   *
   * @return its exit code
   */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    Map<String, Supplier<Object>> commands = commands(new EngineStores(), System.getenv());
    // To read the options of all commands takes half of the time of a start.
    if (args.length > 0 && commands.containsKey(args[0]) && !NEED_ALL.contains(args[0])) {
      commands.keySet().retainAll(Set.of(args[0]));
    }
    return commandLine(commands, out, err).execute(args);
  }

  /** The whole command line, so that tests run it without a process. */
  static CommandLine commandLine(
      Stores stores, Map<String, String> environment, PrintWriter out, PrintWriter err) {
    return commandLine(commands(stores, environment), out, err);
  }

  private static Map<String, Supplier<Object>> commands(
      Stores stores, Map<String, String> environment) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("serve", () -> ServeCommand.commandLine(stores, environment));
    commands.put("check", () -> new CheckCommand(stores, environment));
    commands.put("restore", () -> new RestoreCommand(stores, environment));
    commands.put("salvage", () -> new SalvageCommand(stores, environment));
    commands.put("demo", () -> new DemoCommand(stores, environment));
    commands.put("import", () -> new ImportCommand(stores, environment));
    commands.put("export", () -> new ExportCommand(stores, environment));
    commands.put("seed", () -> new SeedCommand(stores, environment));
    commands.put("ttl", () -> new TtlCommand(environment));
    commands.put("expiries", () -> new ExpiriesCommand(environment));
    commands.put("cluster", () -> ClusterCommand.commandLine(stores, environment));
    commands.put("sbom", SbomCommand::new);
    commands.put("completion", CompletionCommand::new);
    commands.put("man-page", ManPageCommand::new);
    commands.put("warm-up", () -> new WarmUpCommand(stores));
    return commands;
  }

  private static CommandSpec describe() {
    CommandSpec spec = StandardOptions.addTo(CommandSpec.wrapWithoutInspection(new Main()));
    spec.name("mayfly")
        .usageMessage()
        .description("A document database for data that has to die on time.")
        .synopsisSubcommandLabel("COMMAND")
        .commandListHeading("%nCommands:%n")
        .footer(
            "", "'mayfly COMMAND --help' shows details. Start with: mayfly serve --ephemeral%n");
    return spec;
  }

  private static CommandLine commandLine(
      Map<String, Supplier<Object>> commands, PrintWriter out, PrintWriter err) {
    CommandLine main = new CommandLine(describe());
    commands.forEach((name, command) -> main.addSubcommand(name, command.get()));
    CommandErrors failures = new CommandErrors();
    return main.setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }
}
