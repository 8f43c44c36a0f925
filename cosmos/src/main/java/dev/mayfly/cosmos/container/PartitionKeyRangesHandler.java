package dev.mayfly.cosmos.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.Call;
import dev.mayfly.cosmos.Handler;
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
import dev.mayfly.engine.ru.Charges;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The ranges of partition keys, of which there is one. Clients read them as a change feed: they ask
 * again with the etag that they were given until they hear that nothing is new.
 */
public final class PartitionKeyRangesHandler implements Handler {
  private static final String ID = "0";
  private static final long NUMBER = 2;

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
    Response response = call.path().isFeed() ? feed(request, container) : one(call, container);
    call.respond(
        ParentHeaders.inContainer(response, container, container.lastLsn())
            .charge(Charges.read(0)));
  }

  private static Response feed(Request request, Container container) {
    String etag = etag(container);
    String known = request.header(HttpHeaderNames.IF_NONE_MATCH);
    if (known != null && EtagText.isNamed(known, etag)) {
      return Response.of(304).header(HttpHeaderNames.ETAG, etag);
    }
    BsonDocument feed =
        new BsonDocument("_rid", text(Directory.rid(container)))
            .append("PartitionKeyRanges", array(range(container.state(), etag)))
            .append("_count", new BsonInt32(1));
    return Response.json(200, Json.bytes(feed))
        .header(HttpHeaderNames.ETAG, etag)
        .header(HeaderNames.ITEM_COUNT, 1);
  }

  private static Response one(Call call, Container container) {
    ContainerState state = container.state();
    String id = call.path().lastId();
    if (!id.equals(ID) && !id.equals(rid(state))) {
      throw CosmosException.notFound();
    }
    String etag = etag(container);
    return Response.json(200, Json.bytes(range(state, etag))).header(HttpHeaderNames.ETAG, etag);
  }

  /** The ranges never change, so the etag need not either. */
  private static String etag(Container container) {
    return "\"" + container.state().number() + "\"";
  }

  private static String rid(ContainerState state) {
    return ResourceId.child(
        state.database(), state.number(), ResourceType.PARTITION_KEY_RANGE, NUMBER);
  }

  private static BsonDocument range(ContainerState state, String etag) {
    String rid = rid(state);
    return new BsonDocument("_rid", text(rid))
        .append("id", text(ID))
        .append("_etag", text(etag))
        .append("minInclusive", text(""))
        .append("maxExclusive", text("FF"))
        .append("ridPrefix", new BsonInt32(0))
        .append("_self", text(ContainerJson.self(state) + "pkranges/" + rid + "/"))
        .append("throughputFraction", new BsonInt32(1))
        .append("status", text("online"))
        .append("parents", array())
        .append("ownedArchivalPKRangeIds", array())
        .append("_ts", new BsonInt64(state.tsSecond()))
        .append("lsn", new BsonInt64(state.number()));
  }

  private static BsonArray array(BsonValue... values) {
    BsonArray array = new BsonArray();
    for (BsonValue value : values) {
      array.add(value);
    }
    return array;
  }

  private static BsonValue text(String value) {
    return new BsonString(value);
  }
}
