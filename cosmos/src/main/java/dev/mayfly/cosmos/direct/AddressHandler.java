package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.RangeIds;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Returns to clients in direct mode where to connect to. Each range has two addresses, that of a
 * primary and that of a secondary, because clients do some reads on secondaries only; both lead to
 * the one port that there is.
 */
public final class AddressHandler implements Handler {
  /** What is in no container is in a range of its own. */
  private static final String MASTER_RANGE = "M";

  private final Directory directory;
  private final DirectEndpoint endpoint;

  public AddressHandler(Directory directory, DirectEndpoint endpoint) {
    this.directory = requireNonNull(directory, "directory");
    this.endpoint = requireNonNull(endpoint, "endpoint");
  }

  @Override
  public void handle(Call call) {
    Request request = call.request();
    String authority = endpoint.authority(request.scheme(), request.host());
    BsonArray addresses = new BsonArray();
    String rid = "";
    if (call.path().ids().isEmpty()) {
      add(addresses, authority, rid, MASTER_RANGE);
    } else {
      Container container = directory.parentContainer(call.path(), request);
      rid = Directory.rid(container);
      for (String range : AddressQuery.ranges(request)) {
        if (RangeIds.isRange(range, container)) {
          add(addresses, authority, rid, range);
        }
      }
    }
    BsonDocument feed =
        new BsonDocument("_rid", text(rid))
            .append("_count", new BsonInt32(addresses.size()))
            .append(ResourceType.ADDRESS.feedName(), addresses);
    call.respond(Response.json(200, Json.bytes(feed)));
  }

  private static void add(BsonArray addresses, String authority, String rid, String range) {
    String partition = "rntbd://" + authority + "/apps/mayfly/services/db/partitions/" + range;
    addresses.add(address(rid, range, 0, partition + "/replicas/1p/"));
    addresses.add(address(rid, range, 1, partition + "/replicas/2s/"));
  }

  /** The property of the address is spelt as the service spells it. */
  private static BsonDocument address(String rid, String range, int number, String uri) {
    return new BsonDocument("id", text(Integer.toString(number)))
        .append("_rid", text(rid))
        .append("isPrimary", BsonBoolean.valueOf(number == 0))
        .append("protocol", text("rntbd"))
        .append("logicalUri", text("urn:" + range))
        .append("partitionKeyRangeId", text(range))
        .append("physcialUri", text(uri));
  }

  private static BsonValue text(String value) {
    return new BsonString(value);
  }
}
