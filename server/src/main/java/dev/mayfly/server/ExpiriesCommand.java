package dev.mayfly.server;

import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Expiry events of a container of a server that runs: switched, followed and sent elsewhere. */
@Command(
    name = "expiries",
    description = "Switches, follows and sends expiry events of a container, on a running server.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "If the server has credentials: MAYFLY_COSMOS_KEY, or MAYFLY_MONGO_USER and"
          + " MAYFLY_MONGO_PASSWORD.%n"
    })
final class ExpiriesCommand extends AdminCommand {
  private static final String DATA = "data: ";

  ExpiriesCommand(Map<String, String> environment) {
    super(
        environment,
        "Name one of 'on', 'off', 'follow' and 'webhook': mayfly expiries follow DB CONTAINER");
  }

  @Command(
      name = "on",
      description = "From now on each expiry is recorded as an event.",
      mixinStandardHelpOptions = true)
  int on(
      @Parameters(paramLabel = "DB", description = "the database") String database,
      @Parameters(paramLabel = "CONTAINER", description = "the container") String container,
      @Mixin AdminPort admin) {
    client(admin).send("POST", path(database, container) + "/expiries?enabled=true");
    return say(database + "/" + container + ": expiry events are on");
  }

  @Command(
      name = "off",
      description = "Events are no longer recorded, and those that are kept are removed.",
      mixinStandardHelpOptions = true)
  int off(
      @Parameters(paramLabel = "DB", description = "the database") String database,
      @Parameters(paramLabel = "CONTAINER", description = "the container") String container,
      @Mixin AdminPort admin) {
    client(admin).send("POST", path(database, container) + "/expiries?enabled=false");
    return say(database + "/" + container + ": expiry events are off");
  }

  @Command(
      name = "follow",
      description = "Prints each expiry as a line of JSON when it happens, until the server ends.",
      mixinStandardHelpOptions = true)
  int follow(
      @Parameters(paramLabel = "DB", description = "the database") String database,
      @Parameters(paramLabel = "CONTAINER", description = "the container") String container,
      @Option(names = "--all", description = "first all that are kept") boolean all,
      @Option(names = "--count", paramLabel = "N", description = "end after so many events")
          Long count,
      @Mixin AdminPort admin) {
    String from = all ? "beginning" : "now";
    long left = count == null ? Long.MAX_VALUE : count;
    try (Stream<String> lines =
        client(admin).lines(path(database, container) + "/expiries?from=" + from)) {
      Iterator<String> each = lines.iterator();
      while (left > 0 && each.hasNext()) {
        String line = each.next();
        if (line.startsWith(DATA)) {
          say(line.substring(DATA.length()));
          left--;
        }
      }
    }
    return 0;
  }

  @Command(
      name = "webhook",
      description = "Shows, sets or removes the address that events are sent to.",
      mixinStandardHelpOptions = true)
  int webhook(
      @Parameters(paramLabel = "DB", description = "the database") String database,
      @Parameters(paramLabel = "CONTAINER", description = "the container") String container,
      @Option(names = "--set", paramLabel = "URL", description = "send events there")
          String address,
      @Option(names = "--remove", description = "send events no longer") boolean remove,
      @Mixin AdminPort admin) {
    if (address != null && remove) {
      throw misuse("--set and --remove are both given: leave one out");
    }
    String path = path(database, container) + "/webhook";
    if (remove) {
      client(admin).send("DELETE", path);
      return say(database + "/" + container + ": events are sent nowhere");
    }
    BsonDocument found =
        address == null
            ? client(admin).send("GET", path)
            : client(admin).send("POST", path, new BsonDocument("url", new BsonString(address)));
    if (found.isNull("url")) {
      return say("events are sent nowhere; --set URL sends them");
    }
    say("events go to " + found.getString("url").getValue());
    if (found.containsKey("secret")) {
      return say("secret, shown only now: " + found.getString("secret").getValue());
    }
    say(
        found.getNumber("deliveredEvents").longValue()
            + " delivered since the start, "
            + found.getNumber("failedAttempts").longValue()
            + " attempts failed");
    return found.isNull("lastError")
        ? 0
        : say("last error: " + found.getString("lastError").getValue());
  }
}
