package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows and sets when the items of a container expire, on a server that runs. */
@Command(
    name = "ttl",
    description = "Shows and sets when the items of a container expire, on a running server.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "If the server has credentials: MAYFLY_COSMOS_KEY, or MAYFLY_MONGO_USER and"
          + " MAYFLY_MONGO_PASSWORD.%n"
    })
final class TtlCommand implements Runnable {
  private static final List<Span> SPANS =
      List.of(
          new Span("minute", 60, 60),
          new Span("hour", 3600, 3600),
          new Span("day", 86_400, 86_400),
          new Span("week", 604_800, 604_800));

  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  /** How far a forecast looks. */
  private record Span(String name, long horizon, long step) {}

  TtlCommand(Map<String, String> environment) {
    this.environment = requireNonNull(environment, "environment");
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "Name one of 'show' and 'set': mayfly ttl show DB CONTAINER");
  }

  private AdminClient client(int port) {
    return new AdminClient(port, environment);
  }

  private static String path(String database, String container) {
    return "/containers/" + AdminClient.part(database) + "/" + AdminClient.part(container);
  }

  @Command(
      name = "show",
      description = "Shows the default time to live, the counts and what will expire.",
      mixinStandardHelpOptions = true)
  int show(
      @Parameters(paramLabel = "DB", description = "the database") String database,
      @Parameters(paramLabel = "CONTAINER", description = "the container") String container,
      @Option(
              names = "--admin-port",
              paramLabel = "N",
              defaultValue = "${env:MAYFLY_ADMIN_PORT:-8080}",
              description = "the server's admin port (8080)")
          int port) {
    AdminClient client = client(port);
    PrintWriter out = spec.commandLine().getOut();
    BsonDocument found = client.send("GET", path(database, container));
    out.println(database + "/" + container + ": time to live " + text(found.get("defaultTtl")));
    out.println(counted(found, "items", "bytes") + " live, " + backlog(found.getDocument("purge")));
    for (Span span : SPANS) {
      BsonDocument forecast =
          client.send(
              "GET",
              path(database, container)
                  + "/forecast?horizon="
                  + span.horizon()
                  + "&step="
                  + span.step());
      BsonDocument interval = forecast.getArray("intervals").get(0).asDocument();
      out.println("expire within a " + span.name() + ": " + counted(interval, "items", "bytes"));
    }
    return 0;
  }

  @Command(
      name = "set",
      description = "Sets the default time to live, and says what that expires at once.",
      mixinStandardHelpOptions = true)
  int set(
      @Parameters(paramLabel = "DB", description = "the database") String database,
      @Parameters(paramLabel = "CONTAINER", description = "the container") String container,
      @Parameters(
              paramLabel = "DEFAULT",
              description = "seconds, 'off', or -1 for on without a default")
          String value,
      @Option(names = "--dry-run", description = "only say what it would expire at once")
          boolean dryRun,
      @Option(names = "--force", description = "although it expires more than the guard allows")
          boolean force,
      @Option(
              names = "--admin-port",
              paramLabel = "N",
              defaultValue = "${env:MAYFLY_ADMIN_PORT:-8080}",
              description = "the server's admin port (8080)")
          int port) {
    BsonDocument answer =
        client(port)
            .send(
                "POST",
                path(database, container)
                    + "/ttl?default="
                    + AdminClient.part(value)
                    + "&dryRun="
                    + dryRun
                    + "&force="
                    + force);
    String counted = counted(answer.getDocument("expiresNow"), "items", "bytes");
    spec.commandLine()
        .getOut()
        .println(
            dryRun
                ? "A time to live "
                    + text(answer.get("defaultTtl"))
                    + " would expire at once: "
                    + counted
                : database
                    + "/"
                    + container
                    + ": time to live "
                    + text(answer.get("defaultTtl"))
                    + "; expired at once: "
                    + counted);
    return 0;
  }

  private static String text(BsonValue defaultTtl) {
    if (defaultTtl.isNull()) {
      return "off";
    }
    long seconds = defaultTtl.asNumber().longValue();
    return seconds == -1 ? "on (no default)" : "on, " + seconds + " seconds";
  }

  private static String counted(BsonDocument from, String items, String bytes) {
    return from.getNumber(items).longValue()
        + " items, "
        + from.getNumber(bytes).longValue()
        + " bytes";
  }

  private static String backlog(BsonDocument purge) {
    return counted(purge, "backlogItems", "backlogBytes") + " expired and not yet purged";
  }
}
