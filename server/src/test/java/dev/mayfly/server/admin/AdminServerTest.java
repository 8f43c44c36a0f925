package dev.mayfly.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.net.measure.OperationMeter.Finished;
import dev.mayfly.server.metrics.ContainerSample;
import dev.mayfly.testkit.Rule;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminServerTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private final TestTarget target = new TestTarget();

  @TempDir private Path backups;
  private AdminServer server;

  @BeforeEach
  void start() throws IOException {
    server = new AdminServer(0, target.services(backups));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void healthIsOk() throws Exception {
    HttpResponse<String> answer = get("/healthz");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"status\":\"ok\"}\n");
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
  }

  @Test
  void healthSaysWhatIsWrong() throws Exception {
    target.health = new AdminTarget.Health(false, "the disk is full; free some space");
    HttpResponse<String> answer = get("/healthz");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("the disk is full");
  }

  @Test
  void rangesAreListedAndSplit() throws Exception {
    String path = "/containers/shop/carts%20%C3%A9/";
    String one = "{\"id\":\"0\",\"minInclusive\":\"\",\"maxExclusive\":\"FF\",\"parents\":[]}";
    assertThat(get(path + "ranges").body()).isEqualTo("{\"ranges\":[" + one + "]}\n");
    HttpResponse<String> split = post(path + "split?range=0");
    assertThat(split.statusCode()).isEqualTo(200);
    assertThat(split.body())
        .contains("\"id\":\"1\"", "\"id\":\"2\"", "\"parents\":[\"0\"]")
        .contains("\"maxExclusive\":\"20000000000000000000000000000000\"");
    assertThat(get(path + "ranges").body()).isEqualTo(split.body());
    for (String wrong : List.of("?range=0", "?range=x", "?range=-1", "")) {
      assertThat(post(path + "split" + wrong).statusCode()).as(wrong).isEqualTo(400);
    }
    assertThat(post("/containers/shop/none/split?range=1").statusCode()).isEqualTo(404);
    assertThat(get(path + "split").statusCode()).isEqualTo(405);
    assertThat(get("/containers/shop//ranges").statusCode()).isEqualTo(404);
  }

  @Test
  void metricsAreTextForPrometheus() throws Exception {
    HttpResponse<String> answer = get("/metrics");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type").orElseThrow()).startsWith("text/plain");
    String carts = "{container=\"carts\",database=\"shop\"} ";
    assertThat(answer.body().lines())
        .contains(
            "# TYPE mayfly_purge_backlog_items gauge",
            "# TYPE mayfly_purged_items_total counter",
            "mayfly_items" + carts + "5.0",
            "mayfly_items_bytes" + carts + "500.0",
            "mayfly_purge_backlog_items" + carts + "2.0",
            "mayfly_purge_backlog_bytes" + carts + "200.0",
            "mayfly_purge_oldest_deadline_age_seconds" + carts + "7.0",
            "mayfly_items_expiring_within_minute" + carts + "1.0",
            "mayfly_items_expiring_within_hour" + carts + "2.0",
            "mayfly_items_expiring_within_day" + carts + "4.0",
            "mayfly_default_ttl_seconds" + carts + "3600.0",
            "mayfly_index_builds" + carts + "1.0",
            "mayfly_index_build_seen_items" + carts + "300.0",
            "mayfly_index_build_items" + carts + "400.0",
            "mayfly_purge_left_over_request_units" + carts + "12.5",
            "mayfly_connections{api=\"nosql\"} 3.0",
            "mayfly_build_info{java=\"" + Runtime.version().feature() + "\",version=\"1.2.3\"} 1",
            "mayfly_purged_items_total" + carts + "40.0",
            "mayfly_purge_request_units_total" + carts + "80.5",
            "mayfly_request_units_total" + carts + "1234.5",
            "mayfly_throttled_requests_total" + carts + "3.0",
            "mayfly_clock_epoch_seconds 1.8E9",
            "mayfly_clock_frozen 1.0",
            "mayfly_clock_unbelieved_step_seconds 0.0",
            "mayfly_purge_paused 0.0",
            "mayfly_purge_awaiting_confirmation 1.0",
            "mayfly_storage_size_bytes 4711.0");
    assertThat(answer.body())
        .contains("jvm_gc_", "process_cpu_usage ", "process_files_open_files ")
        .doesNotContain("_per_second");
  }

  @Test
  void requestsAreHistogramsByApiOperationAndStatus() throws Exception {
    for (int i = 0; i < 3; i++) {
      Finished read = new Finished("nosql", "read_item", "200", 1_500_000, 1);
      target.meter.finished(read, () -> "no details");
    }
    target.meter.finished(new Finished("mongodb", "find", "ok", 90_000_000_000L, 1), () -> "");
    String read = "{api=\"nosql\",operation=\"read_item\",status=\"200\"";
    String find = "{api=\"mongodb\",operation=\"find\",status=\"ok\"";
    String bucket = "mayfly_request_duration_seconds_bucket";
    assertThat(get("/metrics").body().lines())
        .contains(
            "# TYPE mayfly_request_duration_seconds histogram",
            bucket + read + ",le=\"0.001\"} 0",
            bucket + read + ",le=\"0.0025\"} 3",
            bucket + read + ",le=\"+Inf\"} 3",
            "mayfly_request_duration_seconds_count" + read + "} 3",
            bucket + find + ",le=\"30.0\"} 0",
            bucket + find + ",le=\"+Inf\"} 1",
            "mayfly_request_duration_seconds_sum" + find + "} 90.0");
  }

  @Test
  void metricsAreBoundedHoweverManyContainersThereAre() throws Exception {
    List<ContainerSample> many = new ArrayList<>(target.containers);
    for (int i = 0; i < 10_000; i++) {
      many.add(
          new ContainerSample(
              "d".repeat(63),
              "c" + i,
              1,
              10,
              0,
              0,
              i % 9,
              2,
              0,
              Double.NaN,
              1,
              0,
              new ContainerSample.Expiring(0, 1, 1),
              null,
              ContainerSample.Builds.NONE));
    }
    target.containers = many;
    String body = get("/metrics").body();
    assertThat(body).hasSizeLessThan(2_000_000);
    String others = "{container=\"/others\",database=\"/others\"} ";
    assertThat(body.lines())
        .contains(
            "mayfly_items{container=\"carts\",database=\"shop\"} 5.0",
            "mayfly_items" + others + "9501.0",
            "mayfly_purged_items_total" + others + "19002.0",
            "mayfly_index_builds" + others + "0.0",
            "mayfly_purge_oldest_deadline_age_seconds" + others + "8.0");
  }

  @Test
  @Rule("G1")
  void theClockIsMoved() throws Exception {
    assertThat(get("/clock").body()).isEqualTo(clock(1_800_000_000L, true));
    assertThat(post("/clock/advance?seconds=2592000").body())
        .isEqualTo(clock(1_802_592_000L, true));
    assertThat(post("/clock/reset").body()).contains("\"frozen\":false");
    assertThat(post("/clock/freeze").body()).contains("\"frozen\":true");
    assertThat(target.clock.status().frozen()).isTrue();
    assertThat(target.clock.epochSecond()).isGreaterThanOrEqualTo(1_802_592_000L);
  }

  @ParameterizedTest
  @Rule("G1")
  @ValueSource(strings = {"/clock/advance?seconds=60", "/clock/freeze", "/clock/reset"})
  void theClockOfAnOrdinaryServerIsNotMoved(String path) throws Exception {
    target.movable = false;
    HttpResponse<String> answer = post(path);
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).startsWith("{\"error\":").contains("--ephemeral --movable-clock");
    assertThat(target.clock.epochSecond()).isEqualTo(1_800_000_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?seconds=", "?seconds=0", "?seconds=-1", "?seconds=1.5"})
  void theClockIsAdvancedByWholeSecondsOnly(String query) throws Exception {
    HttpResponse<String> answer = post("/clock/advance" + query);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("seconds");
    assertThat(target.clock.epochSecond()).isEqualTo(1_800_000_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3155760001", "9999999999", "99999999999999999999"})
  void theClockIsNotAdvancedBeyondReason(String seconds) throws Exception {
    assertThat(post("/clock/advance?seconds=" + seconds).statusCode()).isEqualTo(400);
  }

  @Test
  void aStepIsConfirmedOnEveryServer() throws Exception {
    target.movable = false;
    assertThat(post("/clock/confirm-step").body()).isEqualTo(clock(1_800_000_000L, true));
  }

  @Test
  void thePurgeIsPausedResumedAndConfirmed() throws Exception {
    assertThat(get("/purge").body()).isEqualTo(purge(false, true));
    assertThat(post("/purge/pause").body()).isEqualTo(purge(true, true));
    assertThat(post("/purge/confirm").body()).isEqualTo(purge(true, false));
    assertThat(post("/purge/resume").body()).isEqualTo(purge(false, false));
  }

  @Test
  void aBackupIsMadeOnce() throws Exception {
    HttpResponse<String> made = post("/backup?name=before-upgrade.1");
    assertThat(made.statusCode()).isEqualTo(200);
    assertThat(made.body()).contains("\"name\":\"before-upgrade.1\"");
    assertThat(backups.resolve("before-upgrade.1")).isDirectory();
    HttpResponse<String> again = post("/backup?name=before-upgrade.1");
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body()).contains("already");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../x", ".hidden", "a%2Fb", "a%5Cb", "", "a%00", "a%20b"})
  void aBackupStaysInItsDirectory(String name) throws Exception {
    HttpResponse<String> answer = post("/backup?name=" + name);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("letters, digits");
    assertThat(backups).isEmptyDirectory();
  }

  @Test
  void whileABackupRunsTheOthersAreAnswered() throws Exception {
    target.backupMayEnd = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> first =
        client.sendAsync(request("POST", "/backup?name=a").build(), BodyHandlers.ofString());
    target.backupBegan.await();
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    assertThat(post("/backup?name=b").statusCode()).isEqualTo(409);
    target.backupMayEnd.countDown();
    assertThat(first.get().statusCode()).isEqualTo(200);
  }

  @Test
  void anUnknownPathListsTheKnown() throws Exception {
    HttpResponse<String> answer = get("/helthz");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).startsWith("{\"error\":").contains("/healthz");
  }

  @ParameterizedTest
  @CsvSource({"GET,/purge/pause,POST", "POST,/healthz,GET", "DELETE,/clock,GET"})
  void aWrongMethodNamesTheRight(String method, String path, String right) throws Exception {
    HttpResponse<String> answer = send(request(method, path));
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("allow")).hasValue(right);
    assertThat(answer.body()).contains("answers " + right);
  }

  @Test
  void anEnginesErrorKeepsItsMessage() throws Exception {
    target.failure = new EngineException(ErrorCode.DISK_FULL, "no space \"left\"\n");
    HttpResponse<String> answer = get("/healthz");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).isEqualTo("{\"error\":\"no space \\\"left\\\"\\u000a\"}\n");
  }

  @Test
  void aWebPageMayNotChangeAnything() throws Exception {
    HttpResponse<String> answer =
        send(request("POST", "/purge/pause").header("Origin", "http://evil.example"));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(target.paused).isFalse();
    String own = "http://127.0.0.1:" + server.port();
    assertThat(send(request("POST", "/purge/pause").header("Origin", own)).statusCode())
        .isEqualTo(200);
    assertThat(target.paused).isTrue();
  }

  @Test
  void aForeignHostNameIsRefused() throws Exception {
    assertThat(raw("GET /clock HTTP/1.1\r\nHost: evil.example\r\n\r\n")).startsWith("HTTP/1.1 403");
    assertThat(raw("GET /clock HTTP/1.1\r\nConnection: close\r\n\r\n")).startsWith("HTTP/1.1 403");
    assertThat(raw("GET /clock HTTP/1.1\r\nHost: LOCALHOST:1\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void whatIsTooLargeOrNoHttpIsRefused() throws Exception {
    String close = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
    assertThat(raw("GET /" + "x".repeat(7000) + close + "\r\n")).startsWith("HTTP/1.1 404");
    assertThat(raw("GET /" + "x".repeat(9000) + close + "\r\n")).startsWith("HTTP/1.1 400");
    assertThat(raw("POST /purge/pause" + close + "Content-Length: 270000\r\n\r\n"))
        .startsWith("HTTP/1.1 413")
        .contains("{\"error\":");
    assertThat(raw("\u0001\u0002 nonsense\r\n\r\n")).startsWith("HTTP/1.1 400");
    assertThat(raw("GET /%zz" + close + "\r\n")).startsWith("HTTP/1.1 400");
  }

  @Test
  void requestsSentAtOnceAreAnsweredInOrder() throws Exception {
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      requests.append("POST /clock/advance?seconds=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    requests.append("GET /clock HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    String answers = raw(requests.toString());
    int from = 0;
    for (int i = 1; i <= 20; i++) {
      int at = answers.indexOf("{\"epochSecond\":" + (1_800_000_000L + i), from);
      assertThat(at).as("answer %d in %s", i, answers).isGreaterThanOrEqualTo(from);
      from = at + 1;
    }
  }

  @Test
  void listensOnLoopbackOnly() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      assertThat(socket.getInetAddress().isLoopbackAddress()).isTrue();
    }
    InetAddress outside = InetAddress.getLocalHost();
    if (!outside.isLoopbackAddress()) {
      assertThat(connects(outside)).as("connects to %s", outside).isFalse();
    }
  }

  private boolean connects(InetAddress address) {
    try (Socket socket = new Socket(address, server.port())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(ascii(request));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(request("GET", path));
  }

  private HttpResponse<String> post(String path) throws Exception {
    return send(request("POST", path));
  }

  private HttpRequest.Builder request(String method, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .method(method, HttpRequest.BodyPublishers.noBody());
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static String clock(long epochSecond, boolean frozen) {
    return "{\"epochSecond\":%d,\"frozen\":%s,\"unbelievedStepSeconds\":0}\n"
        .formatted(epochSecond, frozen);
  }

  private static String purge(boolean paused, boolean awaiting) {
    return "{\"paused\":%s,\"awaitingConfirmation\":%s}\n".formatted(paused, awaiting);
  }
}
