package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.Setting;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Servers in this process, and commands against them. */
final class TransferFixture {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** A server that keeps nothing and whose clock can be moved. */
  static RunningServer ephemeral() {
    return start(Map.of(Setting.EPHEMERAL, "true", Setting.MOVABLE_CLOCK, "true"));
  }

  static RunningServer start(Map<Setting, String> more) {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (Setting port :
        List.of(
            Setting.ADMIN_PORT,
            Setting.COSMOS_PORT,
            Setting.COSMOS_DIRECT_PORT,
            Setting.MONGO_PORT)) {
      given.put(port, "0");
    }
    given.putAll(more);
    return RunningServer.start(
        ConfigLoader.load(given, Optional.empty(), Map.of()), new EngineStores());
  }

  static MongoClient mongo(RunningServer server) {
    return MongoClients.create("mongodb://localhost:" + server.mongoPort() + "/");
  }

  /** Makes a database and a container of the NoSQL API. */
  static SignedRequests container(RunningServer server, String database, String definition)
      throws Exception {
    SignedRequests cosmos =
        new SignedRequests(
            "http://localhost:" + server.cosmosPort(), AccountKeys.EMULATOR.primary());
    cosmos.post("", "dbs", "{\"id\":\"" + database + "\"}");
    assertThat(cosmos.post("dbs/" + database, "colls", definition).statusCode()).isEqualTo(201);
    return cosmos;
  }

  /** An answer of the admin port. */
  static String admin(RunningServer server, String method, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.adminPort() + path))
                .method(method, BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofString())
        .body();
  }

  /** Runs a command against a server; its exit code. */
  int run(RunningServer server, String... args) {
    List<String> all = new ArrayList<>(Arrays.asList(args));
    all.addAll(List.of("--admin-port", Integer.toString(server.adminPort())));
    return run(Map.of(), all.toArray(String[]::new));
  }

  /** Runs a command; its exit code. */
  int run(Map<String, String> environment, String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.commandLine(
            new EngineStores(), environment, new PrintWriter(out, true), new PrintWriter(err, true))
        .execute(args);
  }

  /** What the last command has said. */
  String said() {
    return out + "" + err;
  }
}
