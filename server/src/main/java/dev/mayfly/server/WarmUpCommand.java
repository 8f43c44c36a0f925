package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.config.Setting;
import dev.mayfly.server.demo.Screen;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import picocli.CommandLine.Command;

/**
 * Starts a server, asks it a few things, stops it and plays a small demo. The launcher runs it once
 * after a build, so that the Java machine can write down the classes that a start needs and later
 * starts are quicker.
 */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  private static final int DEMO_ITEMS = 10_000;

  private final Stores stores;

  WarmUpCommand(Stores stores) {
    this.stores = requireNonNull(stores, "stores");
  }

  @Override
  public Integer call() throws IOException {
    ServerConfig config =
        ConfigLoader.load(
            Map.of(
                Setting.EPHEMERAL,
                "true",
                Setting.ADMIN_PORT,
                "0",
                Setting.COSMOS_PORT,
                "0",
                Setting.COSMOS_DIRECT_PORT,
                "0",
                Setting.MONGO_PORT,
                "0"),
            Optional.empty(),
            Map.of());
    try (RunningServer server = RunningServer.start(config, stores)) {
      for (String path : List.of("/healthz", "/clock", "/metrics")) {
        ask(server.adminPort(), path);
      }
      ask(server.cosmosPort(), "/mayfly-cert.pem");
      askCosmos(server.cosmosPort());
      askMongo(server.mongoPort());
      ReadyLine.of(config, server, 1);
    }
    ServeCommand.commandLine(stores, Map.of()).parseArgs("--ephemeral", "--cosmos-port=0");
    PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
    stores.demo(Screen.of(nowhere, Map.of()), DEMO_ITEMS);
    return 0;
  }

  /** What applications do first. */
  private static void askCosmos(int port) throws IOException {
    String item = "{\"id\":\"1\",\"ttl\":60}";
    post(port, "dbs", "", "{\"id\":\"warm\"}", "");
    post(
        port,
        "colls",
        "dbs/warm",
        "{\"id\":\"items\",\"defaultTtl\":-1,"
            + "\"partitionKey\":{\"paths\":[\"/id\"],\"kind\":\"Hash\"}}",
        "");
    String partition = "x-ms-documentdb-partitionkey: [\"1\"]\r\n";
    post(port, "docs", "dbs/warm/colls/items", item, partition);
    post(
        port,
        "docs",
        "dbs/warm/colls/items",
        "{\"query\":\"SELECT * FROM c WHERE c.ttl > 1\"}",
        partition + "x-ms-documentdb-isquery: True\r\nContent-Type: application/query+json\r\n");
  }

  private static void post(int port, String type, String parent, String body, String headers)
      throws IOException {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    String path = "/" + (parent.isEmpty() ? "" : parent + "/") + type;
    String request =
        "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nx-ms-version: 2018-12-31\r\n"
            .formatted(path);
    String signed = "post\n%s\n%s\n%s\n\n".formatted(type, parent, date.toLowerCase(Locale.ROOT));
    answered(
        path,
        exchange(
            port,
            request
                + "x-ms-date: "
                + date
                + "\r\nAuthorization: type%3Dmaster%26ver%3D1.0%26sig%3D"
                + URLEncoder.encode(signature(signed), StandardCharsets.US_ASCII)
                + "\r\n"
                + headers
                + "Content-Length: "
                + body.length()
                + "\r\n\r\n"
                + body));
  }

  private static String signature(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      byte[] key = Base64.getDecoder().decode(AccountKeys.EMULATOR.primary());
      mac.init(new SecretKeySpec(key, mac.getAlgorithm()));
      byte[] signed = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("can't sign a request", e);
    }
  }

  private static void askMongo(int port) throws IOException {
    try (MongoLink link = MongoLink.toThisMachine(port)) {
      succeed(link.run("admin", new BsonDocument("hello", new BsonInt32(1))));
      BsonDocument document = new BsonDocument("_id", new BsonInt32(1));
      succeed(
          link.run(
              "warm",
              new BsonDocument("insert", new BsonString("documents"))
                  .append("documents", new BsonArray(List.of(document)))));
      succeed(
          link.run(
              "warm",
              new BsonDocument("find", new BsonString("documents")).append("filter", document)));
    }
  }

  private static void succeed(BsonDocument answer) {
    if (answer.getNumber("ok").intValue() != 1) {
      throw new IllegalStateException("MongoDB's port answered " + answer);
    }
  }

  private static void ask(int port, String path) throws IOException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    answered(path, exchange(port, request));
  }

  private static void answered(String path, String answer) {
    if (!answer.startsWith("HTTP/1.1 20")) {
      throw new IllegalStateException(path + " answered " + answer);
    }
  }

  private static String exchange(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
