package dev.mayfly.mongo.command.info;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.Clients;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.RunningOperation;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What the clients are waiting for just now. */
public final class Operations {
  private final Clients clients;

  public Operations(Clients clients) {
    this.clients = requireNonNull(clients, "clients");
  }

  /**
   * The operations as {@code $currentOp} tells them.
   *
   * @param ownOnly whether only those of the caller's user are told
   * @param idle whether connections are told too that do nothing
   */
  public List<BsonDocument> list(CommandCall call, boolean ownOnly, boolean idle) {
    List<BsonDocument> list = new ArrayList<>();
    for (Client client : clients.connected()) {
      boolean own = client.sessionOwner().equals(call.client().sessionOwner());
      RunningOperation running = client.channel().running();
      if ((own || !ownOnly) && (running != null || idle)) {
        list.add(document(client, running));
      }
    }
    return list;
  }

  /** The operations that the options of {@code $currentOp} ask for. */
  public static List<BsonDocument> report(CommandCall call, BsonDocument options) {
    boolean ownOnly = !Fields.isTrue(options.get("allUsers"));
    boolean idle = Fields.isTrue(options.get("idleConnections"));
    return new Operations(call.client().all()).list(call, ownOnly, idle);
  }

  /**
   * Makes an operation end at its next check, if there is one of that number.
   *
   * @throws MongoException if the caller may end only operations of its own and this is none
   */
  public void kill(CommandCall call, int operationId) {
    boolean any = call.client().may(Action.KILLOP, call.database());
    for (Client client : clients.connected()) {
      RunningOperation running = client.channel().running();
      if (running != null
          && running.operationId() == operationId
          && (any || client.sessionOwner().equals(call.client().sessionOwner()))) {
        running.kill();
        return;
      }
    }
    if (!any) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED,
          "not authorized on " + call.database() + " to execute command { killOp: 1 } for others");
    }
  }

  private static BsonDocument document(Client client, RunningOperation running) {
    BsonDocument document =
        new BsonDocument("type", new BsonString("op"))
            .append("host", new BsonString(Host.name()))
            .append("desc", new BsonString("conn" + client.connectionId()))
            .append("connectionId", new BsonInt32(client.connectionId()))
            .append("client", new BsonString(WhatsMyUri.text(client.channel().remoteAddress())))
            .append("active", BsonBoolean.valueOf(running != null));
    if (client.metadata() != null) {
      document.append("clientMetadata", client.metadata());
    }
    User user = client.user();
    if (user != null) {
      BsonDocument name =
          new BsonDocument("user", new BsonString(user.name().name()))
              .append("db", new BsonString(user.name().database()));
      document.append("effectiveUsers", new BsonArray(List.of(name)));
    }
    if (running != null) {
      describe(running, document);
    }
    return document;
  }

  private static void describe(RunningOperation running, BsonDocument document) {
    long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - running.startedNanos());
    BsonValue target = running.body().get(running.name());
    String collection = target instanceof BsonString text ? text.getValue() : "$cmd";
    document
        .append("opid", new BsonInt32(running.operationId()))
        .append("op", new BsonString(kind(running.name())))
        .append("ns", new BsonString(running.database() + "." + collection))
        .append("secs_running", new BsonInt64(micros / 1_000_000))
        .append("microsecs_running", new BsonInt64(micros))
        .append("command", Redaction.of(running.name(), running.body()))
        .append("killPending", BsonBoolean.FALSE);
    if (running.session() != null) {
      document.append("lsid", running.session().id().toDocument());
    }
  }

  private static String kind(String command) {
    return switch (command) {
      case "find" -> "query";
      case "getMore" -> "getmore";
      case "insert", "update" -> command;
      case "delete" -> "remove";
      default -> "command";
    };
  }
}
