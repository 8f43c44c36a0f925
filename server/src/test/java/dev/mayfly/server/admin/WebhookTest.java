package dev.mayfly.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.server.expiry.Webhooks;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rule;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expiry events that are sent to an address (rule F3), to a real receiver over HTTP. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WebhookTest {
  private static final String HOOK = "/containers/shop/carts/webhook";
  private static final String SECRET = "a secret of the receiver";

  private final HttpClient client = HttpClient.newHttpClient();
  private final TestTarget target = new TestTarget();
  private final List<Received> received = new CopyOnWriteArrayList<>();

  @TempDir private Path backups;
  private AdminServer server;
  private HttpServer receiver;
  private volatile int answer = 204;
  private volatile String redirect;
  private Container carts;

  private record Received(String path, String signature, String attempt, String body) {
    List<String> ids() {
      List<String> ids = new ArrayList<>();
      for (BsonValue event : BsonDocument.parse(body).getArray("events")) {
        ids.add(event.asDocument().getString("id").getValue());
      }
      return ids;
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = new AdminServer(0, target.services(backups));
    target.engine().createDatabase("shop");
    carts =
        target
            .engine()
            .createContainer(
                "shop",
                ContainerDefinition.named("carts")
                    .partitionKey("/p")
                    .defaultTtl(100)
                    .expiryEvents(new Retention(1000, 1 << 20))
                    .build());
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", this::receive);
    receiver.start();
  }

  @AfterEach
  void stop() {
    receiver.stop(0);
    target.webhooks.close();
    server.close();
    target.engine().close();
  }

  private void receive(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    received.add(
        new Received(
            exchange.getRequestURI().getPath(),
            exchange.getRequestHeaders().getFirst("X-Mayfly-Signature"),
            exchange.getRequestHeaders().getFirst("X-Mayfly-Attempt"),
            body));
    if (redirect != null) {
      exchange.getResponseHeaders().set("Location", redirect);
    }
    exchange.sendResponseHeaders(answer, -1);
    exchange.close();
  }

  private String receiverAddress() {
    return "http://localhost:" + receiver.getAddress().getPort() + "/expired";
  }

  private void put(String id, int ttl) {
    BsonDocument item =
        new BsonDocument("id", new BsonString(id))
            .append("p", new BsonString("ü"))
            .append("ttl", new BsonInt32(ttl));
    RawBsonDocument raw = new RawBsonDocument(item, new BsonDocumentCodec());
    byte[] bytes = new byte[raw.getByteBuffer().remaining()];
    raw.getByteBuffer().get(bytes);
    carts.upsert(ItemKey.of("ü", id), bytes);
  }

  private void advance(long seconds) {
    target.clock.advance(seconds);
    target.engine().background().catchUp();
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private void hook() throws Exception {
    HttpResponse<String> set =
        send("POST", HOOK, "{\"url\":\"" + receiverAddress() + "\",\"secret\":\"" + SECRET + "\"}");
    assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
    assertThat(set.body()).doesNotContain(SECRET);
  }

  private List<String> ids() {
    return received.stream().flatMap(each -> each.ids().stream()).toList();
  }

  @Test
  @Rule("F3")
  void eventsAreSentInOrderAndSigned() throws Exception {
    put("before", 1);
    advance(1);
    hook();
    put("second", 20);
    put("first", 10);
    advance(20);
    Await.until("both are there", () -> ids().size() >= 2);
    assertThat(ids()).containsExactly("first", "second");
    Received one = received.get(0);
    assertThat(one.path()).isEqualTo("/expired");
    BsonDocument event = BsonDocument.parse(one.body()).getArray("events").get(0).asDocument();
    assertThat(event.getArray("partitionKey").get(0).asString().getValue()).isEqualTo("ü");
    assertThat(event.getNumber("deadline").longValue()).isEqualTo(1_800_000_011L);
    assertThat(one.body()).contains("\"database\":\"shop\",\"container\":\"carts\"", "resumeId");
    String time = one.signature().substring(2, one.signature().indexOf(','));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] expected = mac.doFinal((time + "." + one.body()).getBytes(StandardCharsets.UTF_8));
    assertThat(one.signature())
        .isEqualTo("t=" + time + ",v1=" + HexFormat.of().formatHex(expected));
    Await.until("counted", () -> get().contains("\"deliveredEvents\":2"));
    assertThat(get()).doesNotContain(SECRET);
  }

  private String get() {
    try {
      return send("GET", HOOK, "").body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Rule("F3")
  void whatIsNotTakenIsSentAgainBeforeAnythingElse() throws Exception {
    hook();
    answer = 503;
    put("a", 1);
    advance(1);
    Await.until("two attempts", () -> received.size() >= 2);
    put("b", 1);
    advance(1);
    assertThat(get()).contains("the receiver answered 503");
    answer = 200;
    Await.until("b is there", () -> ids().contains("b"));
    assertThat(ids().indexOf("b")).isEqualTo(ids().size() - 1);
    assertThat(ids().subList(0, ids().size() - 1)).containsOnly("a");
    assertThat(received.get(1).attempt()).isEqualTo("2");
    Await.until("all is well", () -> get().contains("\"lastError\":null"));
  }

  @Test
  @Rule("F3")
  void deliveryContinuesAfterARestartWhereItEnded() throws Exception {
    hook();
    put("a", 1);
    put("b", 10);
    advance(1);
    Await.until("a is acknowledged", () -> get().contains("\"deliveredEvents\":1"));
    target.webhooks.close();
    advance(9);
    assertThat(ids()).containsExactly("a");
    try (Webhooks after = new Webhooks(target.engine(), () -> true)) {
      after.start();
      Await.until("b is there", () -> ids().contains("b"));
      assertThat(ids()).containsExactly("a", "b");
    }
  }

  @Test
  void nothingIsSentWhileARestoreIsNotConfirmed() throws Exception {
    hook();
    target.webhooks.close();
    put("a", 1);
    advance(1);
    boolean[] confirmed = {false};
    try (Webhooks after = new Webhooks(target.engine(), () -> confirmed[0])) {
      after.start();
      // The purge of a copy that is not confirmed waits too.
      assertThat(after.find(carts)).isPresent();
      assertThat(received).isEmpty();
      confirmed[0] = true;
      Await.until("it is sent", () -> ids().contains("a"));
    }
  }

  @Test
  @Rule("F3")
  void aReceiverThatWasAwayForTooLongIsTold() throws Exception {
    hook();
    target.webhooks.close();
    put("lost", 1);
    advance(1);
    put("kept", 995);
    advance(1000);
    try (Webhooks after = new Webhooks(target.engine(), () -> true)) {
      after.start();
      Await.until("the rest is there", () -> ids().contains("kept"));
    }
    assertThat(received.get(0).body()).contains("\"gap\":{\"error\":\"events were missed");
    assertThat(ids()).containsExactly("kept");
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    hook();
    redirect = "http://localhost:" + receiver.getAddress().getPort() + "/elsewhere";
    answer = 302;
    put("a", 1);
    advance(1);
    Await.until("two attempts", () -> received.size() >= 2);
    assertThat(received).allSatisfy(each -> assertThat(each.path()).isEqualTo("/expired"));
    assertThat(get()).contains("the receiver answered 302");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "file:///etc/passwd",
        "ftp://example.org/",
        "javascript:alert(1)",
        "//example.org/x",
        "http://",
        "http://user:secret@example.org/",
        "http://example.org/#part",
        "http://example.org:99999/",
        "http://exa mple.org/",
        "gopher://example.org"
      })
  void otherAddressesAreRefused(String address) throws Exception {
    HttpResponse<String> refused = send("POST", HOOK, "{\"url\":\"" + address + "\"}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("can't be a webhook");
  }

  @Test
  void badRequestsAreAnsweredWithWhatToDo() throws Exception {
    assertThat(send("POST", HOOK, "").statusCode()).isEqualTo(400);
    assertThat(send("POST", HOOK, "{\"url\":1}").body()).contains("url must be a text");
    assertThat(send("POST", HOOK, "{}").body()).contains("the url is missing");
    assertThat(send("POST", HOOK, "{\"url\":\"http://a/\",\"secret\":\"x\"}").body())
        .contains("16 to 256 characters");
    assertThat(get()).contains("\"url\":null");
    assertThat(send("DELETE", HOOK, "").body()).contains("\"removed\":false");
    send("POST", "/containers/shop/carts/expiries?enabled=false", "");
    HttpResponse<String> off = send("POST", HOOK, "{\"url\":\"http://localhost/\"}");
    assertThat(off.statusCode()).isEqualTo(409);
    assertThat(off.body()).contains("POST /containers/shop/carts/expiries?enabled=true");
  }

  @Test
  void aSecretIsMadeIfNoneIsGivenAndAWebhookIsRemoved() throws Exception {
    HttpResponse<String> set = send("POST", HOOK, "{\"url\":\"" + receiverAddress() + "\"}");
    assertThat(BsonDocument.parse(set.body()).getString("secret").getValue()).hasSize(64);
    assertThat(get()).doesNotContain("secret");
    assertThat(send("GET", "/containers", "").body()).doesNotContain("webhooks");
    assertThat(send("DELETE", HOOK, "").body()).contains("\"removed\":true");
    put("a", 1);
    advance(1);
    assertThat(get()).contains("\"url\":null");
    assertThat(received).isEmpty();
  }

  @Test
  void aDroppedContainerTakesItsWebhookAlong() throws Exception {
    hook();
    target.engine().deleteContainer("shop", "carts");
    Await.until("it is gone", () -> target.webhooks.count() == 0);
  }
}
