package dev.mayfly.server;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.Setting;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;

/** A server in this process whose clock stands still, with a few items in both APIs. */
final class ExplorerFixture implements AutoCloseable {
  private final RunningServer server;
  private final SignedRequests cosmos;
  private final HttpClient client = HttpClient.newHttpClient();

  ExplorerFixture(Path backups, Map<Setting, String> more) throws Exception {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (Setting port :
        List.of(
            Setting.ADMIN_PORT,
            Setting.COSMOS_PORT,
            Setting.COSMOS_DIRECT_PORT,
            Setting.MONGO_PORT)) {
      given.put(port, "0");
    }
    given.put(Setting.EPHEMERAL, "true");
    given.put(Setting.MOVABLE_CLOCK, "true");
    given.put(Setting.BACKUP_DIRECTORY, backups.toString());
    given.putAll(more);
    server =
        RunningServer.start(
            ConfigLoader.load(given, Optional.empty(), Map.of()), new EngineStores());
    cosmos =
        new SignedRequests(
            "http://localhost:" + server.cosmosPort(),
            more.getOrDefault(Setting.COSMOS_KEY, AccountKeys.EMULATOR.primary()));
    send("POST", "/clock/freeze");
  }

  int adminPort() {
    return server.adminPort();
  }

  String address() {
    return "http://localhost:" + server.adminPort();
  }

  HttpResponse<String> send(String method, String path, String... headers) throws Exception {
    return send(method, path, "", headers);
  }

  /**
   * @param headers names and values in turn
   */
  HttpResponse<String> send(String method, String path, String body, String[] headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address() + path))
            .method(method, BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** What the metrics are now. */
  String metrics() {
    try {
      return send("GET", "/metrics").body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Whatever the Cosmos port answers to a GET of anybody. */
  HttpResponse<String> cosmos(String path) throws Exception {
    URI address = URI.create("http://localhost:" + server.cosmosPort() + path);
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
  }

  void advance(long seconds) throws Exception {
    send("POST", "/clock/advance?seconds=" + seconds);
  }

  void container(String database, String name, String more) throws Exception {
    cosmos.post("", "dbs", "{\"id\":\"" + database + "\"}");
    cosmos.post(
        "dbs/" + database,
        "colls",
        "{\"id\":\""
            + name
            + "\",\"partitionKey\":{\"paths\":[\"/tenant\"],\"kind\":\"Hash\"}"
            + more
            + "}");
  }

  /** Makes an item; returns the activity id of the answer. */
  String item(String database, String container, String id, String more) throws Exception {
    HttpResponse<String> answer =
        cosmos.post(
            "dbs/" + database + "/colls/" + container,
            "docs",
            "{\"id\":\"" + id + "\",\"tenant\":\"acme\"" + more + "}",
            "x-ms-documentdb-partitionkey",
            "[\"acme\"]");
    if (answer.statusCode() != 201) {
      throw new AssertionError("the item was answered with " + answer.statusCode());
    }
    return answer.headers().firstValue("x-ms-activity-id").orElseThrow();
  }

  BsonDocument mongo(String database, String command) throws Exception {
    try (MongoLink link = MongoLink.toThisMachine(server.mongoPort())) {
      return link.run(database, BsonDocument.parse(command));
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
