package dev.mayfly.bench.conformance;

import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.container.ContainerHandler;
import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.item.ItemHandler;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.MetadataQuery;
import dev.mayfly.cosmos.query.PatchCondition;
import dev.mayfly.cosmos.query.QueryHandler;
import dev.mayfly.cosmos.query.compile.UserFunctions;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The handlers of the Cosmos endpoint on an engine of their own, without a network between. */
final class Endpoint implements AutoCloseable {
  private static final String DATABASE = "conformance";
  private static final String VECTORS =
      "{\"vectorEmbeddings\":[{\"path\":\"/embedding\",\"dataType\":\"float32\","
          + "\"dimensions\":8,\"distanceFunction\":\"euclidean\"}]}";
  private static final String CONTAINERS = "/dbs/" + DATABASE + "/colls";
  private static final int PAGES_MAX = 1000;

  private final Engine engine;
  private final Handler containers;
  private final Handler items;
  private int made;

  private Endpoint(Engine engine) {
    this.engine = engine;
    Directory directory = new Directory(engine);
    LongSupplier clock = engine.clock()::epochMilli;
    containers =
        new ContainerHandler(
            directory,
            new MetadataQuery(clock)::query,
            rid -> {},
            call -> call.respond(Response.of(404)),
            0);
    items =
        new ItemHandler(
            directory,
            new QueryHandler(
                directory,
                container -> StoredItem.of(container)::document,
                (from, task) -> task.run(),
                MemoryPool.ofHeap(),
                container -> UserFunctions.NONE,
                null),
            text -> PatchCondition.parse(text, clock)::holds,
            (from, task) -> task.run(),
            (call, container, transaction, written, operation) -> {
              throw CosmosException.badRequest("no triggers here");
            });
    engine.createDatabase(DATABASE);
  }

  static Endpoint open(Path directory, TtlClock clock) {
    return new Endpoint(
        Engine.open(
            RocksDbStorage.open(directory, RocksDbOptions.defaults()),
            clock,
            EngineOptions.DEFAULT));
  }

  /** Creates a container and returns its name. */
  String container(List<String> partitionKeyPaths, BsonArray compositeIndexes) {
    String name = "c" + ++made;
    BsonArray paths = new BsonArray();
    partitionKeyPaths.forEach(path -> paths.add(new BsonString(path)));
    BsonDocument body = new BsonDocument("id", new BsonString(name));
    body.append(
        "partitionKey",
        Json.parse(
                ("{\"version\":2,\"kind\":\"" + (paths.size() > 1 ? "MultiHash" : "Hash") + "\"}")
                    .getBytes(StandardCharsets.UTF_8))
            .append("paths", paths));
    // That of the containers for which plans of vector searches were recorded.
    body.append("vectorEmbeddingPolicy", Json.parse(VECTORS.getBytes(StandardCharsets.UTF_8)));
    if (!compositeIndexes.isEmpty()) {
      body.append("indexingPolicy", new BsonDocument("compositeIndexes", compositeIndexes));
    }
    require(201, send(containers, CONTAINERS, body));
    return name;
  }

  Container engineContainer(String name) {
    return engine.container(DATABASE, name);
  }

  void delete(String container) {
    engine.deleteContainer(DATABASE, container);
  }

  void add(String container, BsonDocument item, String partitionKey) {
    require(201, send(items, docs(container), item, "x-ms-documentdb-partitionkey", partitionKey));
  }

  /** All results of a query. */
  List<BsonValue> query(String container, BsonDocument body) {
    List<BsonValue> results = new ArrayList<>();
    String token = "";
    for (int page = 0; page < PAGES_MAX; page++) {
      Response response =
          send(
              items,
              docs(container),
              body,
              "x-ms-documentdb-isquery",
              "True",
              "x-ms-documentdb-query-enablecrosspartition",
              "True",
              "x-ms-continuation",
              token);
      require(200, response);
      results.addAll(Json.parse(response.body()).getArray("Documents"));
      token = response.headers().get("x-ms-continuation");
      if (token == null) {
        return results;
      }
    }
    throw new IllegalStateException("no end after " + PAGES_MAX + " pages");
  }

  /** The plan of a query, or the answer that refuses one. */
  Response plan(String container, BsonDocument body) {
    return send(items, docs(container), body, "x-ms-cosmos-is-query-plan-request", "True");
  }

  private static String docs(String container) {
    return CONTAINERS + "/" + container + "/docs";
  }

  private static void require(int status, Response response) {
    if (response.status() != status) {
      throw new IllegalStateException(
          response.status() + " " + new String(response.body(), StandardCharsets.UTF_8));
    }
  }

  private static Response send(Handler handler, String path, BsonDocument body, String... headers) {
    HttpHeaders all = new DefaultHttpHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.set(headers[i], headers[i + 1]);
    }
    byte[] json = Json.bytes(body);
    CompletableFuture<Response> answer = new CompletableFuture<>();
    Exchange exchange =
        new Exchange(
            new Request("POST", path, "http", "localhost", all, json, Request.activityId(null)),
            answer::complete);
    try {
      ResourcePath resource = ResourcePath.parse(path);
      if (resource.type() != ResourceType.ITEM && resource.type() != ResourceType.CONTAINER) {
        throw new IllegalArgumentException(path);
      }
      handler.handle(new Call(exchange, resource, Caller.OWNER));
    } catch (RuntimeException e) {
      exchange.fail(e);
    }
    return answer.join();
  }

  @Override
  public void close() {
    engine.close();
  }
}
