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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Runs the server until it is stopped. Its options are made of {@link Setting}s. */
final class ServeCommand implements Callable<Integer> {
  private static final String CONFIG = "--config";
  private static final String READY_FILE = "--ready-file";
  private static final String SEED = "--seed";

  private final Stores stores;
  private final Map<String, String> environment;
  private final CommandSpec spec;

  private ServeCommand(Stores stores, Map<String, String> environment) {
    this.stores = requireNonNull(stores, "stores");
    this.environment = Map.copyOf(environment);
    this.spec = CommandSpec.wrapWithoutInspection(this);
  }

  static CommandLine commandLine(Stores stores, Map<String, String> environment) {
    return new CommandLine(new ServeCommand(stores, environment).describe());
  }

  private CommandSpec describe() {
    spec.name("serve")
        .usageMessage()
        .description("Runs the server, on the loopback interface by default, until Ctrl-C.")
        .sortOptions(false)
        .optionListHeading("%nOptions:%n")
        .customSynopsis(
            "mayfly serve [--data DIR | --ephemeral] [OPTION]...",
            "       mayfly serve --data DIR --cluster NAME --node-id ID --peers ID=HOST:PORT,..."
                + " [OPTION]...")
        .footer(
            "",
            "Each option can also be an environment variable (MAYFLY_ADMIN_PORT=9090) or a line in"
                + " a configuration file (admin-port = 9090): the one named by --config or"
                + " MAYFLY_CONFIG, or mayfly.properties in the data directory. The command line"
                + " wins, then the environment.%n");
    spec.addOption(file(CONFIG, "FILE", "file with the same settings as lines 'key = value'"));
    spec.addOption(
        file(
            READY_FILE,
            "FILE",
            "file that is there while the server is ready, with its addresses, key and certificate"
                + " as JSON"));
    spec.addOption(
        file(SEED, "FOLDER", "load a folder of files before it listens; see 'mayfly seed --help'"));
    StandardOptions.addTo(spec);
    for (Setting setting : Setting.values()) {
      spec.addOption(option(setting));
    }
    return spec;
  }

  private static OptionSpec file(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(Path.class)
        .arity("1")
        .description(description)
        .build();
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
    Optional<Path> configFile = file(CONFIG);
    Supplier<ServerConfig> source = () -> ConfigLoader.load(given, configFile, environment);
    ServerConfig config = source.get();
    PrintWriter out = spec.commandLine().getOut();
    Optional<Path> readyFile = file(READY_FILE);
    RunningServer server = start(config, source);
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  readyFile.ifPresent(ReadyFile::delete);
                  server.close();
                  out.println("Mayfly stopped.");
                  stopped.complete(null);
                },
                "mayfly-stop"));
    readyFile.ifPresent(file -> ReadyFile.write(file, config, server));
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
    Optional<Path> seed = file(SEED);
    if (seed.isEmpty()) {
      return RunningServer.start(config, stores, source);
    }
    if (config.cluster().isPresent()) {
      throw new ConfigException(
          "--seed is not for a node of a cluster: run 'mayfly seed' when the cluster serves");
    }
    try (Progress progress = Progress.on(spec.commandLine().getErr(), environment)) {
      return RunningServer.start(config, new SeededStores(stores, seed.get(), progress), source);
    }
  }

  private Optional<Path> file(String option) {
    return Optional.ofNullable(
        spec.commandLine().getParseResult().matchedOptionValue(option, null));
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
