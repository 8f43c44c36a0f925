package dev.mayfly.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.IndexOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked where there is neither this project nor Maven. */
@Timeout(900)
@EnabledIfSystemProperty(named = "mayfly.full", matches = "true")
class ArchiveTest {
  private static final long BYTES_MAX = 45_000_000;

  /** A busy machine takes long to compress an archive, and for a first start. */
  static final long PATIENCE_MINUTES = 10;

  private static final String PLATFORM = "linux-x86_64";
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** What the launcher calls: nothing of Maven or Java is among them. */
  private static final List<String> TOOLS =
      List.of("bash", "dirname", "readlink", "sed", "head", "find", "mkdir", "mv", "rm", "env");

  @TempDir private static Path elsewhere;
  private static Path home;
  private static Path tools;
  private static Path addOn;

  @BeforeAll
  static void unpack() throws Exception {
    Path packages = Files.createDirectories(elsewhere.resolve("packages"));
    List<String> command =
        List.of(
            ROOT.resolve("packaging/package").toString(),
            ROOT.resolve("server/target").toString(),
            packages.toString(),
            "1.0",
            PLATFORM,
            "javascript");
    run(command, Map.of());
    addOn = packages.resolve("mayfly-javascript-1.0.tar.gz");
    Path archive = packages.resolve("mayfly-1.0-" + PLATFORM + ".tar.gz");
    assertThat(Files.size(archive)).isLessThan(BYTES_MAX);
    unpack(archive);
    home = elsewhere.resolve("mayfly-1.0");
    tools = Files.createDirectories(elsewhere.resolve("tools"));
    for (String tool : TOOLS) {
      Path found = Path.of("/usr/bin", tool);
      Files.createSymbolicLink(
          tools.resolve(tool), Files.exists(found) ? found : Path.of("/bin", tool));
    }
  }

  private static void unpack(Path archive) throws Exception {
    run(List.of("tar", "-xzf", archive.toString(), "-C", elsewhere.toString()), Map.of());
  }

  private static String run(List<String> command, Map<String, String> environment)
      throws Exception {
    Path output = Files.createTempFile(elsewhere, "output", "");
    Process process = process(command, environment, output);
    boolean ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    assertThat(ended).as("%s: %s", command, Files.readString(output)).isTrue();
    assertThat(process.exitValue()).as("%s: %s", command, Files.readString(output)).isZero();
    return Files.readString(output);
  }

  private static Process process(List<String> command, Map<String, String> environment, Path output)
      throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(elsewhere.toFile());
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
  }

  private static Map<String, String> nothingOfMaven() {
    return Map.of("PATH", tools.toString(), "JAVA_HOME", System.getProperty("java.home"));
  }

  private static List<String> mayfly(String... arguments) {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/mayfly").toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  @Test
  void itServesBothApis() throws Exception {
    Path ready = elsewhere.resolve("ready.json");
    Path output = elsewhere.resolve("server.log");
    List<String> serve = mayfly("serve", "--ephemeral", "--movable-clock");
    serve.addAll(List.of("--ready-file", ready.toString(), "--cosmos-port", "0"));
    serve.addAll(List.of("--cosmos-direct-port", "0", "--mongo-port", "0", "--admin-port", "0"));
    Process server = process(serve, nothingOfMaven(), output);
    try {
      awaitFile(server, ready, output);
      Document found = Document.parse(Files.readString(ready));
      Document cosmos = found.get("cosmos", Document.class);
      System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
      try (CosmosClient client =
              new CosmosClientBuilder()
                  .endpoint(cosmos.getString("endpoint"))
                  .key(cosmos.getString("key"))
                  .gatewayMode()
                  .buildClient();
          MongoClient mongo =
              MongoClients.create(found.get("mongodb", Document.class).getString("uri"))) {
        client.createDatabase("shop");
        assertThat(client.readAllDatabases()).hasSize(1);
        scriptsRunAsSoonAsTheAddOnIsThere(client);
        collationsHaveTheirData(mongo.getDatabase("words").getCollection("words"));
        MongoCollection<Document> sessions = mongo.getDatabase("web").getCollection("sessions");
        sessions.createIndex(
            new Document("_ts", 1), new IndexOptions().expireAfter(30L, TimeUnit.DAYS));
        sessions.insertOne(new Document("_id", 1));
        String admin = found.get("admin", Document.class).getString("url");
        assertThat(sessions.countDocuments()).isEqualTo(1);
        post(admin + "clock/advance?seconds=" + TimeUnit.DAYS.toSeconds(30));
        assertThat(sessions.countDocuments()).isZero();
      }
      Integer port = found.get("admin", Document.class).getInteger("port");
      run(
          mayfly("ready"),
          Map.of("PATH", tools.toString(), "MAYFLY_ADMIN_PORT", String.valueOf(port)));
    } finally {
      server.destroy();
      server.waitFor();
    }
    assertThat(ready).doesNotExist();
    // RocksDB's library is used where it lies: nothing is unpacked.
    assertThat(home.resolve("lib/native/librocksdbjni-linux64.so")).exists();
  }

  private static void scriptsRunAsSoonAsTheAddOnIsThere(CosmosClient client) throws Exception {
    client.getDatabase("shop").createContainer("carts", "/user");
    CosmosScripts scripts = client.getDatabase("shop").getContainer("carts").getScripts();
    CosmosStoredProcedureProperties hello =
        new CosmosStoredProcedureProperties("hello", "function () { __.response.setBody(1 + 1); }");
    assertThatThrownBy(() -> scripts.createStoredProcedure(hello))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(501))
        .hasMessageContaining("unpack the archive mayfly-javascript");
    unpack(addOn);
    scripts.createStoredProcedure(hello);
    CosmosStoredProcedureRequestOptions ann =
        new CosmosStoredProcedureRequestOptions().setPartitionKey(new PartitionKey("ann"));
    assertThat(scripts.getStoredProcedure("hello").execute(List.of(), ann).getResponseAsString())
        .isEqualTo("2");
  }

  /** What the archive leaves out of their library is not needed. */
  private static void collationsHaveTheirData(MongoCollection<Document> words) {
    words.insertMany(
        Stream.of("z", "\u00f6", "o", "\u5317", "\u4e0a")
            .map(word -> new Document("_id", word))
            .toList());
    assertThat(sorted(words, "de")).startsWith("o", "\u00f6", "z");
    assertThat(sorted(words, "sv")).startsWith("o", "z", "\u00f6");
    assertThat(sorted(words, "zh")).startsWith("\u5317", "\u4e0a");
  }

  private static List<String> sorted(MongoCollection<Document> words, String locale) {
    return words
        .find()
        .sort(new Document("_id", 1))
        .collation(Collation.builder().locale(locale).build())
        .map(word -> word.getString("_id"))
        .into(new ArrayList<>());
  }

  private static void awaitFile(Process server, Path file, Path output) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
    while (!Files.exists(file)) {
      assertThat(server.isAlive()).as(Files.readString(output)).isTrue();
      assertThat(System.nanoTime()).as(Files.readString(output)).isLessThan(deadline);
      server.waitFor(20, TimeUnit.MILLISECONDS);
    }
  }

  private static void post(String address) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode())
        .isEqualTo(200);
  }

  @Test
  void theReadmesCommandsDoWhatItSays() throws Exception {
    Path directory = Files.createDirectories(elsewhere.resolve("readme"));
    Files.createSymbolicLink(directory.resolve("mayfly"), home.resolve("bin/mayfly"));
    try (ReadmeCommands commands = new ReadmeCommands(directory)) {
      assertThat(commands.run(Files.readString(ROOT.resolve("README.md")))).isGreaterThan(5);
    }
  }

  @Test
  void theTourSeesACartDie() throws Exception {
    String tour = Path.of("tour.sh").toAbsolutePath().toString();
    String output =
        run(
            List.of(tour, home.resolve("bin/mayfly").toString()),
            Map.of("JAVA_HOME", System.getProperty("java.home")));
    assertThat(output.lines().map(line -> line.replaceAll(".* ", "")))
        .containsExactly("201", "201", "201", "200", "404");
  }

  /** Installed under target, and kept until the lock file changes. */
  @Test
  void sessionsAndCartsOfNodeEndAfterThirtyDays() throws Exception {
    boolean isThere = Files.exists(Path.of("/usr/bin/npm")) || System.getenv("CI") != null;
    Assumptions.assumeTrue(isThere, "There is no npm here: the example for Node can't run.");
    Path project = Files.createDirectories(Path.of("target/node-sessions")).toAbsolutePath();
    Path lock = Path.of("node-sessions/package-lock.json");
    boolean installed =
        Files.isDirectory(project.resolve("node_modules"))
            && Files.mismatch(lock, project.resolve("package-lock.json")) < 0;
    for (String file : List.of("package.json", "package-lock.json", "app.js", "app.test.js")) {
      Files.copy(
          Path.of("node-sessions", file),
          project.resolve(file),
          StandardCopyOption.REPLACE_EXISTING);
    }
    String prefix = "--prefix=" + project;
    if (!installed) {
      run(List.of("npm", "ci", prefix, "--ignore-scripts", "--no-audit", "--no-fund"), Map.of());
    }
    run(
        List.of("npm", "test", prefix),
        Map.of(
            "MAYFLY", home.resolve("bin/mayfly").toString(),
            "JAVA_HOME", System.getProperty("java.home")));
  }

  @Test
  void itHasAManPageACompletionAndABillOfMaterials() throws Exception {
    assertThat(Files.readString(home.resolve("share/man/man1/mayfly.1")))
        .startsWith(".TH MAYFLY 1")
        .contains(".SS mayfly serve", "\\-\\-ready\\-file");
    Path completion = home.resolve("share/bash-completion/completions/mayfly");
    assertThat(Files.readString(completion)).contains("--movable-clock");
    run(List.of("bash", "-n", completion.toString()), Map.of());
    assertThat(home.resolve("share/systemd/mayfly.service")).exists();
    assertThat(run(mayfly("sbom"), nothingOfMaven()))
        .contains("netty-tcnative", PLATFORM)
        .doesNotContain("windows-x86_64", "osx-x86_64");
  }
}
