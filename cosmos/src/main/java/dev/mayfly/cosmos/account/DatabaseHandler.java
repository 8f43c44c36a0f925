package dev.mayfly.cosmos.account;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.EtagText;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.OptimisticUpdate;
import dev.mayfly.cosmos.resource.ResourceName;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.ru.Throughput;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Databases: create, read, list, query, delete. */
public final class DatabaseHandler implements Handler {
  private final Directory directory;
  private final MetadataFeed.Query query;
  private final Consumer<String> deleteChildren;

  /**
   * Serves the databases of a directory.
   *
   * @param deleteChildren deletes what else is kept for a database or container, by its rid
   */
  public DatabaseHandler(
      Directory directory, MetadataFeed.Query query, Consumer<String> deleteChildren) {
    this.directory = requireNonNull(directory, "directory");
    this.query = requireNonNull(query, "query");
    this.deleteChildren = requireNonNull(deleteChildren, "deleteChildren");
  }

  @Override
  public void handle(Call call) {
    call.respond(call.path().isFeed() ? feed(call.request()) : one(call));
  }

  private Response feed(Request request) {
    return switch (request.method()) {
      case "GET" -> MetadataFeed.list(request, "", ResourceType.DATABASE, all());
      case "POST" ->
          request.isQuery()
              ? MetadataFeed.query(request, "", ResourceType.DATABASE, all().stream(), query)
              : create(request);
      default -> throw CosmosException.methodNotAllowed(request.method());
    };
  }

  private List<BsonDocument> all() {
    return directory.databases().stream().map(this::json).toList();
  }

  private Response create(Request request) {
    String name = ResourceName.of(Json.parse(request.body()));
    Throughput throughput = ThroughputHeaders.read(request);
    Database created =
        engine()
            .createDatabase(
                name,
                throughput == null ? Throughput.NONE : throughput,
                HighestThroughput.raised(new BsonDocument(), throughput));
    return response(201, created).charge(Charges.create(0, 0));
  }

  private Response one(Call call) {
    return switch (call.request().method()) {
      case "GET" -> read(call);
      case "DELETE" -> delete(call);
      default -> throw CosmosException.methodNotAllowed(call.request().method());
    };
  }

  private Response read(Call call) {
    Database database = directory.database(call.path());
    if (OptimisticUpdate.isKnown(call.request(), engine().etag(database))) {
      return Response.of(304)
          .header(HttpHeaderNames.ETAG, EtagText.of(engine().etag(database)))
          .charge(Charges.read(0));
    }
    return response(200, database).charge(Charges.read(0));
  }

  private Response delete(Call call) {
    List<String> rids =
        OptimisticUpdate.change(
            call.request(),
            () -> directory.database(call.path()),
            engine()::etag,
            (database, etag) -> {
              List<String> ofContainers = new ArrayList<>();
              engine()
                  .containers(database.name())
                  .forEach(container -> ofContainers.add(Directory.rid(container)));
              engine().deleteDatabase(database.name(), etag);
              ofContainers.add(Directory.rid(database));
              return ofContainers;
            });
    // Rids are never reused, so rows that a failure leaves here are unreachable.
    rids.forEach(deleteChildren);
    return Response.of(204).charge(Charges.delete(0, 0));
  }

  private Response response(int status, Database database) {
    return Response.json(status, Json.bytes(json(database)))
        .header(HttpHeaderNames.ETAG, EtagText.of(engine().etag(database)));
  }

  private BsonDocument json(Database database) {
    String rid = Directory.rid(database);
    return new BsonDocument("id", new BsonString(database.name()))
        .append("_rid", new BsonString(rid))
        .append("_self", new BsonString("dbs/" + rid + "/"))
        .append("_etag", new BsonString(EtagText.of(engine().etag(database))))
        .append("_colls", new BsonString("colls/"))
        .append("_users", new BsonString("users/"))
        .append("_ts", new BsonInt64(database.tsSecond()));
  }

  private Engine engine() {
    return directory.engine();
  }
}
