package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.config.Setting;
import dev.mayfly.server.demo.Screen;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
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
      askMongo(server.mongoPort());
    }
    PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
    stores.demo(Screen.of(nowhere, Map.of()), DEMO_ITEMS);
    return 0;
  }

  private static void askMongo(int port) throws IOException {
    try (MongoLink link = MongoLink.toThisMachine(port)) {
      BsonDocument answer = link.run("admin", new BsonDocument("hello", new BsonInt32(1)));
      if (!answer.containsKey("isWritablePrimary")) {
        throw new IllegalStateException("hello answered " + answer);
      }
    }
  }

  private static void ask(int port, String path) throws IOException {
    String answer = get(port, path);
    if (!answer.startsWith("HTTP/1.1 200 ")) {
      throw new IllegalStateException(path + " answered " + answer);
    }
  }

  private static String get(int port, String path) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
