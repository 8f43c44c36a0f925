package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.PatchCondition;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.engine.Container;
import dev.mayfly.testkit.suite.EngineFixture;
import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.MemoryStores;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;

/**
 * Requests for items, from their headers and bodies to those of the answers; on an engine in memory
 * whose clock stands still. Containers are partitioned by /pk, and items are of the partition p
 * unless a test says otherwise.
 */
abstract class ItemFixture extends EngineFixture {
  static final String DOCS = "/dbs/d/colls/c/docs";
  static final String[] UPSERT = {"x-ms-documentdb-is-upsert", "true"};
  static final String[] MINIMAL = {"Prefer", "return=minimal"};

  private Handler items;
  private Handler partitionDelete;

  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }

  @BeforeEach
  final void openHandlers() {
    Directory directory = new Directory(engine);
    items =
        new ItemHandler(
            directory,
            call -> call.respond(Response.of(299)),
            text -> PatchCondition.parse(text, engine.clock()::epochMilli)::holds,
            (from, task) -> task.run(),
            (call, container, transaction, items, operation) -> {
              throw CosmosException.badRequest("no triggers here");
            });
    partitionDelete = new PartitionDelete(directory);
  }

  /** Sends a request with just these headers: names and values in turn. */
  final Response send(String method, String path, String body, String... headers) {
    return send(method, path, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  final Response send(String method, String path, byte[] body, String... headers) {
    HttpHeaders all = new DefaultHttpHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.set(headers[i], headers[i + 1]);
    }
    CompletableFuture<Response> answer = new CompletableFuture<>();
    Request request =
        new Request(method, path, "http", "localhost", all, body, Request.activityId(null));
    Exchange exchange = new Exchange(request, answer::complete);
    try {
      ResourcePath resource = ResourcePath.parse(path);
      Handler handler = resource.operation() == null ? items : partitionDelete;
      handler.handle(new Call(exchange, resource, Caller.OWNER));
    } catch (RuntimeException e) {
      exchange.fail(e);
    }
    return answer.orTimeout(20, TimeUnit.SECONDS).join();
  }

  private static String[] withPartition(String... headers) {
    return join(new String[] {"x-ms-documentdb-partitionkey", "[\"p\"]"}, headers);
  }

  static String[] join(String[] first, String... second) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(second));
    return all.toArray(String[]::new);
  }

  static String path(String id) {
    return DOCS + "/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The JSON of an item of the partition p, with more properties as they stand in JSON. */
  static String item(String id, String more) {
    return "{\"id\":\"" + id + "\",\"pk\":\"p\"" + (more.isEmpty() ? "" : "," + more) + "}";
  }

  final Response create(String json, String... headers) {
    return send("POST", DOCS, json, withPartition(headers));
  }

  final Response upsert(String json, String... headers) {
    return create(json, join(UPSERT, headers));
  }

  final Response replace(String id, String json, String... headers) {
    return send("PUT", path(id), json, withPartition(headers));
  }

  final Response patch(String id, String json, String... headers) {
    return send("PATCH", path(id), json, withPartition(headers));
  }

  final Response get(String id, String... headers) {
    return send("GET", path(id), "", withPartition(headers));
  }

  final Response delete(String id, String... headers) {
    return send("DELETE", path(id), "", withPartition(headers));
  }

  /** Creates an item that must not be there, and returns its etag. */
  final String created(String id, String more) {
    Response response = create(item(id, more));
    assertStatus(response, 201);
    return response.headers().get("etag");
  }

  static void assertStatus(Response response, int status) {
    assertThat(response.status()).as(() -> text(response)).isEqualTo(status);
    if (status >= 400) {
      assertThat(json(response).getString("message").getValue()).isNotEmpty();
    } else if (status == 204 || status == 304) {
      assertThat(response.body()).isEmpty();
    }
  }

  /** Asserts a refusal: its status, its sub-status and a part of its message. */
  static void assertRefused(Response response, int status, int subStatus, String part) {
    assertStatus(response, status);
    assertThat(response.headers().get(HeaderNames.SUB_STATUS)).isEqualTo("" + subStatus);
    assertThat(json(response).getString("message").getValue()).contains(part);
  }

  static String text(Response response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  static BsonDocument json(Response response) {
    return Json.parse(response.body());
  }

  static BsonArray array(Response response) {
    return Json.parseValue(response.body()).asArray();
  }

  /** The ids of the documents of a feed's page. */
  static List<String> ids(Response response) {
    List<String> ids = new ArrayList<>();
    json(response)
        .getArray("Documents")
        .forEach(each -> ids.add(each.asDocument().getString("id").getValue()));
    return ids;
  }

  /** A container with fifty items, many that are dead but not purged, and fifty items more. */
  final Container withDeadItems(String name, int dead) {
    Container container = create(named(name).defaultTtl(-1));
    putMany(container, "a", 50);
    putMany(container, "m", dead, "ttl", 1);
    putMany(container, "z", 50);
    clock.advance(1);
    return container;
  }
}
