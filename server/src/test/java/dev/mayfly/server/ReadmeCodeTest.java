package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.server.NodeProject.Outcome;
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
  void itNamesTheDefaultPortAndKey() throws IOException {
    assertThat(Files.readString(README)).contains("`http://localhost:8081`", "`" + KEY + "`");
  }

  @Test
  void itsJavaIsTheCodeThatRunsHere() throws IOException {
    Path source = Path.of("src/test/java/dev/mayfly/server/ReadmeJava.java");
    Matcher marked =
        Pattern.compile("(?s) *// README: from here\n(.*?) *// README: to here\n")
            .matcher(Files.readString(source));
    assertThat(marked.find()).isTrue();
    assertThat(block("java")).isEqualTo(marked.group(1).indent(-4));
  }

  @Test
  void javaOverHttp() throws Exception {
    runsJava(
        ReadmeJava.class,
        server.cosmosAddress("http"),
        "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true");
  }

  @Test
  void javaOverHttpsWithTheTrustStore() throws Exception {
    runsJava(ReadmeJava.class, server.cosmosAddress("https"), trusting());
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
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(program.getName(), endpoint, KEY));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("id=1", "user=ann", "ttl=60", "_ts=");
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
    String values =
        "const endpoint = '%s', key = '%s';%n".formatted(server.cosmosAddress(scheme), KEY);
    Files.writeString(script, values + block("js"));
    Outcome outcome = NodeProject.COSMOS.node(environment, script.toString());
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(outcome.output()).contains("id: '1'", "user: 'ann'", "ttl: 60", "_ts: ");
  }

  @Test
  void nodeDriver() throws Exception {
    NodeProject.MONGO.install();
    Path script = NodeProject.MONGO.directory().resolve("readme.mjs");
    String values = "const uri = '%s';%n".formatted(server.mongoAddress());
    Files.writeString(script, values + block("javascript"));
    Outcome outcome = NodeProject.MONGO.node(Map.of(), script.toString());
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(outcome.output()).contains("_id: 1", "user: 'ann'", "ttl: 60").doesNotContain("_ts");
  }

  private static String block(String language) throws IOException {
    Matcher block =
        Pattern.compile("(?s)```" + language + "\n(.*?)```\n").matcher(Files.readString(README));
    assertThat(block.find()).as("a block of %s", language).isTrue();
    return block.group(1);
  }
}
