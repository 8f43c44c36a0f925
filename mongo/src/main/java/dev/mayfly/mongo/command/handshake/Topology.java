package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.mongo.call.Client;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;

/**
 * The topology that the server reports to a client: the only member of a replica set, reached under
 * an address that the client can dial, or a router (mongos), which clients reach under any address.
 * The election id of a member is never sent: drivers then compare nothing with former members.
 */
public final class Topology {
  public static final String COSMOS_SET = "globaldb";

  /** Version of the configuration, and the term of the only election. */
  static final int VERSION = 1;

  private final ObjectId processId = new ObjectId();
  private final SetIdentity identity;
  private final Optional<String> cosmosHost;
  private final LongSupplier lastTime;

  /**
   * @param cosmosHost name, or name and port, of this server for Cosmos DB's clients
   * @param lastTime log time of the last commit
   */
  public Topology(SetIdentity identity, Optional<String> cosmosHost, LongSupplier lastTime) {
    this.identity = requireNonNull(identity, "identity");
    this.cosmosHost = requireNonNull(cosmosHost, "cosmosHost");
    this.lastTime = requireNonNull(lastTime, "lastTime");
  }

  public ObjectId processId() {
    return processId;
  }

  /** Whether the client sees a member of a replica set. */
  public boolean isMember(Client client) {
    return identity.isShownTo(client);
  }

  public String setName(Client client) {
    return client.isCosmos() ? COSMOS_SET : identity.name();
  }

  /** The fields of {@code hello} that are about the topology, up to the limits. */
  void describe(Client client, BsonDocument answer, String primaryField) {
    if (isMember(client)) {
      member(client, answer, primaryField);
    } else {
      answer.append(primaryField, BsonBoolean.TRUE).append("msg", new BsonString("isdbgrid"));
    }
  }

  private void member(Client client, BsonDocument answer, String primaryField) {
    BsonString me = new BsonString(addressFor(client));
    answer
        .append("hosts", new BsonArray(List.of(me)))
        .append("setName", new BsonString(setName(client)))
        .append("setVersion", new BsonInt32(VERSION))
        .append(primaryField, BsonBoolean.TRUE)
        .append("secondary", BsonBoolean.FALSE)
        .append("primary", me);
    if (client.isCosmos()) {
      answer.append("tags", new BsonDocument("region", new BsonString("local")));
    }
    answer.append("me", me);
    if (client.isCosmos()) {
      answer.append("electionId", new BsonObjectId(new ObjectId(0, 1)));
    }
    answer.append("lastWrite", lastWrite());
    if (client.isCosmos()) {
      answer.append("_t", new BsonString("IsMasterResponse"));
    }
  }

  /** The place of the last commit in the log, as replication shows it. */
  BsonDocument opTime() {
    return new BsonDocument("ts", new BsonTimestamp(lastTime.getAsLong()))
        .append("t", new BsonInt64(VERSION));
  }

  BsonDateTime lastWriteDate() {
    return new BsonDateTime(LogTime.second(lastTime.getAsLong()) * 1000);
  }

  private BsonDocument lastWrite() {
    BsonDocument time = opTime();
    BsonDateTime date = lastWriteDate();
    return new BsonDocument("opTime", time)
        .append("lastWriteDate", date)
        .append("majorityOpTime", time)
        .append("majorityWriteDate", date);
  }

  /** The section {@code repl} of {@code serverStatus}. */
  public BsonDocument replication(Client client) {
    BsonDocument answer = new BsonDocument();
    member(client, answer, "isWritablePrimary");
    return answer;
  }

  /** The address that members have for a client. */
  String addressFor(Client client) {
    InetSocketAddress local = client.channel().localAddress();
    String name =
        (client.isCosmos() ? cosmosHost : identity.advertised())
            .orElseGet(
                () -> {
                  String dialled = client.channel().serverName();
                  return dialled == null ? local.getAddress().getHostAddress() : dialled;
                });
    if (hasPort(name)) {
      return name;
    }
    return (name.indexOf(':') >= 0 && !name.startsWith("[") ? "[" + name + "]" : name)
        + ":"
        + local.getPort();
  }

  private static boolean hasPort(String name) {
    int colon = name.lastIndexOf(':');
    return colon > 0 && (name.indexOf(':') == colon || name.charAt(colon - 1) == ']');
  }
}
