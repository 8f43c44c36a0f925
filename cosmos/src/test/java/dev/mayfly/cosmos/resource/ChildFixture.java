package dev.mayfly.cosmos.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.testkit.storage.MemoryStorage;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;

/** A store with a database and two containers, and calls to handlers without a network. */
public abstract class ChildFixture {
  public static final long START = 1_767_225_600L;

  /** Finds the documents whose id the query text is: queries proper are tested elsewhere. */
  protected static final MetadataFeed.Query QUERY =
      (query, documents) -> {
        String id = Json.parse(query).getString("query").getValue();
        return documents.filter(each -> each.getString("id").getValue().equals(id));
      };

  protected final Engine engine =
      Engine.open(
          new MemoryStorage(),
          MovableClock.frozenAt(START),
          EngineOptions.DEFAULT.withoutBackground());
  protected final Directory directory = new Directory(engine);
  protected final ChildStore children = new ChildStore(engine);
  protected final String databaseRid = Directory.rid(engine.createDatabase("d"));
  protected final Container container = container("c");
  protected final String containerRid = Directory.rid(container);
  protected final Container other = container("other");

  private Container container(String name) {
    return engine.createContainer("d", ContainerDefinition.named(name).partitionKey("/pk").build());
  }

  @AfterEach
  void closeEngine() {
    engine.close();
  }

  protected static Request request(String method, String path, String body, String... headers) {
    HttpHeaders all = new DefaultHttpHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.set(headers[i], headers[i + 1]);
    }
    byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    return new Request(method, path, "http", "localhost", all, bytes, "activity");
  }

  protected static Response call(
      Handler handler, String method, String path, String body, String... headers) {
    List<Response> responses = new ArrayList<>();
    Request request = request(method, path, body, headers);
    Exchange exchange = new Exchange(request, responses::add);
    try {
      handler.handle(new Call(exchange, ResourcePath.parse(path), Caller.OWNER));
    } catch (RuntimeException e) {
      exchange.fail(e);
    }
    assertThat(responses).hasSize(1);
    return responses.get(0);
  }

  /** What an answer with that status says. */
  protected static BsonDocument json(int status, Response response) {
    String text = new String(response.body(), StandardCharsets.UTF_8);
    assertThat(response.status()).as(text).isEqualTo(status);
    return Json.parse(response.body());
  }

  /** The message of a refusal. */
  protected static String message(int status, Response response) {
    return json(status, response).getString("message").getValue();
  }

  /** The ids of what a page holds. */
  protected static List<String> ids(Response page, ResourceType type) {
    BsonDocument json = json(200, page);
    List<String> ids =
        json.getArray(type.feedName()).stream()
            .map(BsonValue::asDocument)
            .map(each -> each.getString("id").getValue())
            .toList();
    assertThat(json.getNumber("_count").intValue()).isEqualTo(ids.size());
    assertThat(page.headers().get("x-ms-item-count")).isEqualTo(Integer.toString(ids.size()));
    return ids;
  }
}
