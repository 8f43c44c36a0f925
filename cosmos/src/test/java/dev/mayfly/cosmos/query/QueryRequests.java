package dev.mayfly.cosmos.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.compile.UserFunctions;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.testkit.suite.EngineFixture;
import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.MemoryStores;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;

/** Sends queries to a handler over a container with six items, as clients do. */
abstract class QueryRequests extends EngineFixture {
  static final String[] EVERYWHERE = {"x-ms-documentdb-query-enablecrosspartition", "True"};
  static final String[] IN_P = {"x-ms-documentdb-partitionkey", "[\"p\"]"};
  static final String[] ONLY_RANGE = {"x-ms-documentdb-partitionkeyrangeid", "0"};

  QueryHandler handler;
  Executor workers = Runnable::run;
  Container container;

  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }

  @BeforeEach
  void fill() {
    handler = handler();
    container = create(named("c").partitionKey("/pk").defaultTtl(-1));
    for (int i = 0; i < 6; i++) {
      item("{\"id\":\"" + i + "\",\"pk\":\"" + (i < 4 ? "p" : "q") + "\",\"n\":" + i + "}");
    }
  }

  private QueryHandler handler() {
    return new QueryHandler(
        new Directory(engine),
        container -> StoredItem.of(container)::document,
        (from, task) -> workers.execute(task),
        MemoryPool.ofHeap(),
        container -> UserFunctions.NONE,
        null);
  }

  /** Closes the engine and opens what it left, with a handler that knows of no query. */
  final void restart() {
    reopen();
    handler = handler();
    container = again(container);
  }

  void item(String json) {
    BsonDocument document = Json.parse(json.getBytes(StandardCharsets.UTF_8));
    byte[] body = BsonBytes.encode(document);
    container.upsert(
        new ItemKey(
            PartitionKey.fromBody(container.definition().partitionKey(), body),
            ItemId.of(document.getString("id").getValue())),
        body);
  }

  Response send(String body, String... headers) {
    HttpHeaders all = new DefaultHttpHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.set(headers[i], headers[i + 1]);
    }
    CompletableFuture<Response> answer = new CompletableFuture<>();
    String path = "/dbs/d/colls/" + container.name() + "/docs";
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    Exchange exchange =
        new Exchange(
            new Request("POST", path, "http", "localhost", all, bytes, Request.activityId(null)),
            answer::complete);
    try {
      handler.handle(new Call(exchange, ResourcePath.parse(path), Caller.OWNER));
    } catch (RuntimeException e) {
      exchange.fail(e);
    }
    return answer.join();
  }

  /** A body of this text and parameters, which are names and JSON values in turn. */
  static String spec(String query, String... parameters) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < parameters.length; i += 2) {
      all.add("{\"name\":\"" + parameters[i] + "\",\"value\":" + parameters[i + 1] + "}");
    }
    String text = query.replace("\\", "\\\\").replace("\"", "\\\"");
    return "{\"query\":\"" + text + "\",\"parameters\":[" + String.join(",", all) + "]}";
  }

  static BsonDocument json(Response response) {
    return Json.parse(response.body());
  }

  static String message(Response response) {
    return json(response).getString("message").getValue();
  }

  static List<String> ids(Response response) {
    assertThat(response.status())
        .as(() -> new String(response.body(), StandardCharsets.UTF_8))
        .isEqualTo(200);
    return json(response).getArray("Documents").stream()
        .map(each -> each.asDocument().getString("id").getValue())
        .sorted()
        .toList();
  }

  static String[] join(String[] first, String... second) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(second));
    return all.toArray(String[]::new);
  }
}
