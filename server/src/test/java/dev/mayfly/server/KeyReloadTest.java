package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.config.Setting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys and passwords in files are changed while the server runs. */
class KeyReloadTest {
  private static final String FIRST = "bWF5Zmx5IGZpcnN0IGtleSBvZiBhbGw=";
  private static final String SECOND = "bWF5Zmx5IHNlY29uZCBrZXkgb2YgYWxs";
  private static final String THIRD = "bWF5Zmx5IHRoaXJkIGtleSBvZiBhbGwu";

  @TempDir private Path directory;

  private RunningServer start() {
    Map<Setting, String> given =
        Map.of(
            Setting.EPHEMERAL, "true",
            Setting.ADMIN_PORT, "0",
            Setting.COSMOS_PORT, "0",
            Setting.COSMOS_DIRECT_PORT, "0",
            Setting.MONGO_PORT, "0",
            Setting.COSMOS_KEY_FILE, file("primary"),
            Setting.COSMOS_SECONDARY_KEY_FILE, file("secondary"),
            Setting.MONGO_USER, "boss",
            Setting.MONGO_PASSWORD_FILE, file("password"));
    Supplier<ServerConfig> source = () -> ConfigLoader.load(given, Optional.empty(), Map.of());
    return RunningServer.start(source.get(), new EngineStores(), source);
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  private void write(String name, String secret) throws IOException {
    Files.writeString(directory.resolve(name), secret + "\n");
  }

  private static int create(RunningServer server, String key) throws Exception {
    return new SignedRequests("http://localhost:" + server.cosmosPort(), key)
        .post("", "dbs", "{\"id\":\"" + UUID.randomUUID() + "\"}")
        .statusCode();
  }

  private static HttpResponse<String> reload(RunningServer server) throws Exception {
    URI uri = URI.create("http://localhost:" + server.adminPort() + "/keys/reload");
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri).POST(BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());
  }

  @Test
  void keysAreChangedWithoutAPauseAndAWrongFileChangesNothing() throws Exception {
    write("primary", FIRST);
    write("secondary", SECOND);
    write("password", "old");
    try (RunningServer server = start()) {
      assertThat(create(server, FIRST)).isEqualTo(201);
      assertThat(create(server, SECOND)).isEqualTo(201);
      assertThat(create(server, THIRD)).isEqualTo(401);
      assertThat(reload(server).body())
          .isEqualTo("{\"cosmosKeysChanged\":false,\"mongoPasswordChanged\":false}\n");

      write("primary", THIRD);
      assertThat(create(server, FIRST)).isEqualTo(201);
      assertThat(reload(server).body())
          .isEqualTo("{\"cosmosKeysChanged\":true,\"mongoPasswordChanged\":false}\n");
      assertThat(create(server, FIRST)).isEqualTo(401);
      assertThat(create(server, SECOND)).isEqualTo(201);
      assertThat(create(server, THIRD)).isEqualTo(201);

      write("primary", "MARKED, and no key");
      write("password", "new");
      HttpResponse<String> refused = reload(server);
      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.body())
          .contains("cosmos-key-file", "that were in force stay so")
          .doesNotContain("MARKED");
      assertThat(create(server, THIRD)).isEqualTo(201);

      write("primary", FIRST);
      assertThat(reload(server).body())
          .isEqualTo("{\"cosmosKeysChanged\":true,\"mongoPasswordChanged\":true}\n");
      assertThat(create(server, FIRST)).isEqualTo(201);
    }
  }
}
