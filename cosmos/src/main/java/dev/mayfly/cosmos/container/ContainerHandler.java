package dev.mayfly.cosmos.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.account.HighestThroughput;
import dev.mayfly.cosmos.account.ThroughputHeaders;
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
import dev.mayfly.cosmos.resource.ParentHeaders;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.ru.Throughput;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** Containers: create, read, replace, delete, list, query. */
public final class ContainerHandler implements Handler {
  private static final int INDEX_COMPLETE = 100;

  /** What is still being built is not complete, however little is left. */
  private static final int INDEX_NEARLY = 99;

  private final Directory directory;
  private final MetadataFeed.Query query;
  private final Consumer<String> deleteChildren;
  private final Handler operations;
  private final long defaultThroughput;

  /**
   * Serves the containers of a directory.
   *
   * @param deleteChildren deletes what else is kept for a container, by its rid
   * @param operations serves paths that end in operations/ and a name
   * @param defaultThroughput in RU/s, of a container without throughput in a database without; 0 =
   *     no limit
   */
  public ContainerHandler(
      Directory directory,
      MetadataFeed.Query query,
      Consumer<String> deleteChildren,
      Handler operations,
      long defaultThroughput) {
    this.directory = requireNonNull(directory, "directory");
    this.query = requireNonNull(query, "query");
    this.deleteChildren = requireNonNull(deleteChildren, "deleteChildren");
    this.operations = requireNonNull(operations, "operations");
    this.defaultThroughput = defaultThroughput;
  }

  @Override
  public void handle(Call call) {
    if (call.path().operation() != null) {
      operations.handle(call);
    } else {
      call.respond(call.path().isFeed() ? feed(call) : one(call));
    }
  }

  private Response feed(Call call) {
    Request request = call.request();
    Database database = directory.parentDatabase(call.path());
    Response response =
        switch (request.method()) {
          case "GET" ->
              MetadataFeed.list(
                  request, Directory.rid(database), ResourceType.CONTAINER, all(database));
          case "POST" ->
              request.isQuery()
                  ? MetadataFeed.query(
                      request,
                      Directory.rid(database),
                      ResourceType.CONTAINER,
                      all(database).stream(),
                      query)
                  : create(request, database);
          default -> throw CosmosException.methodNotAllowed(request.method());
        };
    return ParentHeaders.inDatabase(response, database);
  }

  private List<BsonDocument> all(Database database) {
    return directory.containers(database).stream()
        .map(container -> ContainerJson.write(container.state(), etag(container)))
        .toList();
  }

  private Response create(Request request, Database database) {
    ContainerDefinition definition = ContainerJson.create(request.body());
    Throughput wanted = throughput(request, database);
    Container created =
        engine()
            .createContainer(
                database.name(),
                definition.toBuilder()
                    .throughput(wanted)
                    .opaque(HighestThroughput.raised(definition.opaque(), wanted))
                    .build());
    return response(201, created).charge(Charges.create(0, 0));
  }

  private Throughput throughput(Request request, Database database) {
    Throughput wanted = ThroughputHeaders.read(request);
    if (wanted != null) {
      return wanted;
    } else if (database.throughput().isLimited()) {
      return Throughput.SHARED;
    }
    return defaultThroughput == 0 ? Throughput.NONE : Throughput.manual(defaultThroughput);
  }

  private Response one(Call call) {
    Database database = directory.parentDatabase(call.path());
    Response response =
        switch (call.request().method()) {
          case "GET" -> read(call);
          case "PUT" -> replace(call);
          case "DELETE" -> delete(call);
          default -> throw CosmosException.methodNotAllowed(call.request().method());
        };
    return ParentHeaders.inDatabase(response, database);
  }

  private Response read(Call call) {
    Container container = directory.container(call.path());
    Etag etag = etag(container);
    Response response =
        OptimisticUpdate.isKnown(call.request(), etag)
            ? Response.of(304).header(HttpHeaderNames.ETAG, EtagText.of(etag))
            : response(200, container);
    if (call.request().flag(HeaderNames.POPULATE_QUOTA)) {
      Quota.write(container, response);
    }
    return response
        .header(HeaderNames.INDEX_PROGRESS, indexProgress(container))
        .header(HeaderNames.LSN, container.lastLsn())
        .charge(Charges.read(0));
  }

  private Response replace(Call call) {
    Request request = call.request();
    Container replaced =
        OptimisticUpdate.change(
            request,
            () -> directory.container(call.path()),
            this::etag,
            (container, etag) -> {
              ContainerDefinition next =
                  ContainerJson.replace(request.body(), container.definition());
              return request.flag(HeaderNames.FORCE)
                  ? engine().forceReplaceContainer(container.database(), next, etag)
                  : engine().replaceContainer(container.database(), next, etag);
            });
    return response(200, replaced)
        .header(HeaderNames.INDEX_PROGRESS, indexProgress(replaced))
        .charge(Charges.replace(0, 0, 0, 0));
  }

  /**
   * The hundredths of the items that the slowest build of an index of the policy has read, those of
   * vectors included.
   */
  private static int indexProgress(Container container) {
    int progress = INDEX_COMPLETE;
    for (BuildProgress build : container.builds()) {
      boolean named =
          build.kind() == BuildProgress.Kind.VECTORS
              || container.definition().pathIndexes().stream()
                  .anyMatch(index -> index.name().equals(build.name()));
      if (named) {
        long part = build.seenItems() * INDEX_COMPLETE / Math.max(1, build.items());
        progress = (int) Math.min(progress, Math.min(INDEX_NEARLY, part));
      }
    }
    return progress;
  }

  private Response delete(Call call) {
    String rid =
        OptimisticUpdate.change(
            call.request(),
            () -> directory.container(call.path()),
            this::etag,
            (container, etag) -> {
              engine().deleteContainer(container.database(), container.name(), etag);
              return Directory.rid(container);
            });
    // The rid is never reused, so rows that a failure leaves here are unreachable.
    deleteChildren.accept(rid);
    return Response.of(204).charge(Charges.delete(0, 0));
  }

  private Response response(int status, Container container) {
    // One state for body and etag: another request may be changing it.
    ContainerState state = container.state();
    Etag etag = engine().etag(state);
    return Response.json(status, Json.bytes(ContainerJson.write(state, etag)))
        .header(HttpHeaderNames.ETAG, EtagText.of(etag));
  }

  private Etag etag(Container container) {
    return engine().etag(container.state());
  }

  private Engine engine() {
    return directory.engine();
  }
}
