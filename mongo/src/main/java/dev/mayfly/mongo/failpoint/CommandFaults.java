package dev.mayfly.mongo.failpoint;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.call.RunningOperation;
import java.util.function.BiPredicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Lets the fail point {@code failCommand} have a call before its command is executed. */
public final class CommandFaults {
  private static final String CONFIGURE = "configureFailPoint";

  private final FailPoint point;
  private final BiPredicate<String, String> isSameCommand;

  /**
   * @param isSameCommand whether two names are of one command
   */
  public CommandFaults(FailPoints points, BiPredicate<String, String> isSameCommand) {
    this.point = points.commands();
    this.isSameCommand = requireNonNull(isSameCommand, "isSameCommand");
  }

  /** Whether no fault was asked for, so that commands need not pass here. */
  public boolean isOff() {
    return !point.isOn();
  }

  /**
   * Runs a command, unless a fault was asked for.
   *
   * @param execution runs the command
   */
  public void run(RunningOperation call, Runnable execution) {
    BsonDocument data =
        call.name().equals(CONFIGURE) ? null : point.enter(asked -> applies(asked, call));
    if (data == null) {
      execution.run();
    } else {
      new FailedCommand(data, call).run(execution);
    }
  }

  private boolean applies(BsonDocument data, RunningOperation call) {
    BsonValue name = data.get("appName");
    if (name != null && !name.equals(applicationName(call))) {
      return false;
    }
    BsonValue namespace = data.get("namespace");
    if (namespace != null && !isOn(namespace, call)) {
      return false;
    }
    BsonValue all = data.get("failAllCommands");
    if (all != null && all.isBoolean() && all.asBoolean().getValue()) {
      return true;
    }
    BsonArray names = data.getArray("failCommands", new BsonArray());
    return names.stream()
        .anyMatch(
            each -> each.isString() && isSameCommand.test(each.asString().getValue(), call.name()));
  }

  private static boolean isOn(BsonValue namespace, RunningOperation call) {
    BsonValue collection =
        call.body().get(call.name().equals("getMore") ? "collection" : call.name());
    return namespace.isString()
        && collection != null
        && collection.isString()
        && namespace
            .asString()
            .getValue()
            .equals(call.database() + "." + collection.asString().getValue());
  }

  /** From the handshake, which may be this call. */
  private static BsonValue applicationName(RunningOperation call) {
    BsonDocument metadata = call.client().metadata();
    BsonValue sent = metadata == null ? call.body().get("client") : metadata;
    BsonValue application =
        sent == null || !sent.isDocument() ? null : sent.asDocument().get("application");
    return application == null || !application.isDocument()
        ? null
        : application.asDocument().get("name");
  }
}
