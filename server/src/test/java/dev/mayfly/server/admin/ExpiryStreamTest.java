package dev.mayfly.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.testkit.Rule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Followers of expiry events who miss some (rule F3), and dry runs of dates (rule G2). */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExpiryStreamTest {
  private static final String CARTS = "/containers/shop/carts";
  private static final String DOCS = "/containers/shop/docs";

  private final HttpClient client = HttpClient.newHttpClient();
  private final TestTarget target = new TestTarget();

  @TempDir private Path backups;
  private AdminServer server;
  private Container carts;

  @BeforeEach
  void start() throws IOException {
    server = new AdminServer(0, target.services(backups));
    target.engine().createDatabase("shop");
    carts =
        target
            .engine()
            .createContainer(
                "shop",
                ContainerDefinition.named("carts").partitionKey("/p").defaultTtl(100).build());
  }

  @AfterEach
  void stop() {
    server.close();
    target.engine().close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private HttpResponse<String> post(String path) throws Exception {
    return client.send(
        request(path).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
  }

  private BufferedReader follow(String parameter) throws Exception {
    InputStream lines =
        client
            .send(request(CARTS + "/expiries?" + parameter).build(), BodyHandlers.ofInputStream())
            .body();
    return new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8));
  }

  private void put(String id, int ttl) {
    BsonDocument item =
        new BsonDocument("id", new BsonString(id))
            .append("p", new BsonString("p"))
            .append("ttl", new BsonInt32(ttl));
    RawBsonDocument raw = new RawBsonDocument(item, new BsonDocumentCodec());
    byte[] bytes = new byte[raw.getByteBuffer().remaining()];
    raw.getByteBuffer().get(bytes);
    carts.upsert(ItemKey.of("p", id), bytes);
  }

  private void advance(long seconds) {
    target.clock.advance(seconds);
    target.engine().background().catchUp();
  }

  private static List<String> linesUpTo(BufferedReader reader, String part) throws IOException {
    List<String> seen = new ArrayList<>();
    String line;
    while ((line = reader.readLine()) != null && !line.contains(part)) {
      seen.add(line);
    }
    assertThat(line).as("%s after %s", part, seen).isNotNull();
    seen.add(line);
    return seen;
  }

  @Test
  @Rule("F3")
  void aClientThatWasAwayForTooLongGetsAGapAndTheRest() throws Exception {
    post(CARTS + "/expiries?enabled=true&retentionSeconds=100");
    put("a", 1);
    advance(1);
    String id;
    try (BufferedReader reader = follow("from=beginning")) {
      List<String> lines = linesUpTo(reader, "id: ");
      id = lines.get(lines.size() - 1).substring("id: ".length());
    }
    put("lost", 1);
    advance(1);
    put("kept", 100);
    advance(101);
    try (BufferedReader reader = follow("lastEventId=" + id)) {
      List<String> seen = linesUpTo(reader, "\"id\":\"kept\"");
      assertThat(seen).contains("event: gap");
      assertThat(seen.toString()).contains("events were missed").doesNotContain("lost");
    }
  }

  @Test
  @Rule("F3")
  void aClientFromTheBeginningMissesNothingHoweverLongItWaits() throws Exception {
    post(CARTS + "/expiries?enabled=true");
    try (BufferedReader reader = follow("from=beginning")) {
      linesUpTo(reader, "retry");
      put("a", 1);
      advance(1);
      assertThat(linesUpTo(reader, "\"id\":\"a\"")).doesNotContain("event: gap");
    }
  }

  @Test
  @Rule("G2")
  void aDryRunOfADateNeedsACollection() throws Exception {
    String date = "/ttl?date=at&expireAfterSeconds=5&dryRun=";
    assertThat(post(CARTS + date + "true").statusCode()).isEqualTo(409);
    BsonDocument mark = new BsonDocument("mongodb", new BsonDocument());
    target.engine().createContainer("shop", ContainerDefinition.named("docs").opaque(mark).build());
    assertThat(post(DOCS + date + "true").body())
        .contains("\"expiresNow\":{\"items\":0,\"bytes\":0},\"date\":\"at\"");
    assertThat(post(DOCS + date + "false").body()).contains("create or change");
    for (String wrong :
        List.of("?date=&expireAfterSeconds=1", "?date=a", "?date=a&expireAfterSeconds=-1")) {
      assertThat(post(DOCS + "/ttl" + wrong + "&dryRun=true").statusCode())
          .as(wrong)
          .isEqualTo(400);
    }
  }
}
