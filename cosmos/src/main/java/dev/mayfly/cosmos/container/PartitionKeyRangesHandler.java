package dev.mayfly.cosmos.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.ParentHeaders;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.partition.PartitionKeyRange;
import dev.mayfly.engine.ru.Charges;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The ranges of a container's partition keys. Clients read them as a change feed: they ask again
 * with the etag that they were given until they hear that nothing is new. After a split they get
 * all ranges there are, each with the ranges that it came from.
 */
public final class PartitionKeyRangesHandler implements Handler {
  /** The number of range 0 within resource ids; the others follow. */
  private static final long FIRST_NUMBER = 2;

  private final Directory directory;

  public PartitionKeyRangesHandler(Directory directory) {
    this.directory = requireNonNull(directory, "directory");
  }

  @Override
  public void handle(Call call) {
    Request request = call.request();
    if (!request.method().equals("GET")) {
      throw CosmosException.methodNotAllowed(request.method());
    }
    Container container = directory.parentContainer(call.path(), request);
    ContainerState state = container.state();
    String etag = etag(state, container.incarnation());
    Response response =
        call.path().isFeed() ? feed(request, state, etag) : one(call.path().lastId(), state, etag);
    call.respond(ParentHeaders.inContainer(response, container).charge(Charges.read(0)));
  }

  /** Changes with every split, and is another one for each container and after a restore. */
  private static String etag(ContainerState state, long incarnation) {
    long version = (long) state.number() << Integer.SIZE | state.ranges().nextId();
    return EtagText.of(incarnation, version);
  }

  private static Response feed(Request request, ContainerState state, String etag) {
    String known = request.header(HttpHeaderNames.IF_NONE_MATCH);
    if (known != null && EtagText.isNamed(known, etag)) {
      return Response.of(304).header(HttpHeaderNames.ETAG, etag);
    }
    BsonArray ranges = new BsonArray();
    for (PartitionKeyRange range : state.ranges().list()) {
      ranges.add(json(range, state, etag));
    }
    BsonDocument feed =
        new BsonDocument("_rid", text(ResourceId.container(state.database(), state.number())))
            .append("PartitionKeyRanges", ranges)
            .append("_count", new BsonInt32(ranges.size()));
    return Response.json(200, Json.bytes(feed))
        .header(HttpHeaderNames.ETAG, etag)
        .header(HeaderNames.ITEM_COUNT, ranges.size());
  }

  private static Response one(String id, ContainerState state, String etag) {
    for (PartitionKeyRange range : state.ranges().list()) {
      if (id.equals(Integer.toString(range.id())) || id.equals(rid(range, state))) {
        return Response.json(200, Json.bytes(json(range, state, etag)))
            .header(HttpHeaderNames.ETAG, etag);
      }
    }
    throw CosmosException.notFound();
  }

  private static String rid(PartitionKeyRange range, ContainerState state) {
    return ResourceId.child(
        state.database(),
        state.number(),
        ResourceType.PARTITION_KEY_RANGE,
        FIRST_NUMBER + range.id());
  }

  private static BsonDocument json(PartitionKeyRange range, ContainerState state, String etag) {
    String rid = rid(range, state);
    BsonArray parents = new BsonArray();
    range.parents().forEach(parent -> parents.add(text(Integer.toString(parent))));
    int count = state.ranges().size();
    return new BsonDocument("_rid", text(rid))
        .append("id", text(Integer.toString(range.id())))
        .append("_etag", text(etag))
        .append("minInclusive", text(range.keys().minHex()))
        .append("maxExclusive", text(range.keys().maxHex()))
        .append("ridPrefix", new BsonInt32(range.id()))
        .append("_self", text(ContainerJson.self(state) + "pkranges/" + rid + "/"))
        .append("throughputFraction", count == 1 ? new BsonInt32(1) : new BsonDouble(1.0 / count))
        .append("status", text("online"))
        .append("parents", parents)
        .append("ownedArchivalPKRangeIds", new BsonArray())
        .append("_ts", new BsonInt64(state.tsSecond()))
        .append("lsn", new BsonInt64(state.ranges().nextId()));
  }

  private static BsonValue text(String value) {
    return new BsonString(value);
  }
}
