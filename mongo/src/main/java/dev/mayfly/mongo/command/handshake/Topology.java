package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Client;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
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
 * What the server presents itself as. To most it is a router, which clients talk to under whatever
 * address they have of it. To clients of Azure Cosmos DB it is the one member of a replica set,
 * which they talk to under the address that it tells them.
 */
public final class Topology {
  public static final String COSMOS_SET = "globaldb";

  private final ObjectId processId = new ObjectId();
  private final Optional<String> advertisedHost;

  /**
   * @param advertisedHost name, or name and port, under which Cosmos DB's clients reach this server
   */
  public Topology(Optional<String> advertisedHost) {
    this.advertisedHost = requireNonNull(advertisedHost, "advertisedHost");
  }

  public ObjectId processId() {
    return processId;
  }

  void describe(Client client, BsonDocument answer, long nowMillis) {
    if (!client.isCosmos()) {
      answer.append("msg", new BsonString("isdbgrid"));
      return;
    }
    BsonString me = new BsonString(addressFor(client));
    answer
        .append("hosts", new BsonArray(List.of(me)))
        .append("setName", new BsonString(COSMOS_SET))
        .append("setVersion", new BsonInt32(1))
        .append("secondary", BsonBoolean.FALSE)
        .append("primary", me)
        .append("me", me)
        .append("electionId", new BsonObjectId(new ObjectId(0, 1)))
        .append("lastWrite", lastWrite(nowMillis))
        .append("tags", new BsonDocument("region", new BsonString("local")))
        .append("_t", new BsonString("IsMasterResponse"));
  }

  private static BsonDocument lastWrite(long nowMillis) {
    BsonDocument time =
        new BsonDocument("ts", new BsonTimestamp((int) (nowMillis / 1000), 1))
            .append("t", new BsonInt64(1));
    return new BsonDocument("opTime", time)
        .append("lastWriteDate", new BsonDateTime(nowMillis))
        .append("majorityOpTime", time)
        .append("majorityWriteDate", new BsonDateTime(nowMillis));
  }

  private String addressFor(Client client) {
    InetSocketAddress local = client.channel().localAddress();
    String name =
        advertisedHost.orElseGet(
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
