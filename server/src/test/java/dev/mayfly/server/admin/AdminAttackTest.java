package dev.mayfly.server.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.mayfly.engine.catalog.ContainerDefinition;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Whatever clients do at the admin port, the health of the server can be asked for. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdminAttackTest {
  private static final String HEALTH =
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

  private final TestTarget target = new TestTarget();
  private final List<Socket> sockets = new ArrayList<>();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @TempDir private Path backups;
  private AdminServer server;

  @BeforeEach
  void start() throws IOException {
    log.start();
    logger().addAppender(log);
    server = new AdminServer(0, target.services(backups));
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    target.backupMayEnd.countDown();
    server.close();
    logger().detachAppender(log);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger("dev.mayfly.server.admin");
  }

  private Socket connect(String sent) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(8 << 10);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    sockets.add(socket);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(sent.getBytes(US_ASCII));
    return socket;
  }

  private String answer(String request) throws IOException {
    try (Socket socket = connect(request)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** On a busy machine one answer may be late for other reasons: the fastest of some counts. */
  private void assertHealthy() throws IOException {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long began = System.nanoTime();
      assertThat(answer(HEALTH)).startsWith("HTTP/1.1 200").contains("\"ok\"");
      fastest = Math.min(fastest, System.nanoTime() - began);
    }
    assertThat(Duration.ofNanos(fastest)).isLessThan(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "G",
        "GET /healthz HTTP/1.1\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n",
        "POST /purge/pause HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc",
      })
  void aRequestThatBreaksOffIsNoFailure(String half) throws Exception {
    assertHealthy();
    for (int i = 0; i < 5; i++) {
      connect(half).shutdownOutput();
      Socket cut = connect(half);
      cut.setSoLinger(true, 0);
      cut.close();
    }
    assertHealthy();
    assertThat(log.list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET /hea",
        "GET /clock HTTP/1.1\r\nHost: localhost\r\n",
        "GET /clock HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /clock HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx",
      })
  void manyConnectionsDoNotShutItOut(String sent) throws Exception {
    assertThat(answer(HEALTH)).as("classes are loaded").contains("\"ok\"");
    for (int i = 0; i < AdminProtocol.CONNECTIONS_MAX + 50; i++) {
      connect(sent);
    }
    assertHealthy();
  }

  @Test
  void longRequestsDoNotDelayIt() throws Exception {
    target.backupMayEnd = new CountDownLatch(1);
    target.metricsMayEnd = new CountDownLatch(1);
    connect("POST /backup?name=a HTTP/1.1\r\nHost: localhost\r\n\r\n");
    target.backupBegan.await();
    for (int i = 0; i < 50; i++) {
      connect("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    assertHealthy();
    target.metricsMayEnd.countDown();
  }

  @Test
  void aHostIsNamedOnce() throws Exception {
    String twice = "GET /clock HTTP/1.1\r\nHost: localhost\r\n%s\r\nConnection: close\r\n\r\n";
    for (String second : List.of("Host: evil.example", "host: localhost")) {
      String answer = answer(twice.formatted(second));
      assertThat(answer).startsWith("HTTP/1.1 400").contains("Host");
    }
  }

  @Test
  void whoSendsSlowlyIsClosed() throws Exception {
    server.close();
    AdminTimes.Limits times =
        new AdminTimes.Limits(Duration.ofMillis(200), Duration.ofMinutes(1), Duration.ofMinutes(1));
    server = new AdminServer(0, target.services(backups), times);
    Socket slow = connect("GET /healthz HTTP/1.1\r\n");
    Socket kept = connect("GET /clock HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(isCut(slow)).isTrue();
    kept.getOutputStream().write(HEALTH.getBytes(US_ASCII));
    assertThat(new String(kept.getInputStream().readAllBytes(), US_ASCII)).contains("\"ok\"");
  }

  @Test
  void whoDoesNotReadIsClosed() throws Exception {
    server.close();
    AdminTimes.Limits times =
        new AdminTimes.Limits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMillis(200));
    server = new AdminServer(0, target.services(backups), times);
    Socket deaf = connect("");
    byte[] requests =
        "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(10_000).getBytes(US_ASCII);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    boolean cut = false;
    while (!cut && System.nanoTime() < deadline) {
      try {
        deaf.getOutputStream().write(requests);
      } catch (IOException e) {
        cut = true;
      }
    }
    assertThat(cut).isTrue();
  }

  private static boolean isCut(Socket socket) {
    try {
      while (socket.getInputStream().read() >= 0) {
        continue;
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private String post(String path, String body) throws IOException {
    return answer(
        "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(path, body.length(), body));
  }

  private static List<String> hostileBodies() {
    return List.of(
        "{\"a\":" + "[".repeat(100_000),
        "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}",
        "{\"a\":".repeat(40_000) + "1" + "}".repeat(40_000),
        "{\"a\":".repeat(1000) + "1" + "}".repeat(1000),
        "{\"name\": ObjectId(\"zz\"), \"secret\": \"x\"}",
        "{\"name\": UUID(\"zz\")}",
        "{\"name\": {\"$date\": \"zz\"}}",
        "{\"name\": {\"$numberDecimal\": \"zz\"}}",
        "{\"name\": {\"$binary\": {\"base64\": \"*\", \"subType\": \"zz\"}}}",
        "{\"name\": 1e99999999999}",
        "{\"name\": null, \"secret\": 1}",
        "[]",
        "");
  }

  /** This needs no credentials, so it must not cost a thread or lines in the log. */
  @ParameterizedTest
  @ValueSource(strings = {"/explorer/session", "/explorer/nosql", "/explorer/mongodb"})
  void bodiesThatAreNoJsonAreRefused(String path) throws Exception {
    for (String body : hostileBodies()) {
      String start = body.substring(0, Math.min(60, body.length()));
      assertThat(post(path, body)).as(start).startsWith("HTTP/1.1 400");
    }
    assertHealthy();
    assertThat(log.list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1]",
        "{\"$regex\":\"a\"}",
        "{a:1}",
        "undefined",
        "/x/",
        "NaN",
        "MinKey",
        "1}",
        "%00"
      })
  void idsOfAnyKindAreNotFound(String id) throws Exception {
    createCollection();
    assertThat(itemTtl(id)).startsWith("HTTP/1.1 404");
    assertThat(log.list).isEmpty();
  }

  @Test
  void aDeepIdIsNotFound() throws Exception {
    createCollection();
    assertThat(itemTtl("[".repeat(2000) + "]".repeat(500))).startsWith("HTTP/1.1 404");
    assertThat(itemTtl("[".repeat(1300) + "]".repeat(1300))).startsWith("HTTP/1.1 404");
    assertThat(log.list).isEmpty();
  }

  private void createCollection() {
    target.engine().createDatabase("d");
    target
        .engine()
        .createContainer(
            "d",
            ContainerDefinition.named("c")
                .opaque(new BsonDocument("mongodb", new BsonDocument()))
                .build());
  }

  private String itemTtl(String id) throws IOException {
    String encoded = id.equals("%00") ? id : URLEncoder.encode(id, StandardCharsets.UTF_8);
    return answer(
        "GET /containers/d/c/items/%s/ttl HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            .formatted(encoded));
  }
}
