package dev.mayfly.server;

import picocli.CommandLine.Option;

/** The option of commands that ask a running server. */
final class AdminPort {
  @Option(
      names = "--admin-port",
      paramLabel = "N",
      defaultValue = "${env:MAYFLY_ADMIN_PORT:-8080}",
      description = "the server's admin port (8080)")
  private int port;

  int port() {
    return port;
  }
}
