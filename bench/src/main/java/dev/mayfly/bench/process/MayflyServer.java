package dev.mayfly.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Mayfly as users start it: with the launcher. */
public final class MayflyServer implements AutoCloseable {
  /** What the line says around the addresses, and in which order, may change. */
  private static final Pattern READY =
      Pattern.compile(
          "(?=.*Cosmos[^:]*://[^:/]+:(?<cosmos>[0-9]+))"
              + "(?=.*direct mode on port (?<direct>[0-9]+))"
              + "(?=.*mongodb://[^:/]+:(?<mongo>[0-9]+))"
              + "(?=.*Admin on http://[^:/]+:(?<admin>[0-9]+))");

  /** The same without direct mode, which earlier builds do not have. */
  private static final Pattern OTHER_READY =
      Pattern.compile(
          "(?=.*Cosmos[^:]*://[^:/]+:(?<cosmos>[0-9]+))(?=.*mongodb://[^:/]+:(?<mongo>[0-9]+))");

  private final ChildServer server;

  private MayflyServer(ChildServer server) {
    this.server = server;
  }

  /** Starts one that keeps nothing, on any free ports. */
  public static MayflyServer start() throws IOException {
    return start(Pinning.onOneCore(command("--ephemeral")), Map.of());
  }

  /** Starts one that keeps its data in a directory, on any free ports. */
  public static MayflyServer start(Path data, String durability) throws IOException {
    return start(
        Pinning.onOneCore(command("--data", data.toString(), "--durability", durability)),
        Map.of());
  }

  /**
   * Starts one of another build.
   *
   * @param launcher that of the other build, which has to be built
   */
  public static MayflyServer startOther(Path launcher, Path data, String durability)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "serve"));
    command.addAll(List.of("--data", data.toString(), "--durability", durability));
    command.addAll(List.of("--cosmos-port", "0", "--mongo-port", "0", "--admin-port", "0"));
    return new MayflyServer(ChildServer.start(Pinning.onOneCore(command), Map.of(), OTHER_READY));
  }

  /**
   * The same with more settings.
   *
   * @param settings as on the command line
   */
  public static MayflyServer start(Path data, String durability, List<String> settings)
      throws IOException {
    List<String> command = command("--data", data.toString(), "--durability", durability);
    command.addAll(settings);
    return start(Pinning.onOneCore(command), Map.of());
  }

  /**
   * One that keeps its data in a directory, on any core.
   *
   * @param settings as on the command line; ports among them, or any free ones
   */
  public static MayflyServer startOnAllCores(Path data, List<String> settings) throws IOException {
    List<String> command = command("--data", data.toString());
    command.addAll(settings);
    return start(command, Map.of());
  }

  /** The same with so much memory for caches and write buffers. */
  public static MayflyServer start(Path data, String durability, int memoryMegabytes)
      throws IOException {
    return start(
        Pinning.onOneCore(
            command(
                "--data",
                data.toString(),
                "--durability",
                durability,
                "--memory",
                Integer.toString(memoryMegabytes))),
        Map.of());
  }

  /**
   * One that keeps nothing, with some words to the Java machine.
   *
   * @param environment further variables for the launcher
   */
  public static MayflyServer start(Map<String, String> environment) throws IOException {
    return start(command("--ephemeral"), environment);
  }

  /**
   * One that keeps its data in a directory, on any core.
   *
   * @param environment further variables for the launcher
   * @param log gets what it writes to its error stream
   */
  public static MayflyServer start(Path data, Map<String, String> environment, Path log)
      throws IOException {
    return new MayflyServer(
        ChildServer.start(
            command("--data", data.toString()),
            environment,
            READY,
            ProcessBuilder.Redirect.appendTo(log.toFile())));
  }

  private static MayflyServer start(List<String> command, Map<String, String> environment)
      throws IOException {
    return new MayflyServer(ChildServer.start(command, environment, READY));
  }

  private static List<String> command(String... store) {
    String launcher = System.getProperty("mayfly.launcher");
    if (launcher == null) {
      throw new IllegalStateException("Start this with the launcher: ./mayfly bench ...");
    }
    List<String> command = new ArrayList<>(List.of(launcher, "serve"));
    command.addAll(List.of(store));
    command.addAll(List.of("--cosmos-port", "0", "--cosmos-direct-port", "0"));
    command.addAll(List.of("--mongo-port", "0", "--admin-port", "0"));
    return command;
  }

  public ChildServer process() {
    return server;
  }

  /** Speaks HTTP and HTTPS. */
  public int cosmosPort() {
    return server.port("cosmos");
  }

  /** Serves clients of Cosmos DB in direct mode. */
  public int cosmosDirectPort() {
    return server.port("direct");
  }

  public int mongoPort() {
    return server.port("mongo");
  }

  public int adminPort() {
    return server.port("admin");
  }

  @Override
  public void close() {
    server.close();
  }
}
