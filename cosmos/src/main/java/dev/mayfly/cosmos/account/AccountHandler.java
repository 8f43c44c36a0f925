package dev.mayfly.cosmos.account;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.resource.Locations;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The account: what clients ask for first. They send everything that follows to the endpoints that
 * it names: those of the cluster's nodes or, of a server on its own, that where the client found
 * us.
 */
public final class AccountHandler implements Handler {
  // Clients take an account named localhost for the emulator and ignore its endpoints.
  private static final String ID = "mayfly";

  /** Clients in direct mode read from half of them: one, of the two addresses that they get. */
  private static final int REPLICAS = 2;

  /** No node can have this name. */
  private static final String NO_LEADER = "No leader";

  private final Locations locations;

  public AccountHandler(Locations locations) {
    this.locations = requireNonNull(locations, "locations");
  }

  @Override
  public void handle(Call call) {
    Request request = call.request();
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      throw CosmosException.methodNotAllowed(request.method());
    }
    call.respond(Response.json(200, Json.bytes(account(request))));
  }

  BsonDocument account(Request request) {
    BsonArray readable = new BsonArray();
    BsonArray writable = new BsonArray();
    for (Locations.Location node : locations.gateways()) {
      BsonDocument location = location(node.name(), request.scheme(), node.address());
      readable.add(location);
      if (node.writable()) {
        writable.add(location);
      }
    }
    if (writable.isEmpty()) {
      // While there is no leader, writers get their refusal here. The JavaScript SDK avoids the
      // location for minutes then, by its name: that of a node would be avoided when it leads.
      String name = locations.isCluster() ? NO_LEADER : "Local";
      writable.add(location(name, request.scheme(), request.host()));
    }
    return new BsonDocument("_self", text(""))
        .append("id", text(ID))
        .append("_rid", text(ID + ".local"))
        .append("media", text("//media/"))
        .append("addresses", text("//addresses/"))
        .append("_dbs", text("//dbs/"))
        .append("writableLocations", writable)
        .append("readableLocations", readable.isEmpty() ? writable : readable)
        .append("enableMultipleWriteLocations", BsonBoolean.FALSE)
        .append("continuousBackupEnabled", BsonBoolean.FALSE)
        .append(
            "userReplicationPolicy",
            replication(new BsonDocument("asyncReplication", BsonBoolean.FALSE)))
        .append(
            "userConsistencyPolicy", new BsonDocument("defaultConsistencyLevel", text("Session")))
        .append("systemReplicationPolicy", replication(new BsonDocument()))
        .append(
            "readPolicy",
            new BsonDocument("primaryReadCoefficient", new BsonInt32(1))
                .append("secondaryReadCoefficient", new BsonInt32(1)))
        .append("queryEngineConfiguration", text("{}"));
  }

  private static BsonDocument location(String name, String scheme, String address) {
    return new BsonDocument("name", text(name))
        .append("databaseAccountEndpoint", text(scheme + "://" + address + "/"));
  }

  /** The second name is spelt as the service spells it. */
  private static BsonDocument replication(BsonDocument policy) {
    return policy
        .append("minReplicaSetSize", new BsonInt32(1))
        .append("maxReplicasetSize", new BsonInt32(REPLICAS));
  }

  private static BsonValue text(String value) {
    return new BsonString(value);
  }
}
