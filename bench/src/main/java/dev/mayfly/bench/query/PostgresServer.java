package dev.mayfly.bench.query;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.Pinning;
import dev.mayfly.bench.process.ProcessView;
import dev.mayfly.bench.process.ProcessorTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A PostgreSQL of our own, in a directory that goes away with the run. It refuses to run as root:
 * then it runs as the user that its package made.
 */
final class PostgresServer implements ProcessorTime, AutoCloseable {
  static final String NAME = "PostgreSQL";
  static final String USER = "bench";
  static final String DATABASE = "postgres";

  private static final int VERSION = 15;
  private static final Path PROGRAMS = Path.of("/usr/lib/postgresql/" + VERSION + "/bin");
  private static final String SYSTEM_USER = "postgres";
  private static final Pattern READY = Pattern.compile("ready to accept connections");

  private final ChildServer server;
  private final ProcessView parent;
  private final int port;

  private PostgresServer(ChildServer server, int port) {
    this.server = server;
    this.parent = new ProcessView(server.pid());
    this.port = port;
  }

  /** What to do if it can't be started here; empty if it can. */
  static Optional<String> missing() {
    if (!Files.isExecutable(PROGRAMS.resolve("initdb"))) {
      return Optional.of(
          "there is no %s: install it, as with 'apt-get install postgresql-%d'"
              .formatted(PROGRAMS.resolve("initdb"), VERSION));
    }
    return Optional.empty();
  }

  /** Names it as the peer of the figures that follow. */
  static void name(Report report) throws IOException {
    Process asked =
        new ProcessBuilder(PROGRAMS.resolve("postgres").toString(), "--version").start();
    String version = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    report.version(NAME, version.strip().replace("postgres (PostgreSQL) ", ""));
    report.beside(NAME);
  }

  /** Makes a new one and starts it. */
  static PostgresServer start(Path directory, int memoryMegabytes)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    if (isRoot()) {
      UserPrincipal owner =
          directory
              .getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(SYSTEM_USER);
      Files.setOwner(directory, owner);
      // So that this user gets to its directory; it can't list the one around it.
      Files.setPosixFilePermissions(
          directory.getParent(), PosixFilePermissions.fromString("rwx--x--x"));
    }
    initialize(directory);
    int port = freePort();
    List<String> command = new ArrayList<>(asUser());
    // It reports on standard error that it is ready.
    command.addAll(List.of("sh", "-c", "exec \"$@\" 2>&1", "sh"));
    command.add(PROGRAMS.resolve("postgres").toString());
    command.addAll(List.of("-D", directory.toString()));
    for (String setting : settings(directory, port, memoryMegabytes)) {
      command.addAll(List.of("-c", setting));
    }
    return new PostgresServer(ChildServer.start(Pinning.onOneCore(command), READY), port);
  }

  /** As Mayfly has it: synced commits, as much memory, one core. */
  private static List<String> settings(Path directory, int port, int memoryMegabytes) {
    return List.of(
        "port=" + port,
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=" + directory,
        "fsync=on",
        "synchronous_commit=on",
        "shared_buffers=" + memoryMegabytes + "MB",
        "effective_cache_size=4GB",
        "work_mem=64MB",
        "maintenance_work_mem=256MB",
        "max_wal_size=4GB",
        "random_page_cost=1.1",
        // On the one core that it has, these would only be in each other's way.
        "max_parallel_workers_per_gather=0",
        "max_parallel_maintenance_workers=0");
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** What comes before a command, so that it does not run as root. */
  private static List<String> asUser() {
    return isRoot()
        ? List.of("setpriv", "--reuid", SYSTEM_USER, "--regid", SYSTEM_USER, "--init-groups")
        : List.of();
  }

  private static void initialize(Path directory) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(asUser());
    command.add(PROGRAMS.resolve("initdb").toString());
    command.addAll(List.of("-D", directory.toString(), "-U", USER, "-A", "trust", "-E", "UTF8"));
    command.addAll(List.of("--locale", "C"));
    Process initdb =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (initdb.waitFor() != 0) {
      throw new IOException("initdb made no database; what went wrong is above");
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  int port() {
    return port;
  }

  /** Each connection has a process of its own. */
  @Override
  public double processorSeconds() throws IOException {
    double seconds = parent.processorSeconds() + parent.endedChildrenSeconds();
    for (ProcessHandle child :
        ProcessHandle.of(server.pid()).stream().flatMap(ProcessHandle::children).toList()) {
      seconds += seconds(child);
    }
    return seconds;
  }

  private static double seconds(ProcessHandle child) throws IOException {
    try {
      return new ProcessView(child.pid()).processorSeconds();
    } catch (IOException | IllegalStateException e) {
      if (child.isAlive()) {
        throw e;
      }
      return 0; // It has just ended.
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
