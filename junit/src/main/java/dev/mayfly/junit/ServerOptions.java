package dev.mayfly.junit;

import dev.mayfly.embedded.Mayfly;
import dev.mayfly.embedded.MayflyBuilder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * How a test wants its server, as a value: equal ones may share a server.
 *
 * @param startAt empty for the machine's time
 * @param seed empty for none
 * @param settings as "name=value"
 */
public record ServerOptions(
    boolean frozenClock, String startAt, String seed, List<String> settings) {
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

  public ServerOptions {
    settings = List.copyOf(settings);
  }

  /** What the annotation says. */
  public static ServerOptions of(MayflyServer wanted) {
    return new ServerOptions(
        wanted.frozenClock(), wanted.startAt(), wanted.seed(), List.of(wanted.settings()));
  }

  /**
   * Starts such a server. The SDK of Azure Cosmos DB for Java is allowed plain HTTP in this
   * process, unless its system property says something already.
   */
  public Mayfly start() {
    if (System.getProperty(PLAIN_HTTP) == null) {
      System.setProperty(PLAIN_HTTP, "true");
    }
    MayflyBuilder builder = Mayfly.ephemeral();
    if (!startAt.isEmpty()) {
      builder.frozenClockAt(Instant.parse(startAt));
    } else if (frozenClock) {
      builder.frozenClock();
    }
    if (!seed.isEmpty()) {
      builder.seed(Path.of(seed));
    }
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "the setting '" + setting + "' has no value: write it as name=value");
      }
      builder.setting(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return builder.start();
  }
}
