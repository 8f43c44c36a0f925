package dev.mayfly.cosmos.account;

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
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.OptimisticUpdate;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.ru.Throughput;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Offers: the throughput of databases and containers. There is one for each that was given
 * throughput; whatever shares its database's, or has no limit, has none.
 */
public final class OfferHandler implements Handler {
  private static final String OWNER_RID = "offerResourceId";

  private final Directory directory;
  private final MetadataFeed.Query query;

  public OfferHandler(Directory directory, MetadataFeed.Query query) {
    this.directory = requireNonNull(directory, "directory");
    this.query = requireNonNull(query, "query");
  }

  @Override
  public void handle(Call call) {
    call.respond(call.path().isFeed() ? feed(call.request()) : one(call));
  }

  private Response feed(Request request) {
    if (request.method().equals("GET")) {
      return MetadataFeed.list(request, "", ResourceType.OFFER, all());
    } else if (request.method().equals("POST") && request.isQuery()) {
      return MetadataFeed.query(request, "", ResourceType.OFFER, all().stream(), query);
    }
    throw CosmosException.methodNotAllowed(request.method());
  }

  private List<BsonDocument> all() {
    return OfferOwner.all(directory).stream()
        .sorted(Comparator.comparing(OfferOwner::offerRid))
        .map(OfferHandler::json)
        .toList();
  }

  private Response one(Call call) {
    return switch (call.request().method()) {
      case "GET" -> response(find(call)).charge(Charges.read(0));
      case "PUT" -> response(replace(call)).charge(Charges.replace(0, 0, 0, 0));
      default -> throw CosmosException.methodNotAllowed(call.request().method());
    };
  }

  private OfferOwner find(Call call) {
    String rid = call.path().lastId();
    return OfferOwner.all(directory).stream()
        .filter(owner -> owner.offerRid().equals(rid))
        .findFirst()
        .orElseThrow(CosmosException::resourceNotFound);
  }

  private OfferOwner replace(Call call) {
    Request request = call.request();
    BsonDocument offer = Json.parse(request.body());
    return OptimisticUpdate.change(
        request,
        () -> find(call),
        OfferOwner::etag,
        (owner, etag) -> {
          BsonValue named = offer.get(OWNER_RID);
          if (named != null && !named.equals(new BsonString(owner.rid()))) {
            throw CosmosException.errors(400, 0, "The offer in the body is that of another owner.");
          }
          return owner.change().to(OfferChange.wanted(request, offer, owner));
        });
  }

  private static Response response(OfferOwner owner) {
    return Response.json(200, Json.bytes(json(owner)))
        .header(HttpHeaderNames.ETAG, EtagText.of(owner.etag()))
        .header(HeaderNames.MIN_THROUGHPUT, owner.minimum())
        .header(HeaderNames.OFFER_REPLACE_PENDING, false);
  }

  private static BsonDocument json(OfferOwner owner) {
    BsonString rid = new BsonString(owner.offerRid());
    return new BsonDocument("offerVersion", new BsonString("V2"))
        .append("resource", new BsonString(owner.self()))
        .append("offerType", new BsonString("Invalid"))
        .append(OWNER_RID, new BsonString(owner.rid()))
        .append("content", content(owner))
        .append("id", rid)
        .append("_rid", rid)
        .append("_self", new BsonString("offers/" + owner.offerRid() + "/"))
        .append("_etag", new BsonString(EtagText.of(owner.etag())))
        .append("_ts", new BsonInt64(owner.tsSecond()));
  }

  private static BsonDocument content(OfferOwner owner) {
    long ruPerSecond = owner.throughput().ruPerSecond();
    boolean autoscale = owner.throughput().kind() == Throughput.Kind.AUTOSCALE;
    BsonDocument content =
        new BsonDocument(
                // Autoscale is shown at rest: at a tenth of its maximum.
                "offerThroughput", new BsonInt64(autoscale ? ruPerSecond / 10 : ruPerSecond))
            .append("offerIsRUPerMinuteThroughputEnabled", BsonBoolean.FALSE)
            .append(
                "offerMinimumThroughputParameters",
                new BsonDocument("maxThroughputEverProvisioned", new BsonInt64(owner.highest()))
                    .append("maxConsumedStorageEverInKB", new BsonInt64(0)));
    if (autoscale) {
      content.append(
          "offerAutopilotSettings", new BsonDocument("maxThroughput", new BsonInt64(ruPerSecond)));
    }
    return content;
  }
}
