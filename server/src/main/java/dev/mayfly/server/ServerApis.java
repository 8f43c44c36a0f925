package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.server.admin.AdminException;
import dev.mayfly.server.admin.DataApis;
import dev.mayfly.server.admin.Grant;
import dev.mayfly.server.config.ServerConfig;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/**
 * The ports of a running server, for the page: without a way over the network where there is one.
 */
final class ServerApis implements DataApis {
  private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");
  private static final long PATIENCE_SECONDS = 70;
  private static final double CENTI = 100;

  private final ServerConfig config;
  private final Supplier<FrontEnds> frontEnds;

  /**
   * @param frontEnds those that serve now
   */
  ServerApis(ServerConfig config, Supplier<FrontEnds> frontEnds) {
    this.config = requireNonNull(config, "config");
    this.frontEnds = requireNonNull(frontEnds, "frontEnds");
  }

  @Override
  public Map<String, Object> addresses() {
    Map<String, Object> addresses = new LinkedHashMap<>();
    FrontEnds now = frontEnds.get();
    now.cosmos()
        .ifPresent(
            server -> {
              Map<String, Object> nosql = new LinkedHashMap<>();
              nosql.put("endpoint", "https://localhost:" + server.port());
              nosql.put("key", server.keys().isPublic() ? server.keys().primary() : null);
              addresses.put("nosql", nosql);
            });
    now.mongo()
        .ifPresent(
            server -> {
              String user = server.hasUsers() ? "USER:PASSWORD@" : "";
              addresses.put(
                  "mongodb",
                  Map.of("uri", "mongodb://" + user + "localhost:" + server.port() + "/"));
            });
    return addresses;
  }

  @Override
  public Answer nosql(
      Grant who, String method, String path, Map<String, String> headers, byte[] body) {
    if (!METHODS.contains(method) || !path.startsWith("/")) {
      throw new AdminException(400, "'" + method + " " + path + "' is not a request");
    }
    HttpHeaders sent = new DefaultHttpHeaders();
    headers.forEach(sent::set);
    Request request =
        new Request(method, path, "http", "localhost", sent, body, Request.activityId(null));
    CosmosServer server =
        frontEnds
            .get()
            .cosmos()
            .orElseThrow(() -> new AdminException(409, "cosmos-port of this server is off"));
    try {
      Response answer =
          server.call(request, who.readOnly()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      Map<String, String> got = new LinkedHashMap<>();
      answer.headers().forEach(each -> got.put(each.getKey(), each.getValue()));
      got.put(
          HeaderNames.REQUEST_CHARGE.toString(),
          String.format(Locale.ROOT, "%.2f", answer.chargeCentiRu() / CENTI));
      return new Answer(answer.status(), got, new String(answer.body(), StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdminException(503, "the server is stopping");
    } catch (ExecutionException | TimeoutException e) {
      throw new AdminException(503, "there was no answer in time; try again");
    }
  }

  @Override
  public BsonDocument mongo(Grant who, String database, BsonDocument command) {
    MongoServer server =
        frontEnds
            .get()
            .mongo()
            .orElseThrow(() -> new AdminException(409, "mongo-port of this server is off"));
    if (who.readOnly()) {
      throw new AdminException(403, "a read-only key is for the NoSQL API only");
    }
    if (server.hasUsers() && who.mongoUser() == null) {
      throw new AdminException(
          403, "this server has MongoDB users: sign in as one with the role root");
    }
    try (MongoLink link = new MongoLink(address(server))) {
      if (server.hasUsers()) {
        link.logIn(who.mongoUser(), who.mongoPassword());
      }
      return link.run(database, command);
    } catch (IOException e) {
      throw new AdminException(503, "the MongoDB port does not answer: " + e.getMessage());
    }
  }

  private InetSocketAddress address(MongoServer server) throws IOException {
    InetAddress bound = InetAddress.getByName(config.mongo().orElseThrow().bind());
    return new InetSocketAddress(
        bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound, server.port());
  }
}
