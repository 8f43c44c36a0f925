package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.config.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Keys and passwords are in no line of the log, at whatever level, and in no answer. */
class SecretsInLogsTest {
  private static final List<String> KEYS =
      List.of(
          "TUFSS0VEIHByaW1hcnkga2V5IG9mIGFsbA==",
          "TUFSS0VEIHNlY29uZGFyeSBrZXkgaGVyZQ==",
          "TUFSS0VEIGtleSB0aGF0IGNhbiByZWFk",
          "TUFSS0VEIG90aGVyIGtleSB0aGF0IHJlYWRz");
  private static final String PASSWORD = "MARKED password";

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  @TempDir private Path directory;

  private static void hidden(String text) {
    assertThat(text).doesNotContain(KEYS).doesNotContain("MARKED", "TUFSS0VE");
  }

  private String file(int number, String secret) throws IOException {
    return Files.writeString(directory.resolve("secret" + number), secret + "\n").toString();
  }

  @Test
  void secretsAreNeverShown() throws Exception {
    Map<Setting, String> given =
        new EnumMap<>(
            Map.of(
                Setting.EPHEMERAL,
                "true",
                Setting.ADMIN_PORT,
                "0",
                Setting.COSMOS_PORT,
                "0",
                Setting.MONGO_PORT,
                "0",
                Setting.COSMOS_KEY,
                KEYS.get(0),
                Setting.COSMOS_SECONDARY_KEY_FILE,
                file(1, KEYS.get(1)),
                Setting.COSMOS_READ_ONLY_KEY,
                KEYS.get(2),
                Setting.COSMOS_SECONDARY_READ_ONLY_KEY_FILE,
                file(3, KEYS.get(3)),
                Setting.MONGO_USER,
                "boss",
                Setting.MONGO_PASSWORD_FILE,
                file(4, PASSWORD)));
    given.put(Setting.COSMOS_DIRECT_PORT, "0");
    Logger rootLogger = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    Level before = rootLogger.getLevel();
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
            if (event.getThrowableProxy() != null) {
              lines.add(ThrowableProxyUtil.asString(event.getThrowableProxy()));
            }
          }
        };
    appender.setContext(rootLogger.getLoggerContext());
    appender.start();
    rootLogger.addAppender(appender);
    rootLogger.setLevel(Level.TRACE);
    try {
      Supplier<ServerConfig> source = () -> ConfigLoader.load(given, Optional.empty(), Map.of());
      ServerConfig config = source.get();
      hidden(config.toString());
      try (RunningServer server = RunningServer.start(config, new EngineStores(), source)) {
        hidden(ReadyLine.of(config, server, 1));
        use(server);
        file(1, "MARKED, and no key");
        hidden(admin(server, "POST", "/keys/reload"));
      }
    } finally {
      rootLogger.setLevel(before);
      rootLogger.detachAppender(appender);
    }
    assertThat(lines).as("lines of the log").isNotEmpty();
    lines.forEach(SecretsInLogsTest::hidden);
  }

  private static void use(RunningServer server) throws Exception {
    String cosmos = "http://localhost:" + server.cosmosPort();
    for (String key : KEYS) {
      hidden(new SignedRequests(cosmos, key).post("", "dbs", "{\"id\":\"d\"}").body());
      hidden(new SignedRequests(cosmos, key).post("dbs/d", "colls", "no JSON").body());
    }
    hidden(
        new SignedRequests(cosmos, "YW5vdGhlciBrZXkgdGhhdCBub2JvZHkga25vd3M=")
            .post("", "dbs", "{}")
            .body());
    for (String path : List.of("/healthz", "/metrics", "/clock", "/purge")) {
      hidden(admin(server, "GET", path));
    }
    hidden(admin(server, "POST", "/keys/reload"));
    hidden(
        raw(server.cosmosPort(), "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
    hidden(raw(server.mongoPort(), "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  }

  private static String raw(int port, String text) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (java.net.SocketException e) {
      return "";
    }
  }

  private static String admin(RunningServer server, String method, String path) throws Exception {
    URI uri = URI.create("http://localhost:" + server.adminPort() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody()).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
