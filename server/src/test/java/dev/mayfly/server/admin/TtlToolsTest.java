package dev.mayfly.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools about TTL on the admin port, on a real engine whose clock stands still. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TtlToolsTest {
  private static final long START = 1_800_000_000L;
  private static final String CARTS = "/containers/shop/carts%20%C3%A9";

  /** A busy machine lets a reader wait. */
  private static final AdminTimes.Limits PATIENT =
      new AdminTimes.Limits(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));

  private final HttpClient client = HttpClient.newHttpClient();
  private final TestTarget target = new TestTarget();

  @TempDir private Path backups;
  private AdminServer server;
  private Container carts;

  @BeforeEach
  void start() throws IOException {
    server = new AdminServer(0, target.services(backups), PATIENT);
    target.engine().createDatabase("shop");
    carts =
        target
            .engine()
            .createContainer(
                "shop",
                ContainerDefinition.named("carts é").partitionKey("/p").defaultTtl(100).build());
  }

  @AfterEach
  void stop() {
    server.close();
    target.engine().close();
  }

  private void put(String id, int ttl) {
    BsonDocument item =
        new BsonDocument("id", new BsonString(id)).append("p", new BsonString("p1"));
    if (ttl != 0) {
      item.append("ttl", new BsonInt32(ttl));
    }
    carts.upsert(ItemKey.of("p1", id), bytes(item));
  }

  private static byte[] bytes(BsonDocument document) {
    RawBsonDocument raw = new RawBsonDocument(document, new BsonDocumentCodec());
    byte[] bytes = new byte[raw.getByteBuffer().remaining()];
    raw.getByteBuffer().get(bytes);
    return bytes;
  }

  @Test
  void containersAreListedWithTheirCounts() throws Exception {
    target.engine().createDatabase("/own");
    target.engine().createContainer("/own", ContainerDefinition.named("hidden").build());
    put("a", 0);
    put("b", 5);
    BsonDocument list = BsonDocument.parse(get("/containers").body());
    assertThat(list.getArray("containers")).hasSize(1);
    BsonDocument listed = list.getArray("containers").get(0).asDocument();
    assertThat(listed.getString("container").getValue()).isEqualTo("carts é");
    assertThat(listed.getNumber("items").intValue()).isEqualTo(2);
    assertThat(listed.getNumber("defaultTtl").intValue()).isEqualTo(100);
    assertThat(listed.getArray("partitionKey").get(0).asString().getValue()).isEqualTo("/p");
    target.clock.advance(5);
    BsonDocument one = BsonDocument.parse(get(CARTS).body());
    assertThat(one.getNumber("items").intValue()).isEqualTo(1);
    assertThat(one.getString("api").getValue()).isEqualTo("nosql");
    assertThat(get("/containers?database=none").body()).contains("\"containers\":[]");
    assertThat(get("/containers?limit=0").statusCode()).isEqualTo(400);
  }

  @Test
  @Rule("G2")
  void theForecastSaysWhatExpiresWhen() throws Exception {
    put("a", 0);
    put("b", 5);
    put("c", 61);
    put("never", -1);
    String answer = get(CARTS + "/forecast?horizon=120&step=60").body();
    assertThat(itemsByInterval(answer)).containsExactly(1, 2);
    assertThat(answer)
        .contains("\"from\":" + START + ",\"to\":" + (START + 60))
        .contains("\"from\":" + (START + 60) + ",\"to\":" + (START + 120));
    assertThat(itemsByInterval(get("/databases/shop/forecast?horizon=120&step=60").body()))
        .containsExactly(1, 2);
    target.clock.advance(5);
    assertThat(itemsByInterval(get(CARTS + "/forecast?horizon=60&step=60").body()))
        .containsExactly(1);
    assertThat(itemsByInterval(get(CARTS + "/forecast").body())).hasSize(60);
  }

  private static List<Integer> itemsByInterval(String answer) {
    List<Integer> items = new ArrayList<>();
    for (var interval : BsonDocument.parse(answer).getArray("intervals")) {
      items.add(interval.asDocument().getNumber("items").intValue());
    }
    return items;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/forecast?horizon=0",
        "/forecast?horizon=x",
        "/forecast?horizon=100000&step=1",
        "/forecast?horizon=60&step=61",
        "/forecast?horizon=60&horizon=70",
        "/items/a/ttl",
        "/items/a/ttl?partitionKey=p1",
        "/items/a/ttl?partitionKey=[1,2]",
        "/items/%ff/ttl?partitionKey=[%22x",
      })
  void whatIsNotValidGetsAnErrorThatSaysWhatWouldBe(String path) throws Exception {
    HttpResponse<String> answer = get(CARTS + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).startsWith("{\"error\":\"");
  }

  @Test
  @Rule("C10")
  void aDryRunChangesNothing() throws Exception {
    put("a", 0);
    put("b", 1000);
    target.clock.advance(50);
    String dry = post(CARTS + "/ttl?default=50&dryRun=true").body();
    assertThat(dry).contains("\"expiresNow\":{\"items\":1,\"bytes\":");
    assertThat(carts.definition().defaultTtl()).isEqualTo(100);
    assertThat(carts.live().items()).isEqualTo(2);
    String done = post(CARTS + "/ttl?default=50").body();
    assertThat(done).contains("\"expiresNow\":{\"items\":1,").contains("\"dryRun\":false");
    assertThat(carts.definition().defaultTtl()).isEqualTo(50);
    assertThat(carts.live().items()).isEqualTo(1);
    assertThat(post(CARTS + "/ttl?default=off").body()).contains("\"defaultTtl\":null");
    assertThat(carts.definition().defaultTtl()).isNull();
    assertThat(post(CARTS + "/ttl?default=-1").body()).contains("\"defaultTtl\":-1");
    assertThat(carts.definition().defaultTtl()).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({
    "/ttl,is missing",
    "/ttl?default=0,must be",
    "/ttl?default=-2,must be",
    "/ttl?default=2147483648,must be",
    "/ttl?default=5&dryRun=yes,true or false",
    "/expiries,is missing",
    "/expiries?enabled=1,true or false",
    "/expiries?enabled=true&retentionSeconds=0,whole number",
  })
  void aChangeThatIsNotValidChangesNothing(String path, String message) throws Exception {
    ContainerDefinition before = carts.definition();
    HttpResponse<String> answer = post(CARTS + path);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(message);
    assertThat(carts.definition()).isEqualTo(before);
  }

  @Test
  void whatDoesNotExistIsNotFound() throws Exception {
    for (String path :
        List.of(
            "/containers/shop/none",
            "/containers/none/c/forecast",
            "/containers/%2Fown/c",
            "/databases/none/forecast",
            CARTS + "/items/none/ttl?partitionKey=[%22p1%22]")) {
      HttpResponse<String> answer = get(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(404);
      assertThat(answer.body()).contains("there is no ").doesNotContain("such path");
    }
  }

  @Test
  @Rule("G3")
  void anItemSaysHowLongItStillHas() throws Exception {
    put("a", 0);
    put("b/ü", 7);
    put("never", -1);
    String key = "/ttl?partitionKey=[%22p1%22]";
    target.clock.advance(3);
    assertThat(get(CARTS + "/items/a" + key).body())
        .isEqualTo(
            "{\"remainingSeconds\":97,\"deadline\":%d,\"lastWritten\":%d}\n"
                .formatted(START + 100, START));
    assertThat(get(CARTS + "/items/b%2F%C3%BC" + key).body()).contains("\"remainingSeconds\":4,");
    assertThat(get(CARTS + "/items/never" + key).body()).contains("\"remainingSeconds\":null,");
    target.clock.advance(4);
    assertThat(get(CARTS + "/items/b%2F%C3%BC" + key).statusCode()).isEqualTo(404);
  }

  @Test
  void aCollectionOfMongoIsShownAndLeftToItsIndexes() throws Exception {
    Container docs =
        target
            .engine()
            .createContainer(
                "shop",
                ContainerDefinition.named("docs")
                    .defaultTtl(10)
                    .opaque(new BsonDocument("mongodb", new BsonDocument()))
                    .build());
    ObjectId oid = new ObjectId("65a000000000000000000001");
    BsonDocument document = new BsonDocument("_id", new BsonObjectId(oid));
    docs.upsert(new ItemKey(PartitionKey.NONE, ItemId.of(new BsonObjectId(oid))), bytes(document));
    document = new BsonDocument("_id", new BsonInt32(5));
    docs.upsert(new ItemKey(PartitionKey.NONE, ItemId.of(new BsonInt32(5))), bytes(document));
    assertThat(get("/containers/shop/docs").body()).contains("\"api\":\"mongodb\"");
    for (String id : List.of("5", "65a000000000000000000001")) {
      assertThat(get("/containers/shop/docs/items/" + id + "/ttl").body())
          .contains("\"remainingSeconds\":10,");
    }
    assertThat(post("/containers/shop/docs/ttl?default=5&dryRun=true").statusCode()).isEqualTo(200);
    HttpResponse<String> refused = post("/containers/shop/docs/ttl?default=5");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("expireAfterSeconds");
    assertThat(docs.definition().defaultTtl()).isEqualTo(10);
  }

  @Test
  @Rule("F3")
  void expiriesAreFollowedAndResumed() throws Exception {
    HttpResponse<String> off = get(CARTS + "/expiries");
    assertThat(off.statusCode()).isEqualTo(409);
    assertThat(off.body()).contains("?enabled=true");
    assertThat(post(CARTS + "/expiries?enabled=true").body()).contains("\"enabled\":true");
    put("a", 5);
    put("b", 5);
    put("c", 9);
    String firstId;
    try (Events events = follow("", "")) {
      expire(5);
      Event first = events.next();
      Event second = events.next();
      assertThat(List.of(first.id(), second.id())).containsExactlyInAnyOrder("a", "b");
      assertThat(first.data().getNumber("deadline").longValue()).isEqualTo(START + 5);
      assertThat(first.data().getArray("partitionKey").get(0).asString().getValue())
          .isEqualTo("p1");
      assertThat(first.data().getDocument("item").getNumber("ttl").intValue()).isEqualTo(5);
      firstId = first.resume();
      expire(4);
      assertThat(events.next().id()).isEqualTo("c");
    }
    try (Events again = follow("", "Last-Event-ID: " + firstId + "\r\n")) {
      again.next();
      assertThat(again.next().id()).isEqualTo("c");
    }
    try (Events all = follow("?from=beginning", "")) {
      all.next();
      all.next();
      assertThat(all.next().id()).isEqualTo("c");
    }
    for (String wrong : List.of("?lastEventId=AAAA", "?lastEventId=%25", "?from=x")) {
      assertThat(get(CARTS + "/expiries" + wrong).statusCode()).as(wrong).isEqualTo(400);
    }
  }

  @Test
  void aStreamEndsWithItsContainer() throws Exception {
    post(CARTS + "/expiries?enabled=true");
    try (Events events = follow("", "")) {
      target.engine().deleteContainer("shop", "carts é");
      assertThat(events.line("event: ")).isEqualTo("end");
      assertThat(events.line("data: ")).contains("was deleted");
    }
  }

  @Test
  void onlySoManyStreamsAreServedAndPlacesBecomeFree() throws Exception {
    post(CARTS + "/expiries?enabled=true");
    List<Events> open = new ArrayList<>();
    for (int i = 0; i < EventStreams.STREAMS_MAX; i++) {
      open.add(follow("", ""));
    }
    assertThat(get(CARTS + "/expiries").statusCode()).isEqualTo(503);
    open.remove(0).close();
    Await.until(
        "a place is free",
        () -> {
          try (Events free = follow("", "")) {
            return true;
          } catch (IllegalStateException e) {
            return false;
          }
        });
    for (Events each : open) {
      each.close();
    }
  }

  /** A client that reads nothing gets one part only, and does not keep others from theirs. */
  @Test
  void aSlowReaderDelaysNobody() throws Exception {
    post(CARTS + "/expiries?enabled=true");
    String text = "x".repeat(100_000);
    int items = 100;
    for (int i = 0; i < items; i++) {
      BsonDocument item =
          new BsonDocument("id", new BsonString("i" + i))
              .append("p", new BsonString("p1"))
              .append("text", new BsonString(text));
      carts.upsert(ItemKey.of("p1", "i" + i), bytes(item));
    }
    try (Events slow = follow("?from=beginning", "");
        Events quick = follow("?from=beginning", "")) {
      expire(100);
      for (int i = 0; i < items; i++) {
        assertThat(quick.next().id()).isEqualTo("i" + i);
      }
      for (int i = 0; i < items; i++) {
        assertThat(slow.next().id()).isEqualTo("i" + i);
      }
    }
  }

  private void expire(long seconds) {
    target.clock.advance(seconds);
    target.engine().background().catchUp();
  }

  private record Event(String resume, BsonDocument data) {
    String id() {
      return data.getString("id").getValue();
    }
  }

  private static final class Events implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader reader;

    Events(Socket socket) throws IOException {
      this.socket = socket;
      InputStream in = socket.getInputStream();
      this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      String status = reader.readLine();
      if (!status.startsWith("HTTP/1.1 200")) {
        socket.close();
        throw new IllegalStateException(status);
      }
      line("retry: ");
    }

    /** The rest of the next line that begins so; sizes of chunks are passed over. */
    String line(String beginning) throws IOException {
      while (true) {
        String line = reader.readLine();
        if (line == null) {
          throw new IOException("the stream has ended");
        }
        if (line.startsWith(beginning)) {
          return line.substring(beginning.length());
        }
      }
    }

    Event next() throws IOException {
      String id = line("id: ");
      assertThat(line("event: ")).isEqualTo("expired");
      return new Event(id, BsonDocument.parse(line("data: ")));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private Events follow(String query, String headers) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(8 << 10);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    socket.setSoTimeout(120_000);
    String request =
        "GET " + CARTS + "/expiries" + query + " HTTP/1.1\r\nHost: localhost\r\n" + headers;
    socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
    return new Events(socket);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send("GET", path);
  }

  private HttpResponse<String> post(String path) throws Exception {
    return send("POST", path);
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    URI address =
        URI.create(
            "http://127.0.0.1:" + server.port() + path.replace("[", "%5B").replace("]", "%5D"));
    return client.send(
        HttpRequest.newBuilder(address).method(method, BodyPublishers.noBody()).build(),
        BodyHandlers.ofString());
  }
}
