package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.bson.BsonDocument;

/** Asks the admin port of a server that runs on this machine, for commands. */
final class AdminClient {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final int port;
  private final Map<String, String> environment;

  /**
   * @param environment where credentials come from, named as those of the server
   */
  AdminClient(int port, Map<String, String> environment) {
    this.port = port;
    this.environment = requireNonNull(environment, "environment");
  }

  /** A part of a path as it stands between slashes. */
  static String part(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * The answer to a request.
   *
   * @throws EngineException if it is refused or there is no server; the message says why
   */
  BsonDocument send(String method, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(PATIENCE)
            .method(method, BodyPublishers.noBody());
    String credentials = credentials();
    if (credentials != null) {
      byte[] bytes = credentials.getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
    }
    try {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      BsonDocument body = BsonDocument.parse(answer.body());
      if (answer.statusCode() == 200) {
        return body;
      }
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          answer.statusCode() == 401
              ? "this server has credentials: set MAYFLY_COSMOS_KEY, or MAYFLY_MONGO_USER and"
                  + " MAYFLY_MONGO_PASSWORD"
              : body.getString("error").getValue());
    } catch (IOException e) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "no server answers on 127.0.0.1:"
              + port
              + "; start one with 'mayfly serve', or name its port with --admin-port",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(ErrorCode.CLOSED, "interrupted", e);
    }
  }

  private String credentials() {
    String key = environment.get("MAYFLY_COSMOS_KEY");
    if (key != null) {
      return ":" + key;
    }
    String user = environment.get("MAYFLY_MONGO_USER");
    String password = environment.get("MAYFLY_MONGO_PASSWORD");
    return user == null || password == null ? null : user + ":" + password;
  }
}
