package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.Locations;
import dev.mayfly.cosmos.resource.RangeIds;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Returns to clients in direct mode where to connect to. Each range has two addresses, that of a
 * primary and that of a secondary, because clients do some reads on secondaries only; both lead to
 * the one port that there is. In a cluster the ranges of containers have the address of each node,
 * of which the leader is the primary.
 */
public final class AddressHandler implements Handler {
  /** What is in no container is in a range of its own. */
  private static final String MASTER_RANGE = "M";

  private final Directory directory;
  private final DirectEndpoint endpoint;
  private final Locations locations;

  public AddressHandler(Directory directory, DirectEndpoint endpoint, Locations locations) {
    this.locations = requireNonNull(locations, "locations");
    this.directory = requireNonNull(directory, "directory");
    this.endpoint = requireNonNull(endpoint, "endpoint");
  }

  @Override
  public void handle(Call call) {
    Request request = call.request();
    List<String> authorities = authorities(request);
    BsonArray addresses = new BsonArray();
    String rid = "";
    if (call.path().ids().isEmpty()) {
      String primary = authorities.get(0);
      add(addresses, List.of(primary, primary), rid, MASTER_RANGE);
    } else {
      Container container = directory.parentContainer(call.path(), request);
      rid = Directory.rid(container);
      for (String range : AddressQuery.ranges(request)) {
        if (RangeIds.isRange(range, container)) {
          add(addresses, authorities, rid, range);
        }
      }
    }
    BsonDocument feed =
        new BsonDocument("_rid", text(rid))
            .append("_count", new BsonInt32(addresses.size()))
            .append(ResourceType.ADDRESS.feedName(), addresses);
    call.respond(Response.json(200, Json.bytes(feed)));
  }

  /** Of the primary and of one secondary at least. */
  private List<String> authorities(Request request) {
    if (!locations.isCluster()) {
      String own = endpoint.authority(request.scheme(), request.host());
      return List.of(own, own);
    }
    List<Locations.Location> nodes = locations.direct();
    if (nodes.isEmpty() || !nodes.get(0).writable()) {
      locations.requireLeader();
      throw DirectEndpoint.refused("the leader of the cluster does not serve it");
    }
    List<String> found = new ArrayList<>();
    nodes.forEach(node -> found.add(node.address()));
    if (found.size() == 1) {
      found.add(found.get(0));
    }
    return found;
  }

  private static void add(BsonArray addresses, List<String> authorities, String rid, String range) {
    for (int i = 0; i < authorities.size(); i++) {
      String partition =
          "rntbd://" + authorities.get(i) + "/apps/mayfly/services/db/partitions/" + range;
      String replica = "/replicas/" + (i + 1) + (i == 0 ? "p/" : "s/");
      addresses.add(address(rid, range, i, partition + replica));
    }
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
