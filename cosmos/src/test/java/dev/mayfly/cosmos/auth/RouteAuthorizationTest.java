package dev.mayfly.cosmos.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.direct.FrameBuilder;
import dev.mayfly.cosmos.direct.FrameClient;
import dev.mayfly.cosmos.http.RawClient;
import dev.mayfly.cosmos.http.RawClient.Answer;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.TrustingContext;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.testkit.storage.MemoryStorage;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Calls every route over HTTP, and in direct mode where it has a frame, without credentials, with
 * wrong ones, with each kind of key and with resource tokens of all kinds of scopes, and compares
 * with routes.txt, which is written by hand; and looks for routes that the file and the server's
 * own table do not know.
 */
class RouteAuthorizationTest {
  private static final String FULL = "bWF5Zmx5IGtleSBmb3IgZXZlcnl0aGluZw==";
  private static final String READ_ONLY = "bWF5Zmx5IGtleSBmb3IgcmVhZGluZyBvbmx5";
  private static final String UNKNOWN = "bWF5Zmx5IGtleSB0aGF0IG5vYm9keSBrbm93cw==";
  private static final String C = "dbs/d/colls/c";
  private static final List<String> IN_CONTAINER =
      List.of("docs", "sprocs", "triggers", "udfs", "conflicts", "pkranges");

  private static Engine engine;
  private static CosmosServer server;
  private static RawClient client;
  private static FrameClient direct;
  private static String offer;

  /** A route, and who may use it. */
  private record Route(String type, String shape, String call, boolean readOnlyKey, String token) {
    static Route parse(String line) {
      String[] parts = line.split(" \\| ");
      return new Route(parts[0], parts[1], parts[2], parts[3].equals("yes"), parts[4]);
    }

    String method() {
      return call.split(" ")[0];
    }

    String name() {
      return type + " " + shape + " " + call;
    }

    private String parent() {
      if (IN_CONTAINER.contains(type)) {
        return C;
      }
      return switch (type) {
        case "colls", "users", "clientencryptionkeys" -> "dbs/d";
        case "permissions" -> "dbs/d/users/u";
        default -> "";
      };
    }

    String path() {
      String feed = parent().isEmpty() ? type : parent() + "/" + type;
      return switch (shape) {
        case "feed" -> "/" + feed;
        case "operation" -> "/" + C + "/operations/partitionkeydelete";
        default -> type.equals("account") ? "/" : "/" + feed + "/" + id();
      };
    }

    private String id() {
      return switch (type) {
        case "dbs" -> "d";
        case "colls" -> "c";
        case "users" -> "u";
        case "offers" -> offer;
        default -> "one";
      };
    }

    /** The path with what it needs to say more. */
    String target() {
      return type.equals("addresses")
          ? path() + "?$resolveFor=dbs%2Fd%2Fcolls%2Fc%2Fdocs&$partitionKeyRangeIds=0"
          : path();
    }

    String signedType() {
      return type.equals("account") ? "" : type.equals("addresses") ? "docs" : type;
    }

    String link() {
      if (type.equals("account")) {
        return "";
      }
      if (type.equals("addresses")) {
        return C;
      }
      if (type.equals("offers")) {
        return shape.equals("feed") ? "" : offer.toLowerCase();
      }
      return switch (shape) {
        case "feed" -> parent();
        case "operation" -> C;
        default -> path().substring(1);
      };
    }

    HttpHeaders headers() {
      HttpHeaders headers = new DefaultHttpHeaders();
      headers.set("x-ms-version", "2020-07-15");
      headers.set("x-ms-documentdb-partitionkey", "[\"a\"]");
      switch (call) {
        case "POST query" -> {
          headers.set("x-ms-documentdb-isquery", "true");
          headers.set("content-type", "application/query+json");
        }
        case "POST plan" -> headers.set("x-ms-cosmos-is-query-plan-request", "true");
        case "POST upsert" -> headers.set("x-ms-documentdb-is-upsert", "true");
        case "POST batch" -> {
          headers.set("x-ms-cosmos-is-batch-request", "true");
          headers.set("x-ms-cosmos-batch-atomic", "true");
        }
        case "POST bulk" -> headers.set("x-ms-cosmos-is-batch-request", "true");
        default -> {
          // Plain calls need none.
        }
      }
      return headers;
    }

    /** Nothing that a call would do: what may be done is answered before it is looked at. */
    String body() {
      return method().equals("GET") || method().equals("DELETE") || method().equals("HEAD")
          ? ""
          : "[]";
    }
  }

  private static List<Route> routes() throws IOException {
    try (InputStream in = RouteAuthorizationTest.class.getResourceAsStream("routes.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(Route::parse)
          .toList();
    }
  }

  @BeforeAll
  static void start() throws Exception {
    engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.fromWallClock(),
            EngineOptions.DEFAULT.withoutBackground());
    server =
        CosmosServer.start(
            engine,
            CosmosOptions.defaults().withKeys(new AccountKeys(FULL, null, READ_ONLY, null)));
    client = RawClient.plain(server.port());
    direct =
        FrameClient.open(
            server.directPort().getAsInt(),
            TrustingContext.of(server.certificate().identity().join().certificatePem()));
    make("dbs", "feed", "{\"id\":\"d\"}");
    String key = "\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}";
    make("colls", "feed", "{\"id\":\"c\"," + key + "}", "x-ms-offer-throughput", "400");
    make("colls", "feed", "{\"id\":\"other\"," + key + "}");
    make("users", "feed", "{\"id\":\"u\"}");
    make("docs", "feed", "{\"id\":\"one\",\"pk\":\"a\"}");
    Answer offers = send(new Route("offers", "feed", "GET", true, "none"), FULL, "");
    offer =
        BsonDocument.parse(offers.body())
            .getArray("Offers")
            .get(0)
            .asDocument()
            .getString("id")
            .getValue();
  }

  @AfterAll
  static void stop() throws IOException {
    client.close();
    direct.close();
    server.close();
    engine.close();
  }

  private static BsonDocument make(String type, String shape, String body, String... headers)
      throws IOException {
    Answer made = send(new Route(type, shape, "POST", false, "none"), FULL, body, headers);
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return BsonDocument.parse(made.body());
  }

  private static String token(String id, String mode, String resource, String key)
      throws IOException {
    String partition = key == null ? "" : ",\"resourcePartitionKey\":[\"" + key + "\"]";
    String body =
        "{\"id\":\"%s\",\"permissionMode\":\"%s\",\"resource\":\"%s\"%s}"
            .formatted(id, mode, resource, partition);
    return make("permissions", "feed", body).getString("_token").getValue();
  }

  /** Signs with an account key. */
  private static Answer send(Route route, String key, String body, String... headers)
      throws IOException {
    return answer(signed(route, key, headers), body);
  }

  private static Request signed(Route route, String key, String... headers) {
    SigningClient signing = new SigningClient(key, System.currentTimeMillis() / 1000);
    Request request =
        signing.request(route.method(), route.target(), route.signedType(), route.link(), headers);
    route.headers().forEach(each -> request.headers().set(each.getKey(), each.getValue()));
    return request;
  }

  private static Request withToken(Route route, String token) {
    HttpHeaders headers = route.headers();
    if (token != null) {
      headers.set("authorization", SigningClient.encoded(token));
    }
    return SigningClient.unsigned(route.method(), route.target(), headers);
  }

  private static Answer answer(Request request, String body) throws IOException {
    client.send(SigningClient.text(request, "localhost", body));
    return request.method().equals("HEAD") ? client.readHead() : client.read();
  }

  @Test
  void eachCredentialOpensWhatTheTableSays() throws IOException {
    Map<String, String> tokens = new LinkedHashMap<>();
    tokens.put("other All", token("t1", "All", "dbs/d/colls/other", null));
    tokens.put("container Read", token("t2", "Read", C, null));
    tokens.put("container All", token("t3", "All", C, null));
    tokens.put("resource Read", token("t4", "Read", C + "/docs/one", null));
    tokens.put("resource All", token("t5", "All", C + "/docs/one", null));
    tokens.put("partition All", token("t6", "All", C, "a"));
    tokens.put("foreign partition All", token("t7", "All", C, "b"));
    List<String> wrong = new ArrayList<>();
    for (Route route : routes()) {
      boolean destroys =
          route.method().equals("DELETE") && Set.of("dbs", "colls", "users").contains(route.type());
      check(wrong, route, "nothing", 401, withToken(route, null));
      check(wrong, route, "an unknown key", 401, signed(route, UNKNOWN));
      check(
          wrong,
          route,
          "a forged token",
          401,
          withToken(route, forged(tokens.get("container All"))));
      if (!destroys) {
        check(wrong, route, "the full key", 0, signed(route, FULL));
      }
      int readOnly = route.readOnlyKey() ? 0 : 403;
      check(wrong, route, "the read-only key", readOnly, signed(route, READ_ONLY));
      for (Map.Entry<String, String> token : tokens.entrySet()) {
        int expected = isEnough(route, token.getKey()) ? 0 : 403;
        check(wrong, route, token.getKey(), expected, withToken(route, token.getValue()));
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** What a token of this test is for, independent of the server's own code. */
  private static boolean isEnough(Route route, String token) {
    boolean inContainer = !token.startsWith("other");
    boolean mayWrite = token.endsWith("All");
    boolean whole = token.startsWith("container");
    boolean item = route.type().equals("docs");
    boolean granted =
        whole
            || item && route.shape().equals("one") && token.startsWith("resource")
            || item && token.startsWith("partition") && !route.call().equals("POST bulk")
            || item && token.startsWith("foreign") && route.call().equals("POST plan");
    return switch (route.token()) {
      case "none" -> false;
      case "any" -> true;
      case "inside" -> inContainer;
      case "read" -> granted;
      case "all" -> granted && mayWrite;
      default -> throw new AssertionError(route);
    };
  }

  private static String forged(String token) {
    int at = token.indexOf("sig=") + 4;
    char other = token.charAt(at) == 'A' ? 'B' : 'A';
    return token.substring(0, at) + other + token.substring(at + 1);
  }

  /**
   * @param expected the status of the refusal; 0 if it must be let through
   */
  private static void check(
      List<String> wrong, Route route, String who, int expected, Request request)
      throws IOException {
    Answer answer = answer(request, route.body());
    check(wrong, route, who, expected, answer.status(), answer.body());
    FrameBuilder frame =
        RouteFrame.of(route.type(), route.shape(), route.call(), request, route.body());
    if (frame != null) {
      FrameClient.Answer framed = direct.exchange(frame);
      String how = who + " in direct mode";
      check(wrong, route, how, expected, framed.status(), framed.body());
    }
  }

  private static void check(
      List<String> wrong, Route route, String who, int expected, int status, String body) {
    int refused = status == 401 || status == 403 ? status : 0;
    if (refused != expected || expected == 0 && status == 405) {
      wrong.add(route.name() + " with " + who + ": " + status + " " + body);
    }
  }

  @Test
  void everyRouteHasALine() throws IOException {
    Set<String> known = new TreeSet<>();
    Set<String> table = new TreeSet<>();
    for (Route route : routes()) {
      known.add(route.name());
    }
    RouteAccess.table()
        .forEach(
            (type, lines) -> lines.keySet().forEach(operation -> table.add(name(type, operation))));
    assertThat(table).as("the server's own table").isEqualTo(known);

    Set<String> there = new TreeSet<>();
    for (ResourceType type : ResourceType.values()) {
      String segment = type == ResourceType.ACCOUNT ? "account" : type.segment();
      for (String shape : List.of("feed", "one", "operation")) {
        for (String call :
            List.of(
                "GET",
                "HEAD",
                "POST",
                "POST query",
                "POST plan",
                "POST upsert",
                "POST batch",
                "POST bulk",
                "PUT",
                "PATCH",
                "DELETE")) {
          Route route = new Route(segment, shape, call, false, "none");
          boolean exists =
              shape.equals("operation")
                  ? type == ResourceType.CONTAINER
                  : type != ResourceType.ACCOUNT || shape.equals("one");
          boolean flagged = call.contains(" ") && shape.equals("one");
          boolean destroys = call.equals("DELETE") && known.contains(route.name());
          if (!exists || flagged || destroys) {
            continue;
          }
          Answer answer = send(route, FULL, route.body());
          if (answer.status() != 405 && answer.status() < 500) {
            Request asked = SigningClient.unsigned(route.method(), route.path(), route.headers());
            there.add(
                name(type, Operation.of(asked, ResourcePath.parse(route.path())))
                    + " ("
                    + route.name()
                    + ")");
          }
        }
      }
    }
    there.removeIf(name -> known.contains(name.substring(0, name.indexOf(" ("))));
    assertThat(there).as("routes that are answered and have no line").isEmpty();
  }

  private static String name(ResourceType type, Operation operation) {
    String segment = type == ResourceType.ACCOUNT ? "account" : type.segment();
    String call =
        switch (operation) {
          case READ -> "one GET";
          case LIST -> "feed GET";
          case QUERY -> "feed POST query";
          case QUERY_PLAN -> "feed POST plan";
          case CREATE -> "feed POST";
          case UPSERT -> "feed POST upsert";
          case BATCH -> "feed POST batch";
          case BULK -> "feed POST bulk";
          case REPLACE -> "one PUT";
          case PATCH -> "one PATCH";
          case DELETE -> "one DELETE";
          case EXECUTE -> "one POST";
          case DELETE_PARTITION -> "operation POST";
          case OTHER -> "other";
        };
    return segment + " " + call;
  }
}
