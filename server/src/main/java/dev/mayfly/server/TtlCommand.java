package dev.mayfly.server;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows and sets when the items of a container expire, on a server that runs. */
@Command(
    name = "ttl",
    description = "Shows and sets when the items of a container expire, on a running server.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "If the server has credentials: MAYFLY_COSMOS_KEY, or MAYFLY_MONGO_USER and"
          + " MAYFLY_MONGO_PASSWORD.%n"
    })
final class TtlCommand extends AdminCommand {
  private static final List<Span> SPANS =
      List.of(
          new Span("minute", 60, 60),
          new Span("hour", 3600, 3600),
          new Span("day", 86_400, 86_400),
          new Span("week", 604_800, 604_800));

  /** How far a forecast looks. */
  private record Span(String name, long horizon, long step) {}

  TtlCommand(Map<String, String> environment) {
    super(
        environment,
        "Name one of 'list', 'show', 'set', 'forecast' and 'remaining': mayfly ttl show DB"
            + " CONTAINER");
  }

  @Command(
      name = "show",
      description = "Shows the default time to live, the counts and what will expire.",
      mixinStandardHelpOptions = true)
  int show(
      @Parameters(paramLabel = "DB", description = "the database") String database,
      @Parameters(paramLabel = "CONTAINER", description = "the container") String container,
      @Mixin AdminPort admin) {
    AdminClient client = client(admin);
    BsonDocument found = client.send("GET", path(database, container));
    say(database + "/" + container + ": time to live " + text(found.get("defaultTtl")));
    say(counted(found, "items", "bytes") + " live, " + backlog(found.getDocument("purge")));
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
      say("expire within a " + span.name() + ": " + counted(interval, "items", "bytes"));
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
      @Option(
              names = "--date",
              paramLabel = "PATH",
              description =
                  "dry run of a TTL index of MongoDB on the dates of that path; DEFAULT is its"
                      + " expireAfterSeconds")
          String date,
      @Option(names = "--force", description = "although it expires more than the guard allows")
          boolean force,
      @Mixin AdminPort admin) {
    if (date != null) {
      return dryRunOfDate(client(admin), path(database, container), date, value, dryRun);
    }
    BsonDocument answer =
        client(admin)
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
    say(
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

  private int dryRunOfDate(
      AdminClient client, String path, String date, String seconds, boolean dryRun) {
    BsonDocument answer =
        client.send(
            "POST",
            path
                + "/ttl?date="
                + AdminClient.part(date)
                + "&expireAfterSeconds="
                + AdminClient.part(seconds)
                + "&dryRun="
                + dryRun);
    say(
        "An index {"
            + date
            + ": 1} with expireAfterSeconds "
            + seconds
            + " would expire at once: "
            + counted(answer.getDocument("expiresNow"), "items", "bytes"));
    return 0;
  }

  @Command(
      name = "list",
      description = "Lists all containers and collections with their time to live and counts.",
      mixinStandardHelpOptions = true)
  int list(@Mixin AdminPort admin) {
    BsonDocument found = client(admin).send("GET", "/containers");
    for (BsonValue each : found.getArray("containers")) {
      BsonDocument container = each.asDocument();
      say(
          container.getString("database").getValue()
              + "/"
              + container.getString("container").getValue()
              + ": time to live "
              + text(container.get("defaultTtl"))
              + "; "
              + counted(container, "items", "bytes")
              + " live, "
              + backlog(container.getDocument("purge")));
    }
    if (found.getBoolean("more").getValue()) {
      say("There are more containers than are listed here.");
    }
    return 0;
  }

  @Command(
      name = "forecast",
      description = "Shows how much will expire when, of a container or of a whole database.",
      mixinStandardHelpOptions = true)
  int forecast(
      @Parameters(paramLabel = "DB", description = "the database") String database,
      @Parameters(
              paramLabel = "CONTAINER",
              arity = "0..1",
              description = "the container; all if left out")
          String container,
      @Option(
              names = "--horizon",
              paramLabel = "SECONDS",
              defaultValue = "3600",
              description = "how far to look (3600)")
          long horizon,
      @Option(
              names = "--step",
              paramLabel = "SECONDS",
              defaultValue = "300",
              description = "how long an interval is (300)")
          long step,
      @Mixin AdminPort admin) {
    String path =
        container == null ? "/databases/" + AdminClient.part(database) : path(database, container);
    BsonDocument found =
        client(admin)
            .send(
                "GET", path + "/forecast?horizon=" + horizon + "&step=" + Math.min(step, horizon));
    for (BsonValue each : found.getArray("intervals")) {
      BsonDocument interval = each.asDocument();
      say(
          Instant.ofEpochSecond(interval.getNumber("from").longValue())
              + " to "
              + Instant.ofEpochSecond(interval.getNumber("to").longValue())
              + ": "
              + counted(interval, "items", "bytes"));
    }
    return 0;
  }

  @Command(
      name = "remaining",
      description = "Shows how many seconds an item still has.",
      mixinStandardHelpOptions = true)
  int remaining(
      @Parameters(paramLabel = "DB", description = "the database") String database,
      @Parameters(paramLabel = "CONTAINER", description = "the container") String container,
      @Parameters(paramLabel = "ID", description = "the id of the item") String id,
      @Parameters(
              paramLabel = "PARTITION_KEY",
              arity = "0..1",
              description = "as a JSON array, as in '[\"p\"]'; not for collections of MongoDB")
          String partitionKey,
      @Mixin AdminPort admin) {
    BsonDocument found =
        client(admin)
            .send(
                "GET",
                path(database, container)
                    + "/items/"
                    + AdminClient.part(id)
                    + "/ttl"
                    + (partitionKey == null
                        ? ""
                        : "?partitionKey=" + AdminClient.part(partitionKey)));
    BsonValue seconds = found.get("remainingSeconds");
    say(seconds.isNull() ? "does not expire" : seconds.asNumber().longValue() + " seconds");
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
