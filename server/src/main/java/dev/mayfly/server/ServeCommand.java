package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.config.Setting;
import dev.mayfly.server.config.SettingType;
import dev.mayfly.server.progress.Progress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Runs the server until it is stopped. Its options are made of {@link Setting}s. */
@Command(
    name = "serve",
    description = "Runs the server, on the loopback interface by default, until Ctrl-C.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    customSynopsis = {
      "mayfly serve [--data DIR | --ephemeral] [OPTION]...",
      "       mayfly serve --data DIR --cluster NAME --node-id ID --peers ID=HOST:PORT,..."
          + " [OPTION]..."
    },
    footer = {
      "",
      "Each option can also be an environment variable (MAYFLY_ADMIN_PORT=9090) or a line in a"
          + " configuration file (admin-port = 9090): the one named by --config or MAYFLY_CONFIG,"
          + " or mayfly.properties in the data directory. The command line wins, then the"
          + " environment.%n"
    })
final class ServeCommand implements Callable<Integer> {
  private final Stores stores;
  private final Map<String, String> environment;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "file with the same settings as lines 'key = value'")
  private Path configFile;

  @Option(
      names = "--ready-file",
      paramLabel = "FILE",
      description =
          "file that is there while the server is ready, with its addresses, key and certificate as"
              + " JSON")
  private Path readyFile;

  @Option(
      names = "--seed",
      paramLabel = "FOLDER",
      description = "load a folder of files before it listens; see 'mayfly seed --help'")
  private Path seed;

  @Spec private CommandSpec spec;

  private ServeCommand(Stores stores, Map<String, String> environment) {
    this.stores = requireNonNull(stores, "stores");
    this.environment = Map.copyOf(environment);
  }

  static CommandLine commandLine(Stores stores, Map<String, String> environment) {
    CommandLine command = new CommandLine(new ServeCommand(stores, environment));
    for (Setting setting : Setting.values()) {
      command.getCommandSpec().addOption(option(setting));
    }
    return command;
  }

  private static OptionSpec option(Setting setting) {
    String unless = setting.defaultText().isEmpty() ? "" : " (" + setting.defaultText() + ")";
    OptionSpec.Builder option =
        OptionSpec.builder(setting.optionName()).paramLabel(setting.kind().label());
    if (setting.kind() instanceof SettingType.BooleanKind flag && flag.bare()) {
      return option.type(boolean.class).arity("0").description(setting.help()).build();
    }
    return option.type(String.class).arity("1").description(setting.help() + unless).build();
  }

  @Override
  public Integer call() {
    Map<Setting, String> given = settings();
    Supplier<ServerConfig> source =
        () -> ConfigLoader.load(given, Optional.ofNullable(configFile), environment);
    ServerConfig config = source.get();
    PrintWriter out = spec.commandLine().getOut();
    RunningServer server = start(config, source);
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (readyFile != null) {
                    ReadyFile.delete(readyFile);
                  }
                  server.close();
                  out.println("Mayfly stopped.");
                  stopped.complete(null);
                },
                "mayfly-stop"));
    if (readyFile != null) {
      ReadyFile.write(readyFile, config, server);
    }
    out.println(ReadyLine.of(config, server, ReadyLine.millisSinceLaunch()));
    try {
      CompletableFuture.anyOf(stopped, server.ended()).join();
      return 0;
    } catch (CompletionException e) {
      // The hook closes what is left.
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private RunningServer start(ServerConfig config, Supplier<ServerConfig> source) {
    if (seed == null) {
      return RunningServer.start(config, stores, source);
    }
    if (config.cluster().isPresent()) {
      throw new ConfigException(
          "--seed is not for a node of a cluster: run 'mayfly seed' when the cluster serves");
    }
    try (Progress progress = Progress.on(spec.commandLine().getErr(), environment)) {
      return RunningServer.start(config, new SeededStores(stores, seed, progress), source);
    }
  }

  private Map<Setting, String> settings() {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    ParseResult parsed = spec.commandLine().getParseResult();
    for (Setting setting : Setting.values()) {
      Object value = parsed.matchedOptionValue(setting.optionName(), null);
      if (value != null) {
        given.put(setting, value.toString());
      }
    }
    return given;
  }
}
