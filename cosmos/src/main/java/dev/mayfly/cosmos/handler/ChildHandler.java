package dev.mayfly.cosmos.handler;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.PageSize;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.resource.ChildParent;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.ChildStore.Child;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.OptimisticUpdate;
import dev.mayfly.cosmos.resource.ResourceName;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.ru.Charges;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * What all resources in a {@link ChildStore} have in common: create, upsert, read, list, query,
 * replace and delete. A subclass says where they belong and what is special about them.
 */
public abstract class ChildHandler implements Handler {
  private static final List<String> SERVER_OWNED =
      List.of("_rid", "_self", "_etag", "_ts", "_attachments");
  private static final int UPSERT_ATTEMPTS_MAX = 10;

  private final ResourceType type;
  private final ChildStore children;
  private final MetadataFeed.Query query;

  protected ChildHandler(ResourceType type, ChildStore children, MetadataFeed.Query query) {
    this.type = requireNonNull(type, "type");
    this.children = requireNonNull(children, "children");
    this.query = requireNonNull(query, "query");
  }

  /** The parent that the call's path goes through. */
  protected abstract ChildParent parent(Call call);

  /**
   * Checks what a client gave, before it is kept, and may change it.
   *
   * @throws CosmosException 400 if it is not valid
   */
  protected abstract void accept(Request request, BsonDocument body);

  /** Makes of what is kept what clients see; id and system properties are there already. */
  protected abstract void present(Call call, ChildParent parent, Child child, BsonDocument json);

  /** Answers a POST to a single resource. */
  protected Response execute(Call call) {
    throw CosmosException.methodNotAllowed(call.request().method());
  }

  @Override
  public final void handle(Call call) {
    call.respond(call.path().isFeed() ? feed(call) : one(call));
  }

  private Response feed(Call call) {
    ChildParent parent = parent(call);
    Request request = call.request();
    Response response =
        switch (request.method()) {
          case "GET" -> list(call, parent);
          case "POST" -> {
            if (request.isQuery()) {
              Stream<BsonDocument> all =
                  children.all(parent.rid(), type).map(child -> json(call, parent, child));
              yield MetadataFeed.query(request, parent.rid(), type, all, query);
            }
            BsonDocument body = body(request);
            yield request.flag(HeaderNames.IS_UPSERT)
                ? upsert(call, parent, body)
                : create(call, parent, body);
          }
          default -> throw CosmosException.methodNotAllowed(request.method());
        };
    return parent.headers().apply(response);
  }

  private Response list(Call call, ChildParent parent) {
    Request request = call.request();
    ChildStore.ChildPage page =
        children.page(parent.rid(), type, MetadataFeed.place(request), PageSize.of(request));
    List<BsonDocument> documents =
        page.children().stream().map(child -> json(call, parent, child)).toList();
    return MetadataFeed.page(parent.rid(), type, documents, page.next());
  }

  private Response create(Call call, ChildParent parent, BsonDocument body) {
    requireRoom(parent);
    Child child = children.create(parent.rid(), type, ResourceName.of(body), body);
    made();
    return response(201, call, parent, child).charge(Charges.create(0, 0));
  }

  private Response upsert(Call call, ChildParent parent, BsonDocument body) {
    String id = ResourceName.of(body);
    for (int attempt = 1; ; attempt++) {
      try {
        if (children.find(parent.rid(), type, id) == null) {
          return create(call, parent, body);
        }
        return replace(call, parent, id, body);
      } catch (EngineException e) {
        // It was created or deleted concurrently.
        boolean raced =
            e.code() == ErrorCode.ALREADY_EXISTS || e.code() == ErrorCode.ITEM_NOT_FOUND;
        if (!raced || attempt == UPSERT_ATTEMPTS_MAX) {
          throw e;
        }
      }
    }
  }

  private Response one(Call call) {
    String method = call.request().method();
    if (method.equals("POST")) {
      return execute(call);
    }
    ChildParent parent = parent(call);
    Response response =
        switch (method) {
          case "GET" -> read(call, parent);
          case "PUT" -> {
            Child child = find(parent, call.path().lastId());
            BsonDocument body = body(call.request());
            if (!isRenamable() && !ResourceName.of(body).equals(child.id())) {
              throw CosmosException.errors(
                  400, 0, "The id in the body must be that of the resource: '" + child.id() + "'.");
            }
            yield replace(call, parent, child.id(), body);
          }
          case "DELETE" -> {
            requireDeletable(call);
            yield delete(call, parent);
          }
          default -> throw CosmosException.methodNotAllowed(method);
        };
    return parent.headers().apply(response);
  }

  /** Whether a replacement may bring another id. */
  protected boolean isRenamable() {
    return false;
  }

  /** Refuses where a parent has as many as it may have. */
  protected void requireRoom(ChildParent parent) {}

  /** Is called when one was made. */
  protected void made() {}

  /** Refuses where resources of the type stay for ever. */
  protected void requireDeletable(Call call) {}

  private Response read(Call call, ChildParent parent) {
    Child child = find(parent, call.path().lastId());
    if (OptimisticUpdate.isKnown(call.request(), child.etag())) {
      return Response.of(304)
          .header(HttpHeaderNames.ETAG, EtagText.of(child.etag()))
          .charge(Charges.read(0));
    }
    return response(200, call, parent, child).charge(Charges.read(0));
  }

  private Response replace(Call call, ChildParent parent, String id, BsonDocument body) {
    Child replaced =
        OptimisticUpdate.change(
            call.request(),
            () -> find(parent, id),
            Child::etag,
            (child, etag) -> replace(parent, child.id(), body, etag));
    return response(200, call, parent, replaced).charge(Charges.replace(0, 0, 0, 0));
  }

  private Child replace(ChildParent parent, String id, BsonDocument body, Etag etag) {
    String name = ResourceName.of(body);
    return name.equals(id)
        ? children.replace(parent.rid(), type, id, body, etag)
        : children.rename(parent.rid(), type, id, name, body, etag);
  }

  private Response delete(Call call, ChildParent parent) {
    OptimisticUpdate.<Child, Void>change(
        call.request(),
        () -> find(parent, call.path().lastId()),
        Child::etag,
        (child, etag) -> {
          children.delete(parent.rid(), type, child.id(), etag);
          return null;
        });
    return Response.of(204).charge(Charges.delete(0, 0));
  }

  /** The child with that name or resource id. */
  private Child find(ChildParent parent, String id) {
    Child child = children.find(parent, type, id);
    if (child == null) {
      throw new EngineException(ErrorCode.ITEM_NOT_FOUND, "There is no '" + id + "'.");
    }
    return child;
  }

  private BsonDocument body(Request request) {
    BsonDocument body = Json.parse(request.body());
    SERVER_OWNED.forEach(body::remove);
    ResourceName.of(body);
    accept(request, body);
    return body;
  }

  private Response response(int status, Call call, ChildParent parent, Child child) {
    return Response.json(status, Json.bytes(json(call, parent, child)))
        .header(HttpHeaderNames.ETAG, EtagText.of(child.etag()));
  }

  private BsonDocument json(Call call, ChildParent parent, Child child) {
    String rid = parent.childRid().apply(child.number());
    BsonDocument json = child.body().clone();
    json.append("_rid", new BsonString(rid))
        .append("_self", new BsonString(parent.self() + type.segment() + "/" + rid + "/"))
        .append("_etag", new BsonString(EtagText.of(child.etag())))
        .append("_ts", new BsonInt64(child.tsSecond()));
    present(call, parent, child, json);
    return json;
  }
}
