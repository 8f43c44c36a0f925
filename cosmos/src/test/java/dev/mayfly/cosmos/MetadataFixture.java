package dev.mayfly.cosmos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.account.AccountHandler;
import dev.mayfly.cosmos.account.DatabaseHandler;
import dev.mayfly.cosmos.account.OfferHandler;
import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.container.ContainerHandler;
import dev.mayfly.cosmos.container.PartitionKeyRangesHandler;
import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.MetadataQuery;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.Locations;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.testkit.suite.EngineFixture;
import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.MemoryStores;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;

/**
 * Requests for databases, containers and offers, from their headers and bodies to those of the
 * answers, on an engine in memory whose clock stands still. There is a database named d.
 */
public abstract class MetadataFixture extends EngineFixture {
  protected static final String COLLS = "/dbs/d/colls";
  protected static final String C = COLLS + "/c";

  /** The rids whose children were deleted. */
  protected final List<String> childrenDeleted = new ArrayList<>();

  private final Map<ResourceType, Handler> handlers = new EnumMap<>(ResourceType.class);

  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }

  @BeforeEach
  protected final void openHandlers() {
    Directory directory = new Directory(engine);
    handlers.put(ResourceType.ACCOUNT, new AccountHandler(Locations.ONE));
    handlers.put(
        ResourceType.DATABASE,
        new DatabaseHandler(
            directory, new MetadataQuery(System::currentTimeMillis)::query, childrenDeleted::add));
    handlers.put(
        ResourceType.CONTAINER,
        new ContainerHandler(
            directory,
            new MetadataQuery(System::currentTimeMillis)::query,
            childrenDeleted::add,
            call -> call.respond(Response.of(299)),
            0));
    handlers.put(
        ResourceType.OFFER,
        new OfferHandler(directory, new MetadataQuery(System::currentTimeMillis)::query));
    handlers.put(ResourceType.PARTITION_KEY_RANGE, new PartitionKeyRangesHandler(directory));
  }

  /** Sends a request with these headers: names and values in turn. */
  protected final Response send(String method, String path, String body, String... headers) {
    HttpHeaders all = new DefaultHttpHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.set(headers[i], headers[i + 1]);
    }
    CompletableFuture<Response> answer = new CompletableFuture<>();
    Request request =
        new Request(
            method,
            path,
            "http",
            "there:8081",
            all,
            body.getBytes(StandardCharsets.UTF_8),
            Request.activityId(null));
    Exchange exchange = new Exchange(request, answer::complete);
    try {
      ResourcePath resource = ResourcePath.parse(path);
      handlers.get(resource.type()).handle(new Call(exchange, resource, Caller.OWNER));
    } catch (RuntimeException e) {
      exchange.fail(e);
    }
    return answer.getNow(null);
  }

  protected final BsonDocument get(String path, String... headers) {
    Response response = send("GET", path, "", headers);
    assertStatus(200, response);
    return json(response);
  }

  /** The JSON of a container c partitioned by /pk, with more properties as they stand in JSON. */
  protected static String c(String more) {
    return "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}"
        + (more.isEmpty() ? "" : ",")
        + more
        + "}";
  }

  protected final Response createContainer(String json, String... headers) {
    return send("POST", COLLS, json, headers);
  }

  /** Makes the container c with more properties. */
  protected final BsonDocument created(String more, String... headers) {
    Response response = createContainer(c(more), headers);
    assertStatus(201, response);
    return json(response);
  }

  protected final Response replaceContainer(String json, String... headers) {
    return send("PUT", C, json, headers);
  }

  /** Replaces the container c by one with more properties. */
  protected final BsonDocument replaced(String more, String... headers) {
    Response response = replaceContainer(c(more), headers);
    assertStatus(200, response);
    return json(response);
  }

  protected static BsonDocument json(Response response) {
    return Json.parse(response.body());
  }

  protected static String header(Response response, CharSequence name) {
    return response.headers().get(name);
  }

  protected static void assertStatus(int status, Response response) {
    assertThat(response.status())
        .as(() -> new String(response.body(), StandardCharsets.UTF_8))
        .isEqualTo(status);
    if (status == 204 || status == 304) {
      assertThat(response.body()).isEmpty();
    }
  }

  /** Asserts a refusal whose text stands alone in the list of errors. */
  protected static void assertErrors(int status, int subStatus, String text, Response response) {
    assertRefused(status, subStatus, response);
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    assertThat(message(response)).startsWith("Message: {\"Errors\":[\"" + escaped + "\"]}\r\n");
  }

  /** Asserts a refusal with 400 whose message holds a text. */
  protected static void assertBad(String part, Response response) {
    assertRefused(400, 0, response);
    assertThat(message(response)).contains(part);
  }

  private static void assertRefused(int status, int subStatus, Response response) {
    assertStatus(status, response);
    assertThat(header(response, HeaderNames.SUB_STATUS)).isEqualTo(Integer.toString(subStatus));
  }

  protected static String message(Response response) {
    return json(response).getString("message").getValue();
  }

  protected static BsonValue parse(String json) {
    return Json.parseValue(json);
  }
}
