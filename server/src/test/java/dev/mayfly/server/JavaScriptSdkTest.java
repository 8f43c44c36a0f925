package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.server.NodeProject.Outcome;
import dev.mayfly.testkit.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real JavaScript SDK against the real program: each file of {@link NodeProject#COSMOS} that
 * ends with {@code .test.js}, over HTTP with containers of one partition key range and over HTTPS
 * with containers of five; the short build has only the latter.
 */
@Timeout(600)
class JavaScriptSdkTest {
  /** A file counts as a test itself; this finds those that it has. */
  private static final Pattern TEST = Pattern.compile("(?m)^ *# Subtest: (?!.*\\.test\\.js$)");

  private static final Map<String, ServerProcess> SERVERS = new HashMap<>();

  @TempDir private static Path temporary;
  private static Path certificate;

  @BeforeAll
  static void start() throws Exception {
    NodeProject.COSMOS.install();
    if (Rounds.isFull()) {
      SERVERS.put("http", start("one", 1));
    }
    SERVERS.put("https", start("five", 5));
    certificate = temporary.resolve("certificate.pem");
    Files.writeString(certificate, SERVERS.get("https").certificate());
  }

  private static ServerProcess start(String directory, int ranges) throws Exception {
    return ServerProcess.serve(
        Files.createDirectory(temporary.resolve(directory)),
        "--ephemeral",
        "--movable-clock",
        "--partitions-per-container=" + ranges);
  }

  @AfterAll
  static void stop() throws IOException {
    for (ServerProcess server : SERVERS.values()) {
      server.close();
    }
  }

  static Stream<Arguments> runs() throws IOException {
    List<String> names = NodeProject.COSMOS.tests();
    return Stream.of("http", "https")
        .filter(SERVERS::containsKey)
        .flatMap(scheme -> names.stream().map(name -> Arguments.of(scheme, name)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("runs")
  void passes(String scheme, String file) throws Exception {
    Outcome outcome =
        NodeProject.COSMOS.node(environment(scheme), "--test", "--test-reporter=tap", file);
    assertThat(outcome.exitCode()).as("%s said:%n%s", file, outcome.output()).isZero();
    assertThat(outcome.output()).containsPattern(TEST).contains("# fail 0", "# skipped 0");
  }

  @Test
  void aClientThatDoesNotTrustTheCertificateStaysOutside() throws Exception {
    Map<String, String> trusting = environment("https");
    String look = "await fetch(process.env.MAYFLY_TEST_ENDPOINT)";
    String[] arguments = {"--input-type=module", "--eval", look};
    assertThat(NodeProject.COSMOS.node(trusting, arguments).exitCode()).isZero();
    Map<String, String> wary = new HashMap<>(trusting);
    wary.remove("NODE_EXTRA_CA_CERTS");
    Outcome outcome = NodeProject.COSMOS.node(wary, arguments);
    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.output()).contains("SELF_SIGNED_CERT");
  }

  private static Map<String, String> environment(String scheme) {
    Map<String, String> environment = new HashMap<>();
    ServerProcess server = SERVERS.get(scheme);
    environment.put("MAYFLY_TEST_ENDPOINT", server.cosmosAddress(scheme) + "/");
    environment.put("MAYFLY_TEST_KEY", AccountKeys.EMULATOR.primary());
    environment.put("MAYFLY_TEST_ADMIN", server.adminAddress());
    if (scheme.equals("https")) {
      environment.put("NODE_EXTRA_CA_CERTS", certificate.toString());
    }
    return environment;
  }
}
