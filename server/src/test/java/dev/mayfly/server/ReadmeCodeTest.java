package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.server.NodeProject.Outcome;
import dev.mayfly.testkit.LongTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README's code in Java and JavaScript does what people expect who copy it. */
@Timeout(300)
@LongTest
class ReadmeCodeTest {
  private static final Path README = Path.of("..", "README.md");
  private static final String KEY = AccountKeys.EMULATOR.primary();

  @TempDir private static Path temporary;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws IOException {
    server = ServerProcess.serve(temporary, "--data=" + temporary.resolve("data"));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void itNamesTheDefaultKey() throws IOException {
    assertThat(Files.readString(README)).contains("`" + KEY + "`");
  }

  @Test
  void javaOverHttp() throws Exception {
    runsTheReadmesJava("http");
  }

  @Test
  void javaOverHttpsWithTheTrustStore() throws Exception {
    runsTheReadmesJava("https", trusting());
  }

  /** Literally, but for the port. */
  private static void runsTheReadmesJava(String scheme, String... options) throws Exception {
    Path program = temporary.resolve("Carts.java");
    Files.writeString(program, block("java", "class Carts", scheme));
    List<String> command = new ArrayList<>(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.toString()));
    assertThat(java(command))
        .contains("id=1", "user=ann", "ttl=3", "_ts=")
        .endsWith("}" + System.lineSeparator() + "0" + System.lineSeparator());
  }

  @Test
  void javaInDirectModeWithTheTrustStore() throws Exception {
    assertThat(runsJava(DirectJava.class, server.cosmosAddress("https"), trusting()))
        .contains("{user=ann}", "\"connectionMode\":\"DIRECT\"", "rntbd://localhost:");
  }

  private static String[] trusting() {
    return new String[] {
      "-Djavax.net.ssl.trustStore=" + temporary.resolve("data/tls/mayfly-truststore.p12"),
      "-Djavax.net.ssl.trustStorePassword=mayfly"
    };
  }

  private static String runsJava(Class<?> program, String endpoint, String... options)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(program.getName(), endpoint, KEY));
    return java(command);
  }

  private static String java(List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void javaScriptOverHttp() throws Exception {
    runsJavaScript("http", Map.of());
  }

  @Test
  void javaScriptOverHttpsWithTheCertificate() throws Exception {
    Path certificate = temporary.resolve("data/tls/mayfly-cert.pem");
    runsJavaScript("https", Map.of("NODE_EXTRA_CA_CERTS", certificate.toString()));
  }

  private static void runsJavaScript(String scheme, Map<String, String> environment)
      throws Exception {
    NodeProject.COSMOS.install();
    Path script = NodeProject.COSMOS.directory().resolve("readme.mjs");
    Files.writeString(script, block("js", "CosmosClient", scheme));
    Outcome outcome = NodeProject.COSMOS.node(environment, script.toString());
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(outcome.output()).contains("id: '1'", "user: 'ann'", "ttl: 3", "_ts: ", "404");
  }

  @Test
  void nodeDriver() throws Exception {
    NodeProject.MONGO.install();
    Path script = NodeProject.MONGO.directory().resolve("readme.mjs");
    Files.writeString(script, block("javascript", "MongoClient", "http"));
    Outcome outcome = NodeProject.MONGO.node(Map.of(), script.toString());
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(outcome.output())
        .contains("_id: 1", "user: 'ann'", "ttl: 3", "null")
        .doesNotContain("_ts");
  }

  /**
   * The block in a language that has some text, with this server's addresses in place of the
   * default ones.
   */
  private static String block(String language, String text, String scheme) throws IOException {
    Matcher block =
        Pattern.compile("(?s)```" + language + "\n(.*?)```\n").matcher(Files.readString(README));
    while (block.find()) {
      if (block.group(1).contains(text)) {
        return block
            .group(1)
            .replace("http://localhost:8081", server.cosmosAddress(scheme))
            .replace("mongodb://localhost:27017", server.mongoAddress());
      }
    }
    throw new AssertionError("the README has no " + language + " with " + text);
  }
}
