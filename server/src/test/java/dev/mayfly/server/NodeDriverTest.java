package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.server.NodeProject.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real Node driver and mongosh against the real program: each file of {@link NodeProject#MONGO}
 * that ends with {@code .test.js}, and what a person types into the shell.
 */
@Timeout(600)
class NodeDriverTest {
  /** A file counts as a test itself; this finds those that it has. */
  private static final Pattern TEST = Pattern.compile("(?m)^ *# Subtest: (?!.*\\.test\\.js$)");

  private static final String SHELL = "node_modules/mongosh/bin/mongosh.js";

  @TempDir private static Path temporary;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    NodeProject.MONGO.install();
    server = ServerProcess.serve(temporary, "--ephemeral", "--movable-clock");
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  static List<String> files() throws IOException {
    return NodeProject.MONGO.tests();
  }

  @ParameterizedTest
  @MethodSource("files")
  void passes(String file) throws Exception {
    Outcome outcome = NodeProject.MONGO.node(environment(), "--test", "--test-reporter=tap", file);
    assertThat(outcome.exitCode()).as("%s said:%n%s", file, outcome.output()).isZero();
    assertThat(outcome.output()).containsPattern(TEST).contains("# fail 0", "# skipped 0");
  }

  @Test
  void theShellWorks() throws Exception {
    server.post("/clock/freeze");
    Outcome outcome = shell("--file", "shell.mongosh.js");
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(outcome.output().lines())
        .contains(
            "count 5",
            "cities [\"Lyon\",\"Paris\"]",
            "groups [{\"_id\":\"Paris\",\"count\":4},{\"_id\":\"Lyon\",\"count\":1}]",
            "databases true",
            "collections [ 'coll' ]",
            "explained 1",
            "event insert {\"_id\":1}",
            "set rs0 rs0 PRIMARY",
            "stats 5 1",
            "inside 6 outside 5");
    assertThat(outcome.output())
        .contains("\"name\":\"_ts_1\"")
        .contains("\"expireAfterSeconds\":10");
    server.post("/clock/advance?seconds=10");
    assertThat(evaluate("db.coll.countDocuments()")).isEqualTo("3");
    server.post("/clock/advance?seconds=10");
    assertThat(evaluate("db.coll.countDocuments()")).isEqualTo("0");
    assertThat(evaluate("show dbs")).contains("shell");
    assertThat(evaluate("show collections")).isEqualTo("coll");
  }

  private static String evaluate(String typed) throws Exception {
    Outcome outcome = shell("--eval", "use shell", "--eval", typed);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    return outcome.output().replace("switched to db shell", "").strip();
  }

  private static Outcome shell(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 3];
    command[0] = SHELL;
    command[1] = server.mongoAddress();
    command[2] = "--quiet";
    System.arraycopy(arguments, 0, command, 3, arguments.length);
    return NodeProject.MONGO.node(environment(), command);
  }

  private static Map<String, String> environment() {
    return Map.of(
        "MAYFLY_TEST_MONGO", server.mongoAddress(),
        "MAYFLY_TEST_ADMIN", server.adminAddress(),
        // The shell keeps its history and logs there.
        "HOME", NodeProject.MONGO.directory().toString());
  }
}
