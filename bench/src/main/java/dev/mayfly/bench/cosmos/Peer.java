package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.PeerCache;
import dev.mayfly.bench.process.Pinning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A server of the same kind that others have written: {@code @vercel/cosmosdb-server}, on Node. */
final class Peer {
  static final String PACKAGE = "@vercel/cosmosdb-server";
  static final String VERSION = "1.0.1";

  private static final Pattern READY = Pattern.compile("ready on (?<port>[0-9]+)");

  /** What its own command does, but for the choice of keeping connections, which that closes. */
  private static final String SCRIPT =
      """
      const keepAlive = process.argv[2] === "true";
      const server = require(process.argv[1]).createHttpsServer({ keepAlive });
      server.listen(0, "127.0.0.1", () => console.log("ready on " + server.address().port));
      """;

  private Peer() {}

  /**
   * Starts it, and installs it before if it is not there; empty if Node or npm is missing.
   *
   * @param keepAlive false as its own command has it: a connection is closed after each answer
   */
  static Optional<ChildServer> start(Report report, boolean keepAlive)
      throws IOException, InterruptedException {
    for (String program : List.of("node", "npm")) {
      if (PeerCache.onPath(program).isEmpty()) {
        report.leftOut("all beside " + PACKAGE, "there is no " + program);
        return Optional.empty();
      }
    }
    Path home = PeerCache.directory("cosmosdb-server-" + VERSION);
    Path module = home.resolve("node_modules").resolve(PACKAGE);
    if (!Files.exists(module.resolve("package.json"))) {
      report.progress("installing %s %s into %s", PACKAGE, VERSION, home);
      install(home);
    }
    report.version(PACKAGE, VERSION);
    List<String> command =
        List.of("node", "-e", SCRIPT, module.toString(), Boolean.toString(keepAlive));
    return Optional.of(ChildServer.start(Pinning.onOneCore(command), READY));
  }

  private static void install(Path home) throws IOException, InterruptedException {
    Files.createDirectories(home);
    Process npm =
        new ProcessBuilder(
                "npm",
                "install",
                "--no-audit",
                "--no-fund",
                "--no-save",
                "--silent",
                "--prefix",
                home.toString(),
                PACKAGE + "@" + VERSION)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (npm.waitFor() != 0) {
      throw new IOException("npm could not install " + PACKAGE + "; what went wrong is above");
    }
  }
}
