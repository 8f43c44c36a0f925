package dev.mayfly.cosmos.account;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The account: what clients ask for first. They send everything that follows to the endpoint that
 * it names, so that is where the client found us.
 */
public final class AccountHandler implements Handler {
  // Clients take an account named localhost for the emulator and ignore its endpoints.
  private static final String ID = "mayfly";

  /** Clients in direct mode read from half of them: one, of the two addresses that they get. */
  private static final int REPLICAS = 2;

  @Override
  public void handle(Call call) {
    Request request = call.request();
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      throw CosmosException.methodNotAllowed(request.method());
    }
    String endpoint = request.scheme() + "://" + request.host() + "/";
    call.respond(Response.json(200, Json.bytes(account(endpoint))));
  }

  private static BsonDocument account(String endpoint) {
    return new BsonDocument("_self", text(""))
        .append("id", text(ID))
        .append("_rid", text(ID + ".local"))
        .append("media", text("//media/"))
        .append("addresses", text("//addresses/"))
        .append("_dbs", text("//dbs/"))
        .append("writableLocations", locations(endpoint))
        .append("readableLocations", locations(endpoint))
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

  private static BsonArray locations(String endpoint) {
    BsonArray locations = new BsonArray();
    locations.add(
        new BsonDocument("name", text("Local")).append("databaseAccountEndpoint", text(endpoint)));
    return locations;
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
