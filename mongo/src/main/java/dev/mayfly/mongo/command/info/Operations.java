package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.Clients;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.mongo.command.Fields;
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
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The operations in progress. */
public record Operations(Clients clients) {
  /**
   * The operations in the form of {@code $currentOp}.
   *
   * @param ownOnly whether only those of the caller's user are listed
   * @param idle whether idle connections are listed too
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
    if (!ownOnly) {
      list.addAll(clients.builds());
    }
    list.addAll(clients.idleTransactions(ownOnly ? call.client().sessionOwner() : null));
    return list;
  }

  /** The operations selected by the options of {@code $currentOp}. */
  public static List<BsonDocument> report(CommandCall call, BsonDocument options) {
    boolean ownOnly = !Fields.isTrue(options.get("allUsers"));
    boolean idle = Fields.isTrue(options.get("idleConnections"));
    return new Operations(call.client().all()).list(call, ownOnly, idle);
  }

  /**
   * Interrupts an operation, if it exists.
   *
   * @throws MongoException if the caller may kill only its own operations and this is none
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
            .append("host", new BsonString(ServerInfo.hostName()))
            .append("desc", new BsonString("conn" + client.connectionId()))
            .append("connectionId", new BsonInt32(client.connectionId()))
            .append(
                "client", new BsonString(ServerInfo.addressText(client.channel().remoteAddress())))
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
    if (running.arguments().isInTransaction()) {
      document.append(
          "transaction",
          new BsonDocument(
              "parameters",
              new BsonDocument("txnNumber", new BsonInt64(running.arguments().txnNumber()))
                  .append("autocommit", BsonBoolean.FALSE)));
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

  public BsonDocument currentOp(CommandCall call) {
    BsonDocument body = call.body();
    boolean ownOnly = Fields.isTrue(body.get("$ownOps"));
    boolean idle = Fields.isTrue(body.get("$all"));
    return new BsonDocument("inprog", new BsonArray(list(call, ownOnly, idle)));
  }

  public BsonDocument killOp(CommandCall call) {
    if (!(call.body().get("op") instanceof BsonNumber id)) {
      throw Fields.missing(call, "op");
    }
    kill(call, id.intValue());
    return new BsonDocument("info", new BsonString("attempting to kill op"));
  }
}
