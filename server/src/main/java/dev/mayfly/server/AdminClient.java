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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Asks the admin port of a server that runs on this machine, for commands. */
final class AdminClient {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LONG_PATIENCE = Duration.ofHours(2);

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
    return send(method, path, null, PATIENCE);
  }

  /** The same for what may take long, such as a backup. */
  BsonDocument sendLong(String method, String path) {
    return send(method, path, null, LONG_PATIENCE);
  }

  /**
   * The answer to a request with a body.
   *
   * @param body null if there is none
   * @throws EngineException if it is refused or there is no server; the message says why
   */
  BsonDocument send(String method, String path, BsonDocument body) {
    return send(method, path, body, PATIENCE);
  }

  private BsonDocument send(String method, String path, BsonDocument body, Duration patience) {
    HttpRequest request =
        request(path)
            .timeout(patience)
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toJson()))
            .build();
    HttpResponse<String> answer = answer(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw refusal(answer.statusCode(), answer.body());
    }
    return BsonDocument.parse(answer.body());
  }

  /**
   * The lines of an answer, as they come.
   *
   * @throws EngineException if it is refused or there is no server; the message says why
   */
  Stream<String> lines(String path) {
    HttpResponse<Stream<String>> answer = answer(request(path).build(), BodyHandlers.ofLines());
    if (answer.statusCode() != 200) {
      throw refusal(answer.statusCode(), answer.body().collect(Collectors.joining()));
    }
    return answer.body();
  }

  private static EngineException refusal(int status, String body) {
    return new EngineException(
        ErrorCode.BAD_REQUEST,
        status == 401
            ? "this server has credentials: set MAYFLY_COSMOS_KEY, or MAYFLY_MONGO_USER and"
                + " MAYFLY_MONGO_PASSWORD"
            : BsonDocument.parse(body).getString("error").getValue());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    String credentials = credentials();
    if (credentials != null) {
      byte[] bytes = credentials.getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
    }
    return request;
  }

  private <T> HttpResponse<T> answer(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request, handler);
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

  /**
   * An answer as it came.
   *
   * @param body JSON unless the route says otherwise
   */
  record Answer(int status, byte[] body) {
    BsonDocument json() {
      return BsonDocument.parse(new String(body, StandardCharsets.UTF_8));
    }

    /** What an answer that is an error says to a person. */
    EngineException refusal() {
      return AdminClient.refusal(status, new String(body, StandardCharsets.UTF_8));
    }
  }

  /**
   * The answer to a request with bytes, errors included.
   *
   * @throws EngineException if there is no server
   */
  Answer exchange(String method, String path, byte[] sent) {
    HttpRequest.BodyPublisher body =
        sent.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(sent);
    HttpRequest request = request(path).timeout(PATIENCE).method(method, body).build();
    HttpResponse<byte[]> answer = answer(request, BodyHandlers.ofByteArray());
    return new Answer(answer.statusCode(), answer.body());
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
